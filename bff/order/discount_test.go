package order_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

var ctx = context.Background()

func TestDiscounts(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "one", 333, 1000)
	f.AddProduct(t, "two", 1000, 1000)
	f.Exec(t, `insert into product_group (tenant_id, code, name_en, name_zh) values (20, 'europe', 'Europe', 'Europe')`)
	f.Exec(t, `update product set group_code = 'europe' where goods_id = 'two'`)
	now := f.Clock.Now()
	f.Exec(t, `
		insert into promo_code (tenant_id, code, kind, value, group_code, min_subtotal, starts_at, ends_at, max_uses, max_per_customer, used) values
		    (20, 'TEN', 'percent', 10, null, 0, null, null, null, null, 0),
		    (20, 'ALL', 'percent', 100, null, 0, null, null, null, null, 0),
		    (20, 'BIG', 'amount', 99999999, null, 0, null, null, null, null, 0),
		    (20, 'EUROPE', 'amount', 500, 'europe', 0, null, null, null, null, 0),
		    (20, 'MIN', 'amount', 100, null, 1334, null, null, null, null, 0),
		    (20, 'SOON', 'amount', 100, null, 0, ?, null, null, null, 0),
		    (20, 'NOW', 'amount', 100, null, 0, ?, ?, null, null, 0),
		    (20, 'OVER', 'amount', 100, null, 0, null, ?, null, null, 0),
		    (20, 'GONE', 'amount', 100, null, 0, null, null, 3, null, 3),
		    (21, 'OTHER', 'amount', 100, null, 0, null, null, null, null, 0)`,
		now.Add(time.Second), now, now.Add(time.Second), now)
	owner := cart.Visitor("discounts")
	for _, goods := range []string{"one", "two"} {
		if _, err := f.Carts.Add(ctx, 20, owner, cart.Add{GoodsID: goods, SimType: "esim", Quantity: 1, CompatibilityConfirmed: true}); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		sel    order.Selection
		amount int64
		reason string
		shares [2]int64
	}{
		"a tenth, rounded half up":      {order.Selection{Coupon: " ten "}, 133, "", [2]int64{33, 100}},
		"everything":                    {order.Selection{Coupon: "ALL"}, 1333, "", [2]int64{333, 1000}},
		"more than everything":          {order.Selection{Coupon: "BIG"}, 1333, "", [2]int64{333, 1000}},
		"one group":                     {order.Selection{Coupon: "EUROPE"}, 500, "", [2]int64{0, 500}},
		"below the minimum":             {order.Selection{Coupon: "MIN"}, 0, "promo_min_spend", [2]int64{}},
		"before it starts":              {order.Selection{Coupon: "SOON"}, 0, "promo_not_started", [2]int64{}},
		"from its start to before end":  {order.Selection{Coupon: "NOW"}, 100, "", [2]int64{25, 75}},
		"from its end":                  {order.Selection{Coupon: "OVER"}, 0, "promo_ended", [2]int64{}},
		"used up":                       {order.Selection{Coupon: "GONE"}, 0, "promo_used_up", [2]int64{}},
		"a code of another site":        {order.Selection{Coupon: "OTHER"}, 0, "promo_unknown", [2]int64{}},
		"no code":                       {order.Selection{Coupon: "NONE"}, 0, "promo_unknown", [2]int64{}},
		"points of a guest":             {order.Selection{Points: 100}, 0, "login_for_points", [2]int64{}},
		"points nobody has":             {order.Selection{Points: 5, UserID: 7}, 0, "points_not_enough", [2]int64{}},
		"a referral code of a guest":    {order.Selection{Referral: "friend"}, 0, "login_for_referral", [2]int64{}},
		"a referral code nobody gave":   {order.Selection{Referral: "friend", UserID: 7}, 0, "referral_unknown", [2]int64{}},
		"a referral code of any length": {order.Selection{Referral: "1234567890123456789012345678901234567890123456789012345678901234", UserID: 7}, 0, "referral_unknown", [2]int64{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.sel.TenantID, c.sel.Currency, c.sel.Owner, c.sel.Source = 20, "USD", owner, order.FromCart
			got, err := f.Orders.Budget(ctx, c.sel)
			require.NoError(t, err)
			if len(got.Discounts) != 1 || got.Discounts[0].Reason != c.reason || got.Discounts[0].Applied != (c.reason == "") {
				t.Fatalf("discounts: %+v", got.Discounts)
			}
			if got.DiscountAmount != c.amount || got.OrderTotal != 1333-c.amount || got.Subtotal != 1333 {
				t.Fatalf("discount %d, total %d", got.DiscountAmount, got.OrderTotal)
			}
			if shares := [2]int64{got.Lines[0].DiscountShare, got.Lines[1].DiscountShare}; shares != c.shares {
				t.Fatalf("shares %v, want %v", shares, c.shares)
			}
		})
	}
}

func TestInvalidSelectionsAreRefused(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 1)
	long := string(make([]rune, 65))
	for name, c := range map[string]struct {
		change func(*order.Selection)
		code   string
		field  string
	}{
		"an empty cart":        {func(s *order.Selection) { s.Source = order.FromCart }, "cart_empty", ""},
		"from nowhere":         {func(s *order.Selection) { s.Source = "" }, "validation_failed", "source"},
		"nothing":              {func(s *order.Selection) { s.Item = nil }, "validation_failed", "item"},
		"unknown goods":        {func(s *order.Selection) { s.Item.GoodsID = "nothing" }, "goods_not_found", ""},
		"goods elsewhere":      {func(s *order.Selection) { s.TenantID = 21 }, "goods_not_found", ""},
		"no quantity":          {func(s *order.Selection) { s.Item.Quantity = 0 }, "validation_failed", "quantity"},
		"a negative quantity":  {func(s *order.Selection) { s.Item.Quantity = -1 }, "validation_failed", "quantity"},
		"a hundred":            {func(s *order.Selection) { s.Item.Quantity = 100 }, "validation_failed", "quantity"},
		"not confirmed":        {func(s *order.Selection) { s.Item.CompatibilityConfirmed = false }, "validation_failed", "compatibilityConfirmed"},
		"a SIM that is none":   {func(s *order.Selection) { s.Item.SimType = "sim" }, "validation_failed", "simType"},
		"more than there are":  {func(s *order.Selection) { s.Item.Quantity = 2 }, "stock_unavailable", ""},
		"a long promo code":    {func(s *order.Selection) { s.Coupon = long }, "validation_failed", "coupon"},
		"a long referral code": {func(s *order.Selection) { s.Referral = long }, "validation_failed", "referral"},
		"no such shipping": {func(s *order.Selection) { s.Item.SimType, s.ShippingMethod = "physical", "pigeon" },
			"validation_failed", "shippingMethod"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := f.Submission("plan", 1, 650).Selection
			c.change(&s)
			_, err := f.Orders.Budget(ctx, s)
			if fault.Code(err) != c.code {
				t.Fatalf("refused with %v, want %s", err, c.code)
			}
			if refused := err.(*fault.Error); c.field != "" && refused.Fields[c.field] == "" {
				t.Fatalf("fields %v, want %s", refused.Fields, c.field)
			}
		})
	}
}

func TestFreightTaxAndDepositAreCounted(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 1000, 10)
	f.AddProduct(t, "monthly", 2000, 10)
	f.Exec(t, `update product set contract_period = '12m', deposit = 500 where goods_id = 'monthly'`)
	f.Exec(t, `insert into tax_rate (tenant_id, country, state, rate_ppm) values (20, 'US', '', 50000), (20, 'US', 'NY', 88750)`)
	f.AddPromoCode(t, "OFF", 100, 0, 0)
	card := f.Submission("plan", 2, 0).Selection
	card.Item.SimType, card.Country, card.State, card.Coupon = "physical", "us", "NY", "off"
	got, err := f.Orders.Budget(ctx, card)
	require.NoError(t, err)
	// 8.875 % of 19.00 is 1.68625.
	if got.Tax != 169 || got.FreightAmount != 300 || got.OrderTotal != 2000-100+300+169 || !got.NeedsAddress {
		t.Fatalf("card: %+v", got.Amounts)
	}
	if card.State = "Ohio"; err == nil {
		got, err = f.Orders.Budget(ctx, card)
	}
	if err != nil || got.Tax != 95 {
		t.Fatalf("another state: %+v %v", got.Amounts, err)
	}
	got, err = f.Orders.Budget(ctx, f.Submission("monthly", 2, 0).Selection)
	if err != nil || got.Subtotal != 4000 || got.PrepaidAmount != 5000 || got.OrderTotal != 5000 || !got.PlansOrder || got.FreightAmount != 0 {
		t.Fatalf("contract: %+v %v", got.Amounts, err)
	}
}
