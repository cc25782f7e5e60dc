package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// Who has too many unpaid orders is told in words, gets the numbers of those that can be paid or cancelled, and may order again
// once one is. A mailbox of somebody else is written to about twice as many an hour.
func TestTooManyUnpaidOrders(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) { c.Unpaid = config.Unpaid{PerBuyer: 2, PerNetwork: 3} }})
	order := apptest.Order("jp-3g-7", "esim", 650, nil)
	p, other := shop.Shopper(t), shop.Shopper(t)
	placed := []string{p.Place(order).OrderNo, p.Place(order).OrderNo}
	for _, s := range []struct {
		who  *apptest.Shopper
		lang string
		says string
		may  []string
	}{
		{p, "2", "Too many orders for this email address are waiting for payment.", []string{placed[1], placed[0]}},
		{p, "1", "此邮箱下待付款的订单过多", []string{placed[1], placed[0]}},
		{other, "2", "Too many orders for this email address", []string{}},
	} {
		a := s.who.Seal(submit, order, "Idempotency-Key", apptest.Key(), "langId", s.lang)
		a.RequireCode(t, http.StatusConflict, "too_many_unpaid")
		var data struct{ OrderNos []string }
		require.NoError(t, json.Unmarshal(a.Data, &data))
		if !strings.HasPrefix(a.Message, s.says) || fmt.Sprint(data.OrderNos) != fmt.Sprint(s.may) {
			t.Errorf("%s, may pay %v", a.Message, data.OrderNos)
		}
		// The page of each order has both ways out.
		for _, no := range data.OrderNos {
			var page gen.OrderDetailPage
			require.NoError(t, json.Unmarshal(readPageData(t, s.who, "/en/my-order/"+no).Data, &page))
			if !page.CanPay || !page.Order.Cancellable {
				t.Errorf("order %s: can be paid %v, cancelled %v", no, page.CanPay, page.Order.Cancellable)
			}
		}
	}
	elsewhere := order
	elsewhere.Contact.Email = "bob@example.com"
	other.Place(elsewhere)
	a := other.Seal(submit, elsewhere, "Idempotency-Key", apptest.Key())
	if a.RequireCode(t, http.StatusConflict, "too_many_unpaid"); !strings.Contains(a.Message, "your network") {
		t.Errorf("one network: %s", a.Message)
	}

	secret, _ := p.Create(placed[0])
	p.Confirm(secret, "pm_card_visa")
	waittest.Eventually(t, "the payment is known", func() bool { return p.Detail(placed[0]).Status != "waiting_payment" })
	for range 4 {
		placed = append(placed, p.Place(order).OrderNo)
		var o gen.Order
		p.Post("/gw/cq-ordercharge/order/cancel", map[string]any{"orderNo": placed[len(placed)-1], "confirm": true}).Into(t, &o)
	}
	unpaidFor(t, shop, 15*time.Minute)
	waittest.Eventually(t, "all mails are worked", func() bool {
		return count(t, shop, `select count(*) from river_job where args->>'template' = 'order_cancelled' and state = 'completed'`) == 4 &&
			count(t, shop, `select count(*) from orders where ask_at is not null and status = 'waiting_payment'`) == 0 &&
			count(t, shop, `select count(*) from river_job where kind like 'order_%' and state in ('available', 'running')`) == 0
	})
	mails := map[string]int{}
	for _, m := range shop.Mails("ada@example.com") {
		mails[m.Key[strings.LastIndex(m.Key, ":")+1:]]++
	}
	// Of six orders five were not paid; the fifth is one too many. Four are cancelled before they are asked for.
	if mails["order_placed"] != 1 || mails["order_cancelled"] != 3 || mails["order_paid"] != 1 {
		t.Errorf("mails: %v", mails)
	}
}

// Browsers without a cookie are many; the network that they come from is one.
func TestTooManyNumbers(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) { c.Numbers.PerNetwork = 2 }})
	var numbers []struct{ NumberID string }
	shop.Shopper(t).Get("/gw/mall/goods/numbers", "goodsId", "m-hk-30g").Into(t, &numbers)
	for n, s := range []struct{ lang, says string }{
		{"2", ""}, {"2", ""}, {"2", "Too many phone numbers are kept for your network."}, {"1", "您所在网络保留的号码过多"},
	} {
		a := shop.Shopper(t).Post("/gw/mall/cart/add", map[string]any{
			"goodsId": "m-hk-30g", "simType": "esim", "quantity": 1, "compatibilityConfirmed": true, "numberId": numbers[n].NumberID,
		}, "langId", s.lang)
		if s.says == "" {
			a.Into(t, &gen.Cart{})
			continue
		}
		if a.RequireCode(t, http.StatusConflict, "too_many_numbers"); !strings.HasPrefix(a.Message, s.says) {
			t.Errorf("browser %d: %s", n, a.Message)
		}
	}
}
