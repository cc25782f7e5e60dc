package payment_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/sim"
)

// works receives an event about an object and works it three times.
func (w *till) works(t testing.TB, kind, object string) {
	t.Helper()
	id := fmt.Sprintf("evt_%d", w.Count(t, `select count(*) from payment_event`)+1)
	if err := w.pay.Receive(ctx, event(id, kind, object), "good"); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := w.pay.ProcessEvent(ctx, id); err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
	}
	if _, err := w.pay.Replay(ctx, id); err != nil {
		t.Fatalf("replay %s: %v", kind, err)
	}
}

// A refund that somebody makes at the provider is booked, so that the ledger agrees; the next one of ours knows of it.
func TestARefundMadeAtTheProvider(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	o, intent := w.bought(t)
	id := w.prov.outside(t, intent, 150)
	w.works(t, "charge.refunded", intent)
	w.works(t, "refund.created", id)
	w.status(t, o, order.PartiallyRefunded)
	w.balanced(t)
	a := w.asks(t, o, "WRONG_PURCHASE")
	if a.Refund == nil || a.Refund.Amount != price-150 {
		t.Fatalf("the rest: %+v", a.Refund)
	}
	w.balanced(t)
	w.status(t, o, order.Refunded)
}

// Staff give the money back at the provider while the shopper's request still waits: the request is over, the ledger agrees.
func TestARefundMadeAtTheProviderEndsARequest(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	o, intent := w.bought(t)
	w.deliver(t, o)
	if a := w.asks(t, o, "NO_COVERAGE"); a.Refund == nil || a.Refund.State != payment.RefundRequested {
		t.Fatalf("answer: %+v", a)
	}
	w.prov.outside(t, intent, price-50)
	w.works(t, "charge.refunded", intent)
	w.status(t, o, order.PartiallyRefunded)
	w.balanced(t)
	if n := w.Count(t, `select count(*) from refund where state = 'refused' and decided_by = 'provider'`); n != 1 {
		t.Fatalf("%d requests ended", n)
	}
	if a := w.asks(t, o, "NO_COVERAGE"); a.Refund == nil || a.Refund.Amount != 50 {
		t.Fatalf("the rest: %+v", a)
	}
	w.balanced(t)
}

// Another shop at the same provider has refunds with the numbers of ours.
func TestAForeignRefundIsUnknown(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	o, _ := w.bought(t)
	r := w.asks(t, o, "WRONG_PURCHASE").Refund
	w.prov.intents["pi_foreign"] = &payment.Intent{ID: "pi_foreign", Status: payment.IntentSucceeded, AmountReceived: 900}
	w.prov.refunds[77] = payment.ProviderRefund{ID: "re_77", IntentID: "pi_foreign", State: "succeeded", RefundID: r.ID, Amount: price}
	if err := w.pay.Receive(ctx, event("evt_f", "refund.updated", "re_77"), "good"); err != nil {
		t.Fatal(err)
	}
	if err := w.pay.ProcessEvent(ctx, "evt_f"); err == nil {
		t.Fatal("a foreign refund is not parked")
	}
	w.status(t, o, order.PendingRefund)
	w.balanced(t)
}

// The provider's messages come in any order: a dispute may be over before the shop has heard of the payment. The order waits
// for that as before, and expires without it.
func TestADisputeWonBeforeThePaymentIsKnown(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	o, intent := w.placed(t)
	w.prov.move(intent, payment.IntentSucceeded, "")
	w.works(t, "charge.dispute.created", w.prov.dispute(intent, payment.DisputeOpen))
	w.Exec(t, `delete from river_job where kind = 'order_unpaid'`)
	w.works(t, "charge.dispute.closed", w.prov.dispute(intent, payment.DisputeWon))
	if got := w.order(t, o.ID); got.Status != order.WaitingPayment || got.HoldReason != "" {
		t.Fatalf("%s held %q", got.Status, got.HoldReason)
	}
	if n := w.Count(t, `select count(*) from river_job where kind = 'order_unpaid'`); n != 1 {
		t.Errorf("expiry was asked for %d times", n)
	}
	if n := w.Count(t, `select count(*) from river_job where kind = 'order_fulfil'`); n != 0 {
		t.Errorf("delivery of an unpaid order was asked for %d times", n)
	}
	w.hears(t, intent)
	w.status(t, o, order.Processing)
	w.balanced(t)
}

// Money that came for a cancelled order, and that the provider does not give back as long as it is disputed, stays with the shop when the
// dispute is won: the order is held until somebody finds another way.
func TestARefundThatFailedInADisputeKeepsItsOrderHeld(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	o, intent := w.placed(t)
	if err := w.pay.Cancel(ctx, w.order(t, o.ID), "shopper"); err != nil {
		t.Fatal(err)
	}
	w.prov.move(intent, payment.IntentSucceeded, "")
	w.hears(t, intent)
	w.works(t, "charge.dispute.created", w.prov.dispute(intent, payment.DisputeOpen))
	if err := w.settleRefunds(); err != nil {
		t.Fatal(err)
	}
	w.works(t, "charge.dispute.closed", w.prov.dispute(intent, payment.DisputeWon))
	if got := w.order(t, o.ID); got.Status != order.Cancelled || got.HoldReason != "refund 1 failed" {
		t.Fatalf("%s held %q", got.Status, got.HoldReason)
	}
	w.balanced(t)
}

// A dispute holds its order. Won, the hold is lifted; lost, the money is booked as gone.
func TestDisputes(t *testing.T) {
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
			w := newTill(t)
			w.Product(t, "plan", price, 10)
			o, intent := w.bought(t)
			id := w.prov.dispute(intent, payment.DisputeOpen)
			w.works(t, "charge.dispute.created", id)
			if got := w.order(t, o.ID); got.HoldReason != "dispute" || got.Status != order.Processing || w.log.rung.Load() != 1 {
				t.Fatalf("disputed: %s held %q, %d alerts", got.Status, got.HoldReason, w.log.rung.Load())
			}
			if cases, err := w.pay.OpenCases(ctx, 10); err != nil || len(cases) != 1 || cases[0].Kind != "dispute" {
				t.Fatalf("the back office is told: %+v %v", cases, err)
			}
			w.deliver(t, o)
			if n := w.Count(t, `select count(*) from esim_profile where state = 'delivered'`); n != 0 {
				t.Fatal("a disputed order was delivered")
			}
			w.prov.dispute(intent, end)
			w.works(t, "charge.dispute.closed", id)
			w.works(t, "charge.dispute.funds_withdrawn", id)
			got := w.order(t, o.ID)
			if got.Status != want.status || got.HoldReason != want.hold || got.RefundedAmount != want.refunded {
				t.Fatalf("%s: %s held %q, %d refunded", end, got.Status, got.HoldReason, got.RefundedAmount)
			}
			if n := w.Count(t, `select count(*) from dispute where state = ? and closed_at is not null`, end); n != 1 {
				t.Fatal("the dispute is not recorded")
			}
			w.balanced(t)
		})
	}
}

// A dispute of an order that staff hold for something else keeps it held, too: whoever is done with the one has not settled the other.
func TestADisputeKeepsAnOrderThatWasHeldBefore(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	o, intent := w.bought(t)
	held := func(want string) {
		t.Helper()
		if got := w.order(t, o.ID).HoldReason; got != want {
			t.Fatalf("held %q, want %q", got, want)
		}
	}
	if err := w.Orders.StaffHold(ctx, o.ID, "staff:mei", "address looks wrong"); err != nil {
		t.Fatal(err)
	}
	w.works(t, "charge.dispute.created", w.prov.dispute(intent, payment.DisputeOpen))
	held("address looks wrong; dispute")
	if err := w.Orders.Lift(ctx, o.ID, "staff:mei", "address is right"); fault.Code(err) != "order_disputed" {
		t.Fatalf("lifted under a dispute: %v", err)
	}
	w.deliver(t, o)
	w.status(t, o, order.Processing)
	w.works(t, "charge.dispute.closed", w.prov.dispute(intent, payment.DisputeWon))
	held("address looks wrong")
	if err := w.Orders.Lift(ctx, o.ID, "staff:mei", "address is right"); err != nil {
		t.Fatal(err)
	}
	w.deliver(t, o)
	w.status(t, o, order.Shipped)
	w.balanced(t)
}

// Money that does not match stays under review when a dispute that was told of before it is won.
func TestADisputeThatIsWonLeavesAMismatch(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	o, intent := w.placed(t)
	w.prov.intents[intent].Amount = price - 1
	w.prov.move(intent, payment.IntentSucceeded, "")
	w.works(t, "charge.dispute.created", w.prov.dispute(intent, payment.DisputeOpen))
	w.hears(t, intent)
	w.works(t, "charge.dispute.closed", w.prov.dispute(intent, payment.DisputeWon))
	if got := w.order(t, o.ID); got.HoldReason != "payment mismatch: amount 649 instead of 650" {
		t.Fatalf("held %q", got.HoldReason)
	}
	w.balanced(t)
}

// An order that was let go under an open dispute, as versions before did, is not delivered.
func TestNothingLeavesUnderAnOpenDispute(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	w.Promo(t, "OFF", 195, 0, 0)
	o := w.basket(t)
	w.works(t, "charge.dispute.created", w.prov.dispute(*w.latest(t, o).IntentID, payment.DisputeOpen))
	w.Exec(t, `update orders set hold_reason = ''`)
	w.deliver(t, o)
	parcel := o.Lines[slices.IndexFunc(o.Lines, order.Line.ToSend)].LineNo
	if n := w.Count(t, `select count(*) from esim_profile where state <> 'available'`); n != 0 {
		t.Errorf("%d eSIMs left the pool", n)
	}
	err := w.SIMs.Ship(ctx, sim.Parcel{OrderID: o.ID, Tracking: "SF1", Actor: "staff:mei", Cards: map[int][]string{
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
			w := newTill(t)
			w.Product(t, "plan", price, 10)
			o, first := w.placed(t)
			w.prov.move(first, payment.IntentOpen, "card_declined")
			w.hears(t, first)
			second := w.create(t, o)
			w.prov.move(first, payment.IntentSucceeded, "")
			w.hears(t, first)
			w.status(t, o, order.Processing)
			if n := w.Count(t, `select count(*) from river_job where kind = 'payment_give_up'`); n != 1 {
				t.Fatalf("%d jobs to give the newer attempt up", n)
			}
			switch how {
			case "second payment":
				// The payer is faster than the job: that money goes back, and the order keeps what paid it.
				w.prov.move(second, payment.IntentSucceeded, "")
				fallthrough
			case "job":
				for range 2 {
					if err := w.pay.CancelAttempt(ctx, w.latest(t, o).ID); err != nil {
						t.Fatal(err)
					}
				}
			case "sweep":
				w.Clock.Advance(2 * 60 * 1e9)
				if err := w.pay.Sweep(ctx); err != nil {
					t.Fatal(err)
				}
			}
			if left := w.prov.payable(o.OrderNo); len(left) != 0 {
				t.Fatalf("%v can still be paid", left)
			}
			w.balanced(t)
			w.status(t, o, order.Processing)
		})
	}
}

// latest returns the order's newest attempt.
func (w *till) latest(t testing.TB, o order.Order) payment.Attempt {
	t.Helper()
	a, err := w.pay.Latest(ctx, o.ID)
	if err != nil || a == nil {
		t.Fatalf("no attempt: %v", err)
	}
	return *a
}

// A payer's bank may take the whole payment back although some of it was refunded: the ledger gives what there is, once.
func TestADisputeTakesWhatThereIs(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]int64{"some is left": 150, "nothing is left": price} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newTill(t)
			w.Product(t, "plan", price, 10)
			o, intent := w.bought(t)
			w.prov.outside(t, intent, before)
			w.works(t, "charge.refunded", intent)
			w.prov.disputes["dp_1"] = payment.ProviderDispute{
				ID: "dp_1", IntentID: intent, Amount: price, Currency: "USD", Reason: "fraudulent", State: payment.DisputeLost, At: w.Clock.Now(),
			}
			w.works(t, "charge.dispute.closed", "dp_1")
			w.prov.refunded[intent] = price
			w.balanced(t)
			w.status(t, o, order.Refunded)
			if sum := w.Count(t, `select sum(amount) from refund`); sum != price {
				t.Fatalf("%d booked as given back", sum)
			}
			if n := w.Count(t, `select count(*) from dispute where state = 'lost'`); n != 1 {
				t.Fatal("the dispute is not noted")
			}
		})
	}
}

// An order with two disputes is held until both are over.
func TestTheLastDisputeLiftsTheHold(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	o, intent := w.bought(t)
	says := func(id, state, held string) {
		t.Helper()
		w.prov.disputes[id] = payment.ProviderDispute{
			ID: id, IntentID: intent, Amount: price, Currency: "USD", Reason: "fraudulent", State: state, At: w.Clock.Now(),
		}
		w.works(t, "charge.dispute.updated", id)
		if got := w.order(t, o.ID).HoldReason; got != held {
			t.Fatalf("%s %s: held %q, want %q", id, state, got, held)
		}
	}
	says("dp_1", payment.DisputeOpen, "dispute")
	says("dp_2", payment.DisputeOpen, "dispute")
	says("dp_1", payment.DisputeWon, "dispute")
	says("dp_2", payment.DisputeWon, "")
	w.balanced(t)
}
