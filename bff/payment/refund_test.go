package payment_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/reward"
	"github.com/roamcart/roamcart/bff/sim"
)

// placePaidOrder places and pays an order of one eSIM, and returns it with its intent.
func (f *fixture) placePaidOrder(t testing.TB) (order.Order, string) {
	t.Helper()
	o, intent := f.placeOrder(t)
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	f.applyIntent(t, intent)
	return f.readOrder(t, o.ID), intent
}

// placeMixedOrder places and pays the order of a mixedSubmission.
func (f *fixture) placeMixedOrder(t testing.TB) order.Order {
	t.Helper()
	return f.placeAndPay(t, f.mixedSubmission(t))
}

// mixedSubmission is an order of one eSIM (650) and two cards (1,300), with 300 freight and 195 off: 2,055.
func (f *fixture) mixedSubmission(t testing.TB) order.Submission {
	t.Helper()
	s := f.Submission("plan", 1, 2055)
	s.Source, s.Item = order.FromCart, nil
	for simType, quantity := range map[string]int{"esim": 1, "physical": 2} {
		add := cart.Add{GoodsID: "plan", SimType: simType, Quantity: quantity, CompatibilityConfirmed: true}
		if _, err := f.Carts.Add(ctx, 20, s.Owner, add); err != nil {
			t.Fatal(err)
		}
	}
	s.Coupon = "OFF"
	s.Address = &order.Address{FullName: "Ada", Country: "HK", AddressLine1: "1 Queen's Road", City: "Hong Kong", State: "Central"}
	return s
}

// placeAndPay places and pays the order of a submission.
func (f *fixture) placeAndPay(t testing.TB, s order.Submission) order.Order {
	t.Helper()
	o := f.Place(t, s)
	intent := f.createIntent(t, o)
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	f.applyIntent(t, intent)
	return f.readOrder(t, o.ID)
}

func (f *fixture) readOrder(t testing.TB, id int64) order.Order {
	t.Helper()
	o, err := f.Orders.ByID(ctx, id)
	require.NoError(t, err)
	return o
}

func (f *fixture) lineOfSimType(t testing.TB, o order.Order, simType string) int64 {
	t.Helper()
	for _, l := range o.Lines {
		if l.SimType == simType {
			return l.ID
		}
	}
	t.Fatalf("no %s in %s", simType, o.OrderNo)
	return 0
}

// deliver adds profiles for the order's eSIMs and delivers them.
func (f *fixture) deliver(t testing.TB, o order.Order) {
	t.Helper()
	f.addProfiles(t, "plan:esim", len(o.Lines))
	require.NoError(t, f.SIMs.Fulfil(ctx, o.ID))
}

// addProfiles puts eSIM profiles into the pool.
func (f *fixture) addProfiles(t testing.TB, sku string, n int) {
	t.Helper()
	code, err := f.Box.Seal(sim.SealPurpose, []byte("LPA:1$smdp.example.com$TOKEN"))
	require.NoError(t, err)
	f.Exec(t, `
		insert into esim_profile (tenant_id, sku, iccid, activation)
		select 20, ?, '89852' || lpad((n + (select count(*) from esim_profile))::text, 14, '0'), ?
		from generate_series(1, cast(? as int)) as n`, sku, pg.Bytes(code), n)
}

func (f *fixture) requestRefund(t testing.TB, o order.Order, reason string, lines ...int64) payment.RefundOutcome {
	t.Helper()
	a, err := f.pay.RequestRefund(ctx, payment.ShopperRefund{OrderID: o.ID, LineIDs: lines, Reason: reason, Actor: "v:test"})
	require.NoError(t, err, "ask for a refund")
	return a
}

func (f *fixture) requireStatus(t testing.TB, o order.Order, want order.Status) {
	t.Helper()
	if got := f.readOrder(t, o.ID); got.Status != want {
		t.Fatalf("order is %s with %d refunded, want %s", got.Status, got.RefundedAmount, want)
	}
}

// The points that a customer paid with come back with the money, once however often the refund is worked.
func TestARefundGivesPointsBackOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	require.NoError(t, f.Rewards.Adjust(ctx, reward.Adjustment{TenantID: 20, UserID: 7, Points: 50}))
	s := f.Submission("plan", 1, price-50)
	s.UserID, s.Owner, s.Points = 7, cart.User(7), 50
	o := f.placeAndPay(t, s)
	f.requestRefund(t, o, "WRONG_PURCHASE")
	f.requireBalance(t)
	f.requireStatus(t, o, order.Refunded)
	if sum, err := f.Rewards.Summary(ctx, 20, 7); err != nil || sum.Points != 50 {
		t.Errorf("points: %+v %v", sum, err)
	}
	if n := f.Count(t, `select count(*) from point_entry where kind = 'restore' and points = 50`); n != 1 {
		t.Errorf("given back %d times", n)
	}
}

// What was not delivered goes back at once, and is on the shelf again.
func TestAnUndeliveredOrderIsRefundedAtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placePaidOrder(t)
	a := f.requestRefund(t, o, "WRONG_PURCHASE")
	if a.Refund == nil || a.Refund.State != payment.RefundPending || a.Refund.Amount != price {
		t.Fatalf("answer: %+v", a)
	}
	f.requireStatus(t, o, order.PendingRefund)
	f.deliver(t, o)
	if n := f.Count(t, `select count(*) from esim_profile where state <> 'available'`); n != 0 {
		t.Fatal("an order that is being refunded was delivered")
	}
	if again := f.requestRefund(t, o, "WRONG_PURCHASE"); again.Why != "refund_requested" {
		t.Fatalf("asked again: %+v", again)
	}
	f.requireBalance(t)
	f.requireStatus(t, o, order.Refunded)
	if f.provider.refunded[intent] != price {
		t.Fatalf("given back %d", f.provider.refunded[intent])
	}
	if n := f.Count(t, `select on_hand from stock where sku = 'plan:esim'`); n != 10 {
		t.Fatalf("%d on hand", n)
	}
	if n := f.Count(t, `select count(*) from order_line where state = 'refunded'`); n != 1 {
		t.Fatal("the line is not refunded")
	}
	if again := f.requestRefund(t, o, "WRONG_PURCHASE"); again.Why != "refund_done" {
		t.Fatalf("asked after the end: %+v", again)
	}
}

// By line: each gives its price less its share of the discount; freight comes with the last of the cards, if no parcel has left.
// What is not refunded is delivered.
func TestLinesAreRefundedOneByOne(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	f.AddPromoCode(t, "OFF", 195, 0, 0)
	o := f.placeMixedOrder(t)
	esim, cards := f.lineOfSimType(t, o, "esim"), f.lineOfSimType(t, o, "physical")
	first := f.requestRefund(t, o, "INCOMPATIBLE_DEVICE", cards)
	if first.Refund == nil || first.Refund.Amount != 1170+300 {
		t.Fatalf("the cards with the freight: %+v", first)
	}
	f.requireBalance(t)
	f.requireStatus(t, o, order.PartiallyRefunded)
	f.deliver(t, o)
	if got := f.readOrder(t, o.ID); got.Status != order.PartiallyRefunded || got.ShippedAt == nil {
		t.Fatalf("the rest was not delivered: %s", got.Status)
	}
	second := f.requestRefund(t, o, "INSTALLATION_FAILURE", esim)
	if second.Refund == nil || second.Refund.State != payment.RefundRequested || second.Refund.Amount != 585 {
		t.Fatalf("the eSIM: %+v", second.Refund)
	}
	if _, err := f.pay.DecideRefund(ctx, second.Refund.ID, true, "staff:eve", "never installed"); err != nil {
		t.Fatal(err)
	}
	f.requireBalance(t)
	f.requireStatus(t, o, order.Refunded)
	if n := f.Count(t, `select on_hand from stock where sku = 'plan:physical'`); n != 10 {
		t.Fatalf("%d cards on hand", n)
	}
	if n := f.Count(t, `select on_hand from stock where sku = 'plan:esim'`); n != 9 {
		t.Fatalf("a shown eSIM is on the shelf again: %d", n)
	}
	if n := f.Count(t, `select count(*) from esim_profile where state = 'revoked'`); n != 1 {
		t.Fatalf("%d profiles revoked", n)
	}
}

// Of a line that came in part, what did not come has gone back: only the rest of it can be asked for.
func TestALineIsRefundedOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	f.AddPromoCode(t, "OFF", 195, 0, 0)
	o := f.placeMixedOrder(t)
	cards := f.lineOfSimType(t, o, "physical")
	f.loseUnits(t, o, cards, 1)
	f.requireBalance(t)
	f.requireStatus(t, o, order.PartiallyRefunded)
	rest := f.requestRefund(t, o, "WRONG_PURCHASE", cards)
	if rest.Refund == nil || rest.Refund.Amount != 585+300 {
		t.Fatalf("the other card with the freight: %+v", rest.Refund)
	}
	f.requireBalance(t)
	if got := f.readOrder(t, o.ID); got.RefundedAmount != 1170+300 {
		t.Fatalf("%d given back", got.RefundedAmount)
	}
	last := f.requestRefund(t, o, "WRONG_PURCHASE", f.lineOfSimType(t, o, "esim"))
	if last.Refund == nil || last.Refund.Amount != 585 {
		t.Fatalf("the eSIM: %+v", last.Refund)
	}
	f.requireBalance(t)
	f.requireStatus(t, o, order.Refunded)
}

// A line that a discount paid for gives nothing back by itself; with the rest of its order it ends.
func TestAFreeLineIsRefundedWithTheRestOfItsOrder(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, gift := f.placeOrderWithGift(t)
	if a := f.requestRefund(t, o, "WRONG_PURCHASE", gift); a.Why != "refund_nothing_paid" {
		t.Fatalf("asked for nothing: %+v", a)
	}
	_, err := f.pay.GiveRefund(ctx, payment.StaffRefund{OrderID: o.ID, LineIDs: []int64{gift}, Reason: "asked", Actor: "staff:eve"})
	if fault.Code(err) != "refund_nothing_paid" {
		t.Fatalf("staff give nothing: %v", err)
	}
	f.requireStatus(t, o, order.Processing)
	if a := f.requestRefund(t, o, "WRONG_PURCHASE"); a.Refund == nil || a.Refund.Amount != price || len(a.Refund.LineIDs) != 2 {
		t.Fatalf("the whole order: %+v", a)
	}
	f.requireBalance(t)
	f.requireStatus(t, o, order.Refunded)
}

// Twenty tabs ask at once, and one of them beside the delivery: one refund, and what goes back was not delivered.
func TestTwentyTabsAskForOneRefund(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placePaidOrder(t)
	var wg sync.WaitGroup
	f.pauseAt(t, "refund weighed", func() { f.requestRefund(t, o, "WRONG_PURCHASE") }, func() {
		for range 19 {
			wg.Go(func() { f.requestRefund(t, o, "WRONG_PURCHASE") })
		}
		wg.Go(func() { f.deliver(t, o) })
	})
	wg.Wait()
	f.requireBalance(t)
	f.requireStatus(t, o, order.Refunded)
	if n := f.Count(t, `select count(*) from refund`); n != 1 || f.provider.refunded[intent] != price {
		t.Fatalf("%d refunds, %d given back", n, f.provider.refunded[intent])
	}
}
