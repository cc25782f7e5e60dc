package payment_test

import (
	"context"
	"sync"
	"testing"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/reward"
	"github.com/roamcart/roamcart/bff/sim"
)

// bought returns a paid order of one eSIM and the intent that paid it.
func (w *till) bought(t testing.TB) (order.Order, string) {
	t.Helper()
	o, intent := w.placed(t)
	w.prov.move(intent, payment.IntentSucceeded, "")
	w.hears(t, intent)
	return w.order(t, o.ID), intent
}

// basket returns a paid order of one eSIM (650) and two cards (1,300), with 300 freight and 195 off: 2,055.
func (w *till) basket(t testing.TB) order.Order {
	t.Helper()
	s := w.Submission("plan", 1, 2055)
	s.Source, s.Item = order.FromCart, nil
	for simType, quantity := range map[string]int{"esim": 1, "physical": 2} {
		add := cart.Add{GoodsID: "plan", SimType: simType, Quantity: quantity, CompatibilityConfirmed: true}
		if _, err := w.Carts.Add(ctx, 20, s.Owner, add); err != nil {
			t.Fatal(err)
		}
	}
	s.Coupon = "OFF"
	s.Address = &order.Address{FullName: "Ada", Country: "HK", AddressLine1: "1 Queen's Road", City: "Hong Kong", State: "Central"}
	return w.sold(t, s)
}

// sold returns the order of a submission, paid.
func (w *till) sold(t testing.TB, s order.Submission) order.Order {
	t.Helper()
	o := w.Place(t, s)
	intent := w.create(t, o)
	w.prov.move(intent, payment.IntentSucceeded, "")
	w.hears(t, intent)
	return w.order(t, o.ID)
}

func (w *till) order(t testing.TB, id int64) order.Order {
	t.Helper()
	o, err := w.Orders.ByID(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func (w *till) line(t testing.TB, o order.Order, simType string) int64 {
	t.Helper()
	for _, l := range o.Lines {
		if l.SimType == simType {
			return l.ID
		}
	}
	t.Fatalf("no %s in %s", simType, o.OrderNo)
	return 0
}

// deliver gives the order's eSIMs to the shopper.
func (w *till) deliver(t testing.TB, o order.Order) {
	t.Helper()
	w.profiles(t, "plan:esim", len(o.Lines))
	if err := w.SIMs.Fulfil(ctx, o.ID); err != nil {
		t.Fatal(err)
	}
}

// profiles puts eSIM profiles into the pool.
func (w *till) profiles(t testing.TB, sku string, n int) {
	t.Helper()
	code, err := w.Box.Seal(sim.SealPurpose, []byte("LPA:1$smdp.example.com$TOKEN"))
	if err != nil {
		t.Fatal(err)
	}
	w.Exec(t, `
		insert into esim_profile (tenant_id, sku, iccid, activation)
		select 20, ?, '89852' || lpad((n + (select count(*) from esim_profile))::text, 14, '0'), ?
		from generate_series(1, cast(? as int)) as n`, sku, pg.Bytes(code), n)
}

func (w *till) asks(t testing.TB, o order.Order, reason string, lines ...int64) payment.RefundOutcome {
	t.Helper()
	a, err := w.pay.RequestRefund(ctx, payment.ShopperRefund{OrderID: o.ID, LineIDs: lines, Reason: reason, Actor: "v:test"})
	if err != nil {
		t.Fatalf("ask for a refund: %v", err)
	}
	return a
}

func (w *till) status(t testing.TB, o order.Order, want order.Status) {
	t.Helper()
	if got := w.order(t, o.ID); got.Status != want {
		t.Fatalf("order is %s with %d refunded, want %s", got.Status, got.RefundedAmount, want)
	}
}

// The points that a customer paid with come back with the money, once however often the refund is worked.
func TestARefundGivesPointsBackOnce(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	if err := w.Rewards.Adjust(ctx, reward.Adjustment{TenantID: 20, UserID: 7, Points: 50}); err != nil {
		t.Fatal(err)
	}
	s := w.Submission("plan", 1, price-50)
	s.UserID, s.Owner, s.Points = 7, cart.User(7), 50
	o := w.sold(t, s)
	w.asks(t, o, "WRONG_PURCHASE")
	w.balanced(t)
	w.status(t, o, order.Refunded)
	if sum, err := w.Rewards.Summary(ctx, 20, 7); err != nil || sum.Points != 50 {
		t.Errorf("points: %+v %v", sum, err)
	}
	if n := w.Count(t, `select count(*) from point_entry where kind = 'restore' and points = 50`); n != 1 {
		t.Errorf("given back %d times", n)
	}
}

// What was not delivered goes back at once, and is on the shelf again.
func TestAnUndeliveredOrderGoesBackAtOnce(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	o, intent := w.bought(t)
	a := w.asks(t, o, "WRONG_PURCHASE")
	if a.Refund == nil || a.Refund.State != payment.RefundPending || a.Refund.Amount != price {
		t.Fatalf("answer: %+v", a)
	}
	w.status(t, o, order.PendingRefund)
	w.deliver(t, o)
	if n := w.Count(t, `select count(*) from esim_profile where state <> 'available'`); n != 0 {
		t.Fatal("an order that is being refunded was delivered")
	}
	if again := w.asks(t, o, "WRONG_PURCHASE"); again.Why != "refund_requested" {
		t.Fatalf("asked again: %+v", again)
	}
	w.balanced(t)
	w.status(t, o, order.Refunded)
	if w.prov.refunded[intent] != price {
		t.Fatalf("given back %d", w.prov.refunded[intent])
	}
	if n := w.Count(t, `select on_hand from stock where sku = 'plan:esim'`); n != 10 {
		t.Fatalf("%d on hand", n)
	}
	if n := w.Count(t, `select count(*) from order_line where state = 'refunded'`); n != 1 {
		t.Fatal("the line is not refunded")
	}
	if again := w.asks(t, o, "WRONG_PURCHASE"); again.Why != "refund_done" {
		t.Fatalf("asked after the end: %+v", again)
	}
}

// By line: each gives its price less its share of the discount; freight comes with the last of the cards, if no parcel has left.
// What is not refunded is delivered.
func TestLinesGoBackOneByOne(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	w.Promo(t, "OFF", 195, 0, 0)
	o := w.basket(t)
	esim, cards := w.line(t, o, "esim"), w.line(t, o, "physical")
	first := w.asks(t, o, "INCOMPATIBLE_DEVICE", cards)
	if first.Refund == nil || first.Refund.Amount != 1170+300 {
		t.Fatalf("the cards with the freight: %+v", first)
	}
	w.balanced(t)
	w.status(t, o, order.PartiallyRefunded)
	w.deliver(t, o)
	if got := w.order(t, o.ID); got.Status != order.PartiallyRefunded || got.ShippedAt == nil {
		t.Fatalf("the rest was not delivered: %s", got.Status)
	}
	second := w.asks(t, o, "INSTALLATION_FAILURE", esim)
	if second.Refund == nil || second.Refund.State != payment.RefundRequested || second.Refund.Amount != 585 {
		t.Fatalf("the eSIM: %+v", second.Refund)
	}
	if _, err := w.pay.DecideRefund(ctx, second.Refund.ID, true, "staff:eve", "never installed"); err != nil {
		t.Fatal(err)
	}
	w.balanced(t)
	w.status(t, o, order.Refunded)
	if n := w.Count(t, `select on_hand from stock where sku = 'plan:physical'`); n != 10 {
		t.Fatalf("%d cards on hand", n)
	}
	if n := w.Count(t, `select on_hand from stock where sku = 'plan:esim'`); n != 9 {
		t.Fatalf("a shown eSIM is on the shelf again: %d", n)
	}
	if n := w.Count(t, `select count(*) from esim_profile where state = 'revoked'`); n != 1 {
		t.Fatalf("%d profiles revoked", n)
	}
}

// Of a line that came in part, what did not come has gone back: only the rest of it can be asked for.
func TestALineGoesBackOnce(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	w.Promo(t, "OFF", 195, 0, 0)
	o := w.basket(t)
	cards := w.line(t, o, "physical")
	err := w.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		locked, err := w.Orders.Lock(ctx, tx, o.ID)
		if err != nil {
			return err
		}
		return w.pay.Undelivered(ctx, tx, locked, map[int64]int{cards: 1})
	})
	if err != nil {
		t.Fatal(err)
	}
	w.balanced(t)
	w.status(t, o, order.PartiallyRefunded)
	rest := w.asks(t, o, "WRONG_PURCHASE", cards)
	if rest.Refund == nil || rest.Refund.Amount != 585+300 {
		t.Fatalf("the other card with the freight: %+v", rest.Refund)
	}
	w.balanced(t)
	if got := w.order(t, o.ID); got.RefundedAmount != 1170+300 {
		t.Fatalf("%d given back", got.RefundedAmount)
	}
	last := w.asks(t, o, "WRONG_PURCHASE", w.line(t, o, "esim"))
	if last.Refund == nil || last.Refund.Amount != 585 {
		t.Fatalf("the eSIM: %+v", last.Refund)
	}
	w.balanced(t)
	w.status(t, o, order.Refunded)
}

// A line that a discount paid for gives nothing back by itself; with the rest of its order it ends.
func TestWhatCostNothingGivesNothingBack(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	o, gift := w.withGift(t)
	if a := w.asks(t, o, "WRONG_PURCHASE", gift); a.Why != "refund_nothing_paid" {
		t.Fatalf("asked for nothing: %+v", a)
	}
	_, err := w.pay.GiveRefund(ctx, payment.StaffRefund{OrderID: o.ID, LineIDs: []int64{gift}, Reason: "asked", Actor: "staff:eve"})
	if fault.Code(err) != "refund_nothing_paid" {
		t.Fatalf("staff give nothing: %v", err)
	}
	w.status(t, o, order.Processing)
	if a := w.asks(t, o, "WRONG_PURCHASE"); a.Refund == nil || a.Refund.Amount != price || len(a.Refund.LineIDs) != 2 {
		t.Fatalf("the whole order: %+v", a)
	}
	w.balanced(t)
	w.status(t, o, order.Refunded)
}

// Twenty tabs ask at once, and one of them beside the delivery: one refund, and what goes back was not delivered.
func TestTwentyTabsAskForOneRefund(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	o, intent := w.bought(t)
	var wg sync.WaitGroup
	w.whileAt(t, "refund weighed", func() { w.asks(t, o, "WRONG_PURCHASE") }, func() {
		for range 19 {
			wg.Go(func() { w.asks(t, o, "WRONG_PURCHASE") })
		}
		wg.Go(func() { w.deliver(t, o) })
	})
	wg.Wait()
	w.balanced(t)
	w.status(t, o, order.Refunded)
	if n := w.Count(t, `select count(*) from refund`); n != 1 || w.prov.refunded[intent] != price {
		t.Fatalf("%d refunds, %d given back", n, w.prov.refunded[intent])
	}
}
