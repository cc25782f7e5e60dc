package payment_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/jobs"
)

// fullRefunds are the ways in which all the money of an order is refunded without naming its lines.
var fullRefunds = map[string]func(f *fixture, t *testing.T, o order.Order, intent string){
	"at the provider": func(f *fixture, t *testing.T, _ order.Order, intent string) {
		f.provider.refundInDashboard(t, intent, f.provider.remaining(intent))
		f.workEvent(t, "charge.refunded", intent)
	},
	"a lost dispute": func(f *fixture, t *testing.T, _ order.Order, intent string) {
		f.workEvent(t, "charge.dispute.created", f.provider.dispute(intent, payment.DisputeOpen))
		f.workEvent(t, "charge.dispute.closed", f.provider.dispute(intent, payment.DisputeLost))
	},
	"by staff": func(f *fixture, t *testing.T, o order.Order, _ string) {
		if _, err := f.pay.GiveRefund(ctx, payment.StaffRefund{OrderID: o.ID, Reason: "goodwill", Actor: "staff:eve"}); err != nil {
			t.Fatal(err)
		}
	},
	"in two parts": func(f *fixture, t *testing.T, o order.Order, intent string) {
		f.provider.refundInDashboard(t, intent, 50)
		f.workEvent(t, "charge.refunded", intent)
		f.requireStatus(t, o, order.PartiallyRefunded)
		if n := f.Count(t, `select count(*) from order_line where state = 'refunded' and order_id = ?`, o.ID); n != 0 {
			t.Fatalf("%d lines ended with a part of the money", n)
		}
		f.provider.refundInDashboard(t, intent, f.provider.remaining(intent))
		f.workEvent(t, "charge.refunded", intent)
	},
}

// Whoever gives all the money back ends the order: what was not handed over is on the shelf again, what was is dead, and no carrier
// is asked for anything any more.
func TestAFullyRefundedOrderEnds(t *testing.T) {
	t.Parallel()
	for name, refund := range fullRefunds {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.AddProduct(t, "plan", price, 10)

			waiting, intent := f.placePaidOrder(t)
			refund(f, t, waiting, intent)
			f.requireBalance(t)
			f.requireStatus(t, waiting, order.Refunded)
			if n := f.Count(t, `select on_hand from stock where sku = 'plan:esim'`); n != 10 {
				t.Errorf("%d on hand after nothing was handed over", n)
			}

			delivered, intent := f.placePaidOrder(t)
			f.deliver(t, delivered)
			refund(f, t, delivered, intent)
			f.requireBalance(t)
			f.requireStatus(t, delivered, order.Refunded)
			if kits, err := f.SIMs.Installs(ctx, delivered.ID); err != nil || len(kits) != 0 {
				t.Errorf("%d kits are shown: %v", len(kits), err)
			}
			if n := f.Count(t, `select count(*) from esim_profile where state = 'revoked'`); n != 1 {
				t.Errorf("%d profiles are dead", n)
			}

			f.Exec(t, `update product set carrier = 'partner'`)
			asked, intent := f.placePaidOrder(t)
			if n := f.Count(t, `select count(*) from carrier_order where state = 'intended'`); n != 1 {
				t.Fatalf("%d requests to the carrier", n)
			}
			refund(f, t, asked, intent)
			f.requireBalance(t)
			require.NoError(t, f.SIMs.Sweep(ctx))
			if n := f.Count(t, `select count(*) from carrier_order where state <> 'failed'`); n != 0 {
				t.Errorf("%d requests are open for ever", n)
			}
		})
	}
}

// What a discount paid for and the shopper has already stays, where the money went back for something else.
func TestADeliveredGiftOutlivesARefundOfTheRest(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, gift := f.placeOrderWithGift(t)
	f.addProfiles(t, "gift:esim", 1)
	if err := f.SIMs.Fulfil(ctx, o.ID); !jobs.IsSnoozed(err) {
		t.Fatalf("the plan is there, too: %v", err)
	}
	f.requestRefund(t, o, "WRONG_PURCHASE", f.lineOfGoods(t, o, "plan"))
	f.requireBalance(t)
	f.requireStatus(t, o, order.Refunded)
	if kits, err := f.SIMs.Installs(ctx, o.ID); err != nil || len(kits) != 1 || kits[0].LineID != gift {
		t.Fatalf("kits: %+v %v", kits, err)
	}
}

// placeOrderWithGift places and pays an order of a plan, and of another that a promo code pays for, with the id of its line.
func (f *fixture) placeOrderWithGift(t testing.TB) (o order.Order, gift int64) {
	t.Helper()
	f.AddProduct(t, "gift", 500, 10)
	f.Exec(t, `insert into product_group (tenant_id, code, name_en, name_zh) values (20, 'gifts', 'Gifts', 'Gifts')`)
	f.Exec(t, `update product set group_code = 'gifts' where goods_id = 'gift'`)
	f.AddPromoCode(t, "GIFT", 500, 0, 0)
	f.Exec(t, `update promo_code set group_code = 'gifts'`)
	s := f.Submission("plan", 1, price)
	s.Source, s.Item, s.Coupon = order.FromCart, nil, "GIFT"
	for _, goods := range []string{"plan", "gift"} {
		if _, err := f.Carts.Add(ctx, 20, s.Owner, cart.Add{GoodsID: goods, SimType: "esim", Quantity: 1, CompatibilityConfirmed: true}); err != nil {
			t.Fatal(err)
		}
	}
	o = f.placeAndPay(t, s)
	return o, f.lineOfGoods(t, o, "gift")
}

// lineOfGoods returns the id of an order's line of a product.
func (f *fixture) lineOfGoods(t testing.TB, o order.Order, goodsID string) int64 {
	t.Helper()
	for _, l := range o.Lines {
		if l.GoodsID == goodsID {
			return l.ID
		}
	}
	t.Fatalf("no %s in %s", goodsID, o.OrderNo)
	return 0
}
