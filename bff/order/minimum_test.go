package order_test

import (
	"testing"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// What is left to pay is nothing, or enough for the provider: a discount gives a little less where it has to.
func TestTheSmallestCharge(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 100)
	f.AddProduct(t, "sticker", 49, 100)
	for _, code := range []struct {
		name string
		off  int64
	}{{"LEAVES51", 599}, {"LEAVES50", 600}, {"LEAVES49", 601}, {"LEAVES1", 649}, {"LEAVES0", 650}, {"TINY", 1}} {
		f.AddPromoCode(t, code.name, code.off, 0, 0)
	}
	for code, want := range map[string]struct {
		total, discount int64
		reason          string
	}{
		"LEAVES51": {51, 599, ""}, "LEAVES50": {50, 600, ""}, "LEAVES49": {50, 600, "discount_capped"},
		"LEAVES1": {50, 600, "discount_capped"}, "LEAVES0": {0, 650, ""},
	} {
		s := f.Submission("plan", 1, want.total)
		s.Coupon = code
		got, err := f.Orders.Budget(ctx, s.Selection)
		if err != nil || got.OrderTotal != want.total || got.DiscountAmount != want.discount || got.Discounts[0].Amount != want.discount ||
			got.Discounts[0].Reason != want.reason || !got.Discounts[0].Applied || got.Lines[0].DiscountShare != want.discount {
			t.Errorf("%s: %+v %v", code, got.Amounts, err)
		}
		if want.total > 0 {
			f.Place(t, s)
		}
	}
	for _, coupon := range []string{"", "TINY"} {
		s := f.Submission("sticker", 1, 49)
		s.Coupon = coupon
		if _, err := f.Orders.Budget(ctx, s.Selection); fault.Code(err) != "amount_too_small" {
			t.Errorf("with code %q: %v", coupon, err)
		}
	}
	requireBalance(t, f)
}
