package payment_test

import (
	"testing"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/jobs"
)

// wholly are the ways in which all the money of an order goes back without a word about its lines.
var wholly = map[string]func(w *till, t *testing.T, o order.Order, intent string){
	"at the provider": func(w *till, t *testing.T, _ order.Order, intent string) {
		w.prov.outside(t, intent, w.prov.left(intent))
		w.works(t, "charge.refunded", intent)
	},
	"a lost dispute": func(w *till, t *testing.T, _ order.Order, intent string) {
		w.works(t, "charge.dispute.created", w.prov.dispute(intent, payment.DisputeOpen))
		w.works(t, "charge.dispute.closed", w.prov.dispute(intent, payment.DisputeLost))
	},
	"by staff": func(w *till, t *testing.T, o order.Order, _ string) {
		if _, err := w.pay.GiveRefund(ctx, payment.StaffRefund{OrderID: o.ID, Reason: "goodwill", Actor: "staff:eve"}); err != nil {
			t.Fatal(err)
		}
	},
	"in two parts": func(w *till, t *testing.T, o order.Order, intent string) {
		w.prov.outside(t, intent, 50)
		w.works(t, "charge.refunded", intent)
		w.status(t, o, order.PartiallyRefunded)
		if n := w.Count(t, `select count(*) from order_line where state = 'refunded' and order_id = ?`, o.ID); n != 0 {
			t.Fatalf("%d lines ended with a part of the money", n)
		}
		w.prov.outside(t, intent, w.prov.left(intent))
		w.works(t, "charge.refunded", intent)
	},
}

// Whoever gives all the money back ends the order: what was not handed over is on the shelf again, what was is dead, and no carrier
// is asked for anything any more.
func TestAnOrderThatIsRefundedWholeEnds(t *testing.T) {
	t.Parallel()
	for name, refund := range wholly {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newTill(t)
			w.AddProduct(t, "plan", price, 10)

			waiting, intent := w.bought(t)
			refund(w, t, waiting, intent)
			w.balanced(t)
			w.status(t, waiting, order.Refunded)
			if n := w.Count(t, `select on_hand from stock where sku = 'plan:esim'`); n != 10 {
				t.Errorf("%d on hand after nothing was handed over", n)
			}

			delivered, intent := w.bought(t)
			w.deliver(t, delivered)
			refund(w, t, delivered, intent)
			w.balanced(t)
			w.status(t, delivered, order.Refunded)
			if kits, err := w.SIMs.Installs(ctx, delivered.ID); err != nil || len(kits) != 0 {
				t.Errorf("%d kits are shown: %v", len(kits), err)
			}
			if n := w.Count(t, `select count(*) from esim_profile where state = 'revoked'`); n != 1 {
				t.Errorf("%d profiles are dead", n)
			}

			w.Exec(t, `update product set carrier = 'partner'`)
			asked, intent := w.bought(t)
			if n := w.Count(t, `select count(*) from carrier_order where state = 'intended'`); n != 1 {
				t.Fatalf("%d requests to the carrier", n)
			}
			refund(w, t, asked, intent)
			w.balanced(t)
			if err := w.SIMs.Sweep(ctx); err != nil {
				t.Fatal(err)
			}
			if n := w.Count(t, `select count(*) from carrier_order where state <> 'failed'`); n != 0 {
				t.Errorf("%d requests are open for ever", n)
			}
		})
	}
}

// What a discount paid for and the shopper has already stays, where the money went back for something else.
func TestAGiftThatWasHandedOverOutlivesARefundOfTheRest(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.AddProduct(t, "plan", price, 10)
	o, gift := w.withGift(t)
	w.profiles(t, "gift:esim", 1)
	if err := w.SIMs.Fulfil(ctx, o.ID); !jobs.IsSnoozed(err) {
		t.Fatalf("the plan is there, too: %v", err)
	}
	w.asks(t, o, "WRONG_PURCHASE", w.lineOf(t, o, "plan"))
	w.balanced(t)
	w.status(t, o, order.Refunded)
	if kits, err := w.SIMs.Installs(ctx, o.ID); err != nil || len(kits) != 1 || kits[0].LineID != gift {
		t.Fatalf("kits: %+v %v", kits, err)
	}
}

// withGift returns a paid order of a plan, and of another that a promo code pays for, with the id of its line.
func (w *till) withGift(t testing.TB) (o order.Order, gift int64) {
	t.Helper()
	w.AddProduct(t, "gift", 500, 10)
	w.Exec(t, `insert into product_group (tenant_id, code, name_en, name_zh) values (20, 'gifts', 'Gifts', 'Gifts')`)
	w.Exec(t, `update product set group_code = 'gifts' where goods_id = 'gift'`)
	w.AddPromoCode(t, "GIFT", 500, 0, 0)
	w.Exec(t, `update promo_code set group_code = 'gifts'`)
	s := w.Submission("plan", 1, price)
	s.Source, s.Item, s.Coupon = order.FromCart, nil, "GIFT"
	for _, goods := range []string{"plan", "gift"} {
		if _, err := w.Carts.Add(ctx, 20, s.Owner, cart.Add{GoodsID: goods, SimType: "esim", Quantity: 1, CompatibilityConfirmed: true}); err != nil {
			t.Fatal(err)
		}
	}
	o = w.sold(t, s)
	return o, w.lineOf(t, o, "gift")
}

// lineOf returns the id of an order's line of a product.
func (w *till) lineOf(t testing.TB, o order.Order, goodsID string) int64 {
	t.Helper()
	for _, l := range o.Lines {
		if l.GoodsID == goodsID {
			return l.ID
		}
	}
	t.Fatalf("no %s in %s", goodsID, o.OrderNo)
	return 0
}
