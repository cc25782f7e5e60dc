package app_test

import (
	"net/http"
	"testing"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// Whoever is in the middle of something when the clock jumps goes on with it, and nothing is done twice.
func TestTheClockJumps(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p, ada := shop.Shopper(t), shop.Customer(t, "ada@example.com")
	card := apptest.Order("jp-10g-15", "physical", 1890, apptest.Address())
	first, second := p.Place(card), p.Place(card)
	_, _ = p.Create(second.OrderNo)

	for _, by := range []string{"2 hours", "-3 hours"} {
		shop.MoveClock(by)
		ada.Get("/gw/mall/us/userInfo").Into(t, &gen.User{})
		for _, o := range []gen.OrderSubmitted{first, second} {
			if got := p.Detail(o.OrderNo); got.Status != "waiting_payment" || !got.Cancellable {
				t.Errorf("after %s: %s", by, got.Status)
			}
		}
		// A code and a whole purchase, with everything that has to happen behind it.
		ada.Post("/gw/auth/code/send", map[string]string{"channel": "email", "target": "ada@example.com", "purpose": "delete"}).
			Into(t, &struct{}{})
		buyAndWait(t, p, apptest.Order("jp-3g-7", "esim", 650, nil))
	}

	secret, _ := p.Create(second.OrderNo)
	if status := p.Confirm(secret, "pm_card_visa"); status != http.StatusOK {
		t.Fatalf("confirm: %d", status)
	}
	waittest.Eventually(t, "the second is paid", func() bool { return p.Detail(second.OrderNo).Status == "processing" })
	p.Post("/gw/cq-ordercharge/order/cancel", map[string]any{"orderNo": first.OrderNo, "confirm": true}).Into(t, &gen.Order{})
	for query, want := range map[string]int{
		`select count(*) from payment_attempt where status = 'succeeded'`:                 3,
		`select count(*) from esim_profile where order_line_id is not null`:               2,
		`select allocated from stock where tenant_id = 20 and sku = 'jp-10g-15:physical'`: 0,
		`select count(*) from refund`:                                                     0,
	} {
		if n := count(t, shop, query); n != want {
			t.Errorf("%s: %d, want %d", query, n, want)
		}
	}
}
