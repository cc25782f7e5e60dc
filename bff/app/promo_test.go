package app_test

import (
	"net/http"
	"testing"

	"github.com/roamcart/roamcart/bff/apptest"
)

// A guest is told the same price whatever address the order is for; where a mailbox has used a code, the order says that the code
// cannot be used, in words that do not say why.
func TestAGuestsPromoCode(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	order := apptest.Order("jp-10g-15", "esim", 1431, nil)
	order.Coupon, order.Contact.Email = "WELCOME10", "a.da@gmail.com"
	shop.Shopper(t).Place(order)
	for lang, says := range map[string]string{
		"2": "This promo code cannot be used with this order. Please take it out, or log in and try again.",
		"1": "该优惠码不能用于此订单，请移除优惠码，或登录后再试。",
	} {
		p, again := shop.Shopper(t), order
		again.Contact.Email = "Ada+2@googlemail.com"
		b := p.Budget(map[string]any{"source": "buyNow", "item": order.Item, "coupon": "WELCOME10"})
		if b.OrderTotal != order.ExpectedTotal || !b.Discounts[0].Applied {
			t.Errorf("the price: %+v", b)
		}
		a := p.Seal(submit, again, "Idempotency-Key", apptest.Key(), "langId", lang)
		if a.RequireCode(t, http.StatusConflict, "promo_not_usable"); a.Message != says {
			t.Errorf("in language %s: %s", lang, a.Message)
		}
	}
	other := order
	other.Contact.Email = "bob@example.com"
	shop.Shopper(t).Place(other)
}
