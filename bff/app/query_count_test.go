package app_test

import (
	"fmt"
	"testing"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// What a shopper reads costs as many statements with four of everything as with one: nothing is read for each row of a list.
func TestReadsRunNoStatementPerRow(t *testing.T) {
	t.Parallel()
	log := &statementLog{}
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) { c.Database.OnStatement = log.add }})
	p := shop.Customer(t, "ada@example.com")
	goods := []struct {
		id    string
		price int64
	}{{"jp-3g-7", 650}, {"it-8g-14", 1150}, {"jp-10g-15", 1590}, {"kr-1d-5", 990}}
	more := func(n int) {
		t.Helper()
		order := apptest.Order(goods[n].id, "esim", goods[n].price, nil)
		placed := p.Place(order)
		secret, _ := p.Create(placed.OrderNo)
		p.Confirm(secret, "pm_card_visa")
		waittest.Eventually(t, "the order is complete", func() bool {
			return count(t, shop, `select count(*) from orders where order_no = ? and status = 'completed'`, placed.OrderNo) == 1
		})
		p.Post("/gw/mall/cart/add", map[string]any{
			"goodsId": goods[n].id, "simType": "esim", "quantity": 1, "compatibilityConfirmed": true,
		}).Into(t, &gen.Cart{})
		address := apptest.Address()
		address.AddressLine1 = fmt.Sprintf("%d Queen's Road", n+1)
		p.Post("/gw/mall/us/address/save", address).Into(t, &gen.Address{})
	}
	reads := map[string]func() apptest.Answer{
		"cart":      func() apptest.Answer { return p.Get("/gw/mall/cart") },
		"orders":    func() apptest.Answer { return p.Get("/gw/cq-ordercharge/order/list") },
		"SIMs":      func() apptest.Answer { return p.Get("/gw/sim/us/list") },
		"addresses": func() apptest.Answer { return p.Get("/gw/mall/us/address/list") },
		"rewards":   func() apptest.Answer { return p.Get("/gw/mall/us/rewards") },
		"session":   func() apptest.Answer { return p.Get("/gw/mall/us/session") },
		"budget": func() apptest.Answer {
			return p.Post("/gw/cq-ordercharge/order/doBudget", gen.DoBudgetBody{Source: "cart"})
		},
	}
	// A sweep, or what is done once in a while, can fall into several readings in a row: the least counts, once 20 brought none lower.
	statements := func(read func() apptest.Answer) (least int, list []statement) {
		least = 1 << 20
		for since := 0; since < 20; since++ {
			log.begin()
			read().Into(t, new(any))
			all := log.end()
			if n := costOf(all, 0).statements; n < least {
				least, list, since = n, all, 0
			}
		}
		return least, list
	}
	more(0)
	waitForJobs(t, shop)
	one := map[string]int{}
	for name, read := range reads {
		one[name], _ = statements(read)
	}
	for n := 1; n < len(goods); n++ {
		more(n)
	}
	waitForJobs(t, shop)
	for name, read := range reads {
		if many, list := statements(read); many != one[name] {
			t.Errorf("%s: %d statements for four, %d for one", name, many, one[name])
			for _, s := range list {
				t.Log(s.text)
			}
		}
	}
}
