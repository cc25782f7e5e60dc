package payment_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/sim"
)

// workEvent receives an event about an object, works it three times and replays it.
func (f *fixture) workEvent(t testing.TB, kind, object string) {
	t.Helper()
	id := fmt.Sprintf("evt_%d", f.Count(t, `select count(*) from payment_event`)+1)
	require.NoError(t, f.pay.Receive(ctx, eventPayload(id, kind, object), "good"))
	for range 3 {
		require.NoError(t, f.pay.ProcessEvent(ctx, id), kind)
	}
	if _, err := f.pay.Replay(ctx, id); err != nil {
		t.Fatalf("replay %s: %v", kind, err)
	}
}

// A refund that somebody makes at the provider is booked, so that the ledger agrees; the next one of ours knows of it.
func TestARefundMadeAtTheProvider(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placePaidOrder(t)
	id := f.provider.refundInDashboard(t, intent, 150)
	f.workEvent(t, "charge.refunded", intent)
	f.workEvent(t, "refund.created", id)
	f.requireStatus(t, o, order.PartiallyRefunded)
	f.requireBalance(t)
	a := f.requestRefund(t, o, "WRONG_PURCHASE")
	if a.Refund == nil || a.Refund.Amount != price-150 {
		t.Fatalf("the rest: %+v", a.Refund)
	}
	f.requireBalance(t)
	f.requireStatus(t, o, order.Refunded)
}

// Staff give the money back at the provider while the shopper's request still waits: the request is over, the ledger agrees.
func TestARefundMadeAtTheProviderEndsARequest(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placePaidOrder(t)
	f.deliver(t, o)
	if a := f.requestRefund(t, o, "NO_COVERAGE"); a.Refund == nil || a.Refund.State != payment.RefundRequested {
		t.Fatalf("answer: %+v", a)
	}
	f.provider.refundInDashboard(t, intent, price-50)
	f.workEvent(t, "charge.refunded", intent)
	f.requireStatus(t, o, order.PartiallyRefunded)
	f.requireBalance(t)
	if n := f.Count(t, `select count(*) from refund where state = 'refused' and decided_by = 'provider'`); n != 1 {
		t.Fatalf("%d requests ended", n)
	}
	if a := f.requestRefund(t, o, "NO_COVERAGE"); a.Refund == nil || a.Refund.Amount != 50 {
		t.Fatalf("the rest: %+v", a)
	}
	f.requireBalance(t)
}

// Another shop at the same provider has refunds with the numbers of ours.
func TestAForeignRefundIsUnknown(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, _ := f.placePaidOrder(t)
	r := f.requestRefund(t, o, "WRONG_PURCHASE").Refund
	f.provider.intents["pi_foreign"] = &payment.Intent{ID: "pi_foreign", Status: payment.IntentSucceeded, AmountReceived: 900}
	f.provider.refunds[77] = payment.ProviderRefund{ID: "re_77", IntentID: "pi_foreign", State: "succeeded", RefundID: r.ID, Amount: price}
	require.NoError(t, f.pay.Receive(ctx, eventPayload("evt_f", "refund.updated", "re_77"), "good"))
	if err := f.pay.ProcessEvent(ctx, "evt_f"); err == nil {
		t.Fatal("a foreign refund is not parked")
	}
	f.requireStatus(t, o, order.PendingRefund)
	f.requireBalance(t)
}

// The provider's messages come in any order: a dispute may be over before the shop has heard of the payment. The order waits
// for that as before, and expires without it.
func TestADisputeWonBeforeThePaymentIsKnownLiftsTheHold(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placeOrder(t)
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	f.workEvent(t, "charge.dispute.created", f.provider.dispute(intent, payment.DisputeOpen))
	f.Exec(t, `delete from river_job where kind = 'order_unpaid'`)
	f.workEvent(t, "charge.dispute.closed", f.provider.dispute(intent, payment.DisputeWon))
	if got := f.readOrder(t, o.ID); got.Status != order.WaitingPayment || got.HoldReason != "" {
		t.Fatalf("%s held %q", got.Status, got.HoldReason)
	}
	if n := f.Count(t, `select count(*) from river_job where kind = 'order_unpaid'`); n != 1 {
		t.Errorf("expiry was asked for %d times", n)
	}
	if n := f.Count(t, `select count(*) from river_job where kind = 'order_fulfil'`); n != 0 {
		t.Errorf("delivery of an unpaid order was asked for %d times", n)
	}
	f.applyIntent(t, intent)
	f.requireStatus(t, o, order.Processing)
	f.requireBalance(t)
}

// Money that came for a cancelled order, and that the provider does not give back as long as it is disputed, stays with the shop when the
// dispute is won: the order is held until somebody finds another way.
func TestARefundThatFailedInADisputeKeepsItsOrderHeld(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placeOrder(t)
	require.NoError(t, f.pay.Cancel(ctx, f.readOrder(t, o.ID), "shopper"))
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	f.applyIntent(t, intent)
	f.workEvent(t, "charge.dispute.created", f.provider.dispute(intent, payment.DisputeOpen))
	require.NoError(t, f.settleRefunds())
	f.workEvent(t, "charge.dispute.closed", f.provider.dispute(intent, payment.DisputeWon))
	if got := f.readOrder(t, o.ID); got.Status != order.Cancelled || got.HoldReason != "refund 1 failed" {
		t.Fatalf("%s held %q", got.Status, got.HoldReason)
	}
	f.requireBalance(t)
}

// A dispute holds its order. Won, the hold is lifted; lost, the money is booked as gone.
func TestADisputeHoldsItsOrder(t *testing.T) {
	t.Parallel()
	for end, want := range map[string]struct {
		status   order.Status
		hold     string
		refunded int64
	}{
		payment.DisputeWon:  {order.Processing, "", 0},
		payment.DisputeLost: {order.Refunded, "dispute", price},
	} {
		t.Run(end, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.AddProduct(t, "plan", price, 10)
			o, intent := f.placePaidOrder(t)
			id := f.provider.dispute(intent, payment.DisputeOpen)
			f.workEvent(t, "charge.dispute.created", id)
			if got := f.readOrder(t, o.ID); got.HoldReason != "dispute" || got.Status != order.Processing || f.log.errors.Load() != 1 {
				t.Fatalf("disputed: %s held %q, %d alerts", got.Status, got.HoldReason, f.log.errors.Load())
			}
			if cases, err := f.pay.OpenCases(ctx, 10); err != nil || len(cases) != 1 || cases[0].Kind != "dispute" {
				t.Fatalf("cases of the back office: %+v %v", cases, err)
			}
			f.deliver(t, o)
			if n := f.Count(t, `select count(*) from esim_profile where state = 'delivered'`); n != 0 {
				t.Fatal("a disputed order was delivered")
			}
			f.provider.dispute(intent, end)
			f.workEvent(t, "charge.dispute.closed", id)
			f.workEvent(t, "charge.dispute.funds_withdrawn", id)
			got := f.readOrder(t, o.ID)
			if got.Status != want.status || got.HoldReason != want.hold || got.RefundedAmount != want.refunded {
				t.Fatalf("%s: %s held %q, %d refunded", end, got.Status, got.HoldReason, got.RefundedAmount)
			}
			if n := f.Count(t, `select count(*) from dispute where state = ? and closed_at is not null`, end); n != 1 {
				t.Fatal("the dispute is not recorded")
			}
			f.requireBalance(t)
		})
	}
}

// A dispute of an order that staff hold for something else keeps it held, too: whoever is done with the one has not settled the other.
func TestADisputeKeepsAnOrderThatWasHeldBefore(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placePaidOrder(t)
	requireHold := func(want string) {
		t.Helper()
		if got := f.readOrder(t, o.ID).HoldReason; got != want {
			t.Fatalf("held %q, want %q", got, want)
		}
	}
	require.NoError(t, f.Orders.StaffHold(ctx, o.ID, "staff:mei", "address looks wrong"))
	f.workEvent(t, "charge.dispute.created", f.provider.dispute(intent, payment.DisputeOpen))
	requireHold("address looks wrong; dispute")
	if err := f.Orders.Lift(ctx, o.ID, "staff:mei", "address is right"); fault.Code(err) != "order_disputed" {
		t.Fatalf("lifted under a dispute: %v", err)
	}
	f.deliver(t, o)
	f.requireStatus(t, o, order.Processing)
	f.workEvent(t, "charge.dispute.closed", f.provider.dispute(intent, payment.DisputeWon))
	requireHold("address looks wrong")
	require.NoError(t, f.Orders.Lift(ctx, o.ID, "staff:mei", "address is right"))
	f.deliver(t, o)
	f.requireStatus(t, o, order.Shipped)
	f.requireBalance(t)
}

// Money that does not match stays under review when a dispute that was reported before it is won.
func TestADisputeThatIsWonLeavesAMismatch(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placeOrder(t)
	f.provider.intents[intent].Amount = price - 1
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	f.workEvent(t, "charge.dispute.created", f.provider.dispute(intent, payment.DisputeOpen))
	f.applyIntent(t, intent)
	f.workEvent(t, "charge.dispute.closed", f.provider.dispute(intent, payment.DisputeWon))
	if got := f.readOrder(t, o.ID); got.HoldReason != "payment mismatch: amount 649 instead of 650" {
		t.Fatalf("held %q", got.HoldReason)
	}
	f.requireBalance(t)
}

// An order that was let go under an open dispute, as versions before did, is not delivered.
func TestNothingLeavesUnderAnOpenDispute(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	f.AddPromoCode(t, "OFF", 195, 0, 0)
	o := f.placeMixedOrder(t)
	f.workEvent(t, "charge.dispute.created", f.provider.dispute(*f.latestAttempt(t, o).IntentID, payment.DisputeOpen))
	f.Exec(t, `update orders set hold_reason = ''`)
	f.deliver(t, o)
	parcel := o.Lines[slices.IndexFunc(o.Lines, order.Line.ToSend)].LineNo
	if n := f.Count(t, `select count(*) from esim_profile where state <> 'available'`); n != 0 {
		t.Errorf("%d eSIMs left the pool", n)
	}
	err := f.SIMs.Ship(ctx, sim.Parcel{OrderID: o.ID, Tracking: "SF1", Actor: "staff:mei", Cards: map[int][]string{
		parcel: {"8985201000000000001", "8985201000000000002"},
	}})
	if fault.Code(err) != "order_disputed" {
		t.Errorf("a parcel left: %v", err)
	}
}

// A payment that succeeds after it was given up for a newer attempt pays the order, and the newer one must not be payable.
func TestALateSuccessEndsTheNewerAttempt(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"job", "sweep", "second payment"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.AddProduct(t, "plan", price, 10)
			o, first := f.placeOrder(t)
			f.provider.setStatus(first, payment.IntentOpen, "card_declined")
			f.applyIntent(t, first)
			second := f.createIntent(t, o)
			f.provider.setStatus(first, payment.IntentSucceeded, "")
			f.applyIntent(t, first)
			f.requireStatus(t, o, order.Processing)
			if n := f.Count(t, `select count(*) from river_job where kind = 'payment_give_up'`); n != 1 {
				t.Fatalf("%d jobs to give the newer attempt up", n)
			}
			switch how {
			case "second payment":
				// The payer is faster than the job: that money goes back, and the order keeps what paid it.
				f.provider.setStatus(second, payment.IntentSucceeded, "")
				fallthrough
			case "job":
				for range 2 {
					require.NoError(t, f.pay.CancelAttempt(ctx, f.latestAttempt(t, o).ID))
				}
			case "sweep":
				f.Clock.Advance(2 * 60 * 1e9)
				require.NoError(t, f.pay.Sweep(ctx))
			}
			if left := f.provider.payableIntents(o.OrderNo); len(left) != 0 {
				t.Fatalf("%v can still be paid", left)
			}
			f.requireBalance(t)
			f.requireStatus(t, o, order.Processing)
		})
	}
}

// latestAttempt returns the order's newest attempt.
func (f *fixture) latestAttempt(t testing.TB, o order.Order) payment.Attempt {
	t.Helper()
	a, err := f.pay.Latest(ctx, o.ID)
	if err != nil || a == nil {
		t.Fatalf("no attempt: %v", err)
	}
	return *a
}

// A payer's bank may take the whole payment back although some of it was refunded: the ledger gives what there is, once.
func TestADisputeBooksAtMostTheRemainingPayment(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]int64{"some is left": 150, "nothing is left": price} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.AddProduct(t, "plan", price, 10)
			o, intent := f.placePaidOrder(t)
			f.provider.refundInDashboard(t, intent, before)
			f.workEvent(t, "charge.refunded", intent)
			f.provider.disputes["dp_1"] = payment.ProviderDispute{
				ID: "dp_1", IntentID: intent, Amount: price, Currency: "USD", Reason: "fraudulent", State: payment.DisputeLost, At: f.Clock.Now(),
			}
			f.workEvent(t, "charge.dispute.closed", "dp_1")
			f.provider.refunded[intent] = price
			f.requireBalance(t)
			f.requireStatus(t, o, order.Refunded)
			if sum := f.Count(t, `select sum(amount) from refund`); sum != price {
				t.Fatalf("%d booked as given back", sum)
			}
			if n := f.Count(t, `select count(*) from dispute where state = 'lost'`); n != 1 {
				t.Fatal("the dispute is not noted")
			}
		})
	}
}

// An order with two disputes is held until both are over.
func TestTheLastDisputeLiftsTheHold(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placePaidOrder(t)
	updateDispute := func(id, state, held string) {
		t.Helper()
		f.provider.disputes[id] = payment.ProviderDispute{
			ID: id, IntentID: intent, Amount: price, Currency: "USD", Reason: "fraudulent", State: state, At: f.Clock.Now(),
		}
		f.workEvent(t, "charge.dispute.updated", id)
		if got := f.readOrder(t, o.ID).HoldReason; got != held {
			t.Fatalf("%s %s: held %q, want %q", id, state, got, held)
		}
	}
	updateDispute("dp_1", payment.DisputeOpen, "dispute")
	updateDispute("dp_2", payment.DisputeOpen, "dispute")
	updateDispute("dp_1", payment.DisputeWon, "dispute")
	updateDispute("dp_2", payment.DisputeWon, "")
	f.requireBalance(t)
}
