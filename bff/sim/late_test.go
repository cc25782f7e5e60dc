package sim_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

const delayMails = `select count(*) from river_job where kind = 'order_mail' and args->>'template' = 'order_delayed'`

func (f *fixture) runSweep(t *testing.T) {
	t.Helper()
	require.NoError(t, f.sims.Sweep(ctx))
}

func (f *fixture) delay(t *testing.T, id int64) (order.Delay, bool) {
	t.Helper()
	o, err := f.Orders.ByID(ctx, id)
	require.NoError(t, err)
	return o.Delay()
}

// However few orders the sweep delivers in one round, none waits behind one that cannot be delivered.
func TestTheSweepReachesEveryOrder(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "test-never")
	orders := map[int64]bool{f.placeOrder(t, 1).ID: true, f.placeOrder(t, 1).ID: true}
	f.Clock.Advance(time.Hour)
	for range 64 {
		ids, err := f.Orders.Undelivered(ctx, 1)
		if err != nil || len(ids) != 1 {
			t.Fatalf("undelivered: %v %v", ids, err)
		}
		delete(orders, ids[0])
	}
	if len(orders) != 0 {
		t.Errorf("never reached: %v", orders)
	}
}

// A buyer who waits longer than normal for a carrier is mailed once until when, and no later than that the money goes back.
func TestABuyerIsNotifiedOfADelay(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "test-never")
	o := f.placeOrder(t, 1)
	begun := f.Clock.Now()
	f.runIssueJobs(t)
	f.advance(t, 1, moduletest.Normal-time.Second)
	f.runSweep(t)
	f.requireCount(t, "mails before the time", delayMails, 0)
	if _, late := f.delay(t, o.ID); late {
		t.Error("late before the time")
	}
	f.advance(t, 1, time.Second)
	f.runSweep(t)
	f.advance(t, 3, 10*time.Minute)
	f.requireCount(t, "mails", delayMails, 1)
	f.requireCount(t, "notes in the audit log", `select count(*) from audit_log where action = 'delay'`, 1)
	d, late := f.delay(t, o.ID)
	if !late || !d.Since.Equal(begun.Add(moduletest.Normal)) || !d.RefundAt.Equal(begun.Add(moduletest.Patience)) {
		t.Errorf("%v: %+v", late, d)
	}
	f.advance(t, 1, d.RefundAt.Sub(f.Clock.Now()))
	f.requireCount(t, "refunds", `select count(*) from refund where reason = 'undelivered' and amount = 650`, 1)
	if _, late := f.delay(t, o.ID); late {
		t.Error("late although the money goes back")
	}
}

// Who gets what was ordered in time gets no mail about a delay, and a delay ends with the delivery.
func TestADelayEnds(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	late, prompt := f.placeOrder(t, 1), f.placeOrder(t, 1)
	f.Exec(t, `update carrier_order set next_at = ? where order_id = ?`, f.Clock.Now().Add(time.Hour), late.ID)
	for range 3 {
		request := f.Count(t, `select id from carrier_order where order_id = ?`, prompt.ID)
		if err := f.sims.Issue(ctx, int64(request)); err != nil && !jobs.IsSnoozed(err) {
			t.Fatal(err)
		}
		f.Work(t, f.Fixture, moduletest.Normal/3)
	}
	f.runSweep(t)
	f.runSweep(t)
	f.requireCount(t, "mails", delayMails, 1)
	f.advance(t, 2, time.Minute)
	for _, o := range []order.Order{late, prompt} {
		if _, waits := f.delay(t, o.ID); waits || status(t, f.Fixture, o.ID) != order.Shipped {
			t.Errorf("late %v, order %s", waits, status(t, f.Fixture, o.ID))
		}
	}
}

// An empty pool is no other carrier: its buyers are mailed, and paid back at the same time.
func TestAnEmptyPoolGivesTheMoneyBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	f.Exec(t, `update product set carrier = 'pool'`)
	fillPool(t, f.Fixture, 1)
	o := f.placeOrder(t, 2)
	f.Clock.Advance(moduletest.Normal)
	f.runSweep(t)
	f.runSweep(t)
	f.requireCount(t, "mails", delayMails, 1)
	f.requireCount(t, "refunds before the time", `select count(*) from refund`, 0)
	f.Clock.Advance(moduletest.Patience - moduletest.Normal)
	f.runSweep(t)
	f.runSweep(t)
	f.requireCount(t, "refunds", `select count(*) from refund where reason = 'undelivered' and amount = 1300`, 1)
	f.requireCount(t, "profiles that left the pool", `select count(*) from esim_profile where state <> 'available'`, 0)
	if got := status(t, f.Fixture, o.ID); got != order.PendingRefund {
		t.Errorf("order: %s", got)
	}
}

// refusingCarrier is a carrier that refuses to cancel an order and to find one by our reference with these classes, unless they are "".
type refusingCarrier struct {
	carrier.Carrier
	cancels, finds carrier.Class
}

func (s *refusingCarrier) CancelOrder(ctx context.Context, ref string) (carrier.Order, error) {
	if s.cancels != "" {
		return carrier.Order{}, &carrier.Error{Class: s.cancels, Call: "cancel order"}
	}
	return s.Carrier.CancelOrder(ctx, ref)
}

func (s *refusingCarrier) OrderByClientRef(ctx context.Context, clientRef string) (carrier.Order, error) {
	if s.finds != "" {
		return carrier.Order{}, &carrier.Error{Class: s.finds, Call: "look order up"}
	}
	return s.Carrier.OrderByClientRef(ctx, clientRef)
}

// placeGivenUpOrder places an order of one unit that the shop gives up and refunds. The carrier refuses to cancel and to find it.
func (f *fixture) placeGivenUpOrder(t *testing.T) *refusingCarrier {
	t.Helper()
	far := &refusingCarrier{f.Carriers[carrier.HTTP], carrier.Upstream, carrier.NotFound}
	f.sims = f.NewSIMService(carrier.Carriers{carrier.HTTP: far}, f.pay, f.Logs.Logger())
	f.placeOrder(t, 1)
	f.runIssueJobs(t)
	f.Clock.Advance(moduletest.Patience + time.Minute)
	f.runIssueJobs(t)
	f.requireCount(t, "requests that were given up", `select count(*) from carrier_order where state = 'failed'`, 1)
	f.requireCount(t, "refunds", `select count(*) from refund where reason = 'undelivered'`, 1)
	return far
}

// completeAtCarrier has the carrier complete its open orders, and delivers the messages about them.
func (f *fixture) completeAtCarrier(t *testing.T) {
	t.Helper()
	f.Exec(t, `update sandbox.carrier_order set due_at = ? where status = 'PROCESSING'`, f.Clock.Now())
	f.Work(t, f.Fixture, time.Minute)
	f.receiveMessages(t, f.TakeMessages())
}

const (
	cancelledAtCarrier = `select count(*) from sandbox.carrier_order where status = 'CANCELLED'`
	retiredAtCarrier   = `select count(*) from sandbox.carrier_line where retired_at is not null`
)

// What was given up at its carrier, and not cancelled then, is cancelled as soon as the carrier does so.
func TestAnAbandonedRequestIsCancelledLater(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "test-never")
	far := f.placeGivenUpOrder(t)
	id := int64(f.Count(t, `select (args->>'requestId')::bigint from river_job where kind = 'sim_cancel'`))
	if err := f.sims.Cancel(ctx, id); err == nil {
		t.Error("a cancellation without an answer is not tried again")
	}
	unsure := f.NewSIMService(carrier.Carriers{carrier.HTTP: unconfirmingCarrier{f.Carriers[carrier.HTTP]}}, f.pay, f.Logs.Logger())
	if err := unsure.Cancel(ctx, id); err == nil {
		t.Error("a cancellation that is not confirmed is not tried again")
	}
	far.cancels = ""
	f.runCancelJobs(t)
	f.requireCount(t, "orders taken back", cancelledAtCarrier, 1)
	f.completeAtCarrier(t)
	f.requireCount(t, "SIMs at the carrier", `select count(*) from sandbox.carrier_line`, 0)
}

// What was given up and is delivered all the same is taken back when the carrier says so, whether it had said before that it works on
// it, or that it knows nothing of it.
func TestAnAbandonedRequestThatIsDeliveredIsTakenBack(t *testing.T) {
	t.Parallel()
	for plan, name := range map[string]string{"test-never": "worked on", "test-timeout-after-issue": "not found"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, plan)
			far := f.placeGivenUpOrder(t)
			far.cancels = ""
			f.completeAtCarrier(t)
			f.requireCount(t, "orders taken back", cancelledAtCarrier, 1)
			f.requireCount(t, "SIMs that ended at the carrier", retiredAtCarrier, 1)
			f.requireCount(t, "SIMs", `select count(*) from sim_line`, 0)
			f.requireCount(t, "refunds", `select count(*) from refund`, 1)
			f.Clock.Advance(10 * time.Minute)
			if list, err := f.sims.Unreconciled(ctx, 10); err != nil || len(list) != 0 {
				t.Errorf("to look at: %+v %v", list, err)
			}
		})
	}
}

// An order that the carrier refuses to cancel is listed for staff: one that was given up, and one that came after its refund.
func TestUncancelledRequestsAreListedForStaff(t *testing.T) {
	t.Parallel()
	for name, happens := range map[string]func(t *testing.T, f *fixture) *refusingCarrier{
		"given up": func(t *testing.T, f *fixture) *refusingCarrier {
			f.Exec(t, `update product set plan_ref = 'test-never'`)
			far := f.placeGivenUpOrder(t)
			far.cancels = carrier.Invalid
			f.completeAtCarrier(t)
			return far
		},
		"too late": func(t *testing.T, f *fixture) *refusingCarrier {
			far := &refusingCarrier{Carrier: f.Carriers[carrier.HTTP], cancels: carrier.Invalid}
			f.sims = f.NewSIMService(carrier.Carriers{carrier.HTTP: far}, f.pay, f.Logs.Logger())
			o := f.placeOrder(t, 1)
			f.runIssueJobs(t)
			f.requestRefund(t, o)
			f.advance(t, 1, time.Minute)
			return far
		},
		"a top-up": func(t *testing.T, f *fixture) *refusingCarrier {
			far := &refusingCarrier{Carrier: f.Carriers[carrier.HTTP], cancels: carrier.Invalid}
			f.sims = f.NewSIMService(carrier.Carriers{carrier.HTTP: far}, f.pay, f.Logs.Logger())
			f.placeDeliveredOrder(t)
			f.requestRefund(t, f.placeTopUp(t))
			f.advance(t, 1, time.Minute)
			return far
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, "")
			far := happens(t, f)
			f.runCancelJobs(t)
			listed := func(when string, want int) {
				t.Helper()
				list, err := f.sims.Unreconciled(ctx, 10)
				if err != nil || len(list) != want || want > 0 && (list[0].Kind != "request" || list[0].OrderNo == "" || !strings.Contains(list[0].What, "not taken back")) {
					t.Errorf("%s: %+v %v", when, list, err)
				}
			}
			listed("while it is tried", 0)
			f.Clock.Advance(10 * time.Minute)
			listed("refused", 1)
			far.cancels = ""
			f.runCancelJobs(t)
			listed("taken back", 0)
		})
	}
}

// Requests that nobody may go on with now, because their order is held, keep the sweep from no other.
func TestHeldRequestsHoldUpNoOther(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	held := f.placeOrder(t, 1)
	f.Exec(t, `update orders set hold_reason = 'looked into'`)
	f.Exec(t, `
		insert into carrier_order (tenant_id, order_id, order_line_id, unit, kind, carrier, plan_ref, next_at, sla_at, created_at, updated_at)
		select tenant_id, order_id, order_line_id, u.unit, kind, carrier, plan_ref, next_at, sla_at, created_at, updated_at
		from carrier_order, generate_series(2, 150) as u(unit)`)
	f.Clock.Advance(time.Second)
	o := f.placeOrder(t, 1) // its job is lost
	for range 6 {
		f.Work(t, f.Fixture, 30*time.Second)
		f.runSweep(t)
	}
	if got := status(t, f.Fixture, o.ID); got != order.Shipped {
		t.Errorf("order: %s", got)
	}
	f.requireCount(t, "requests of the held order that were sent", `select count(*) from carrier_order where order_id = ? and state <> 'intended'`, 0, held.ID)
}

// A hold that is lifted has the carrier asked at once for what it was not asked for meanwhile.
func TestALiftedHoldGoesOn(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	o := f.placeOrder(t, 2)
	inOrderTx(t, f.Fixture, o.ID, func(ctx context.Context, tx *pg.Tx, l order.Locked) error {
		return f.Orders.Hold(ctx, tx, l, "looked into")
	})
	f.runIssueJobs(t) // the jobs end here
	f.requireCount(t, "sent while it is held", `select count(*) from carrier_order where state <> 'intended'`, 0)
	f.Exec(t, `delete from river_job where kind = 'sim_issue'`)
	f.Clock.Advance(time.Minute)
	f.runSweep(t)
	require.NoError(t, f.Orders.Lift(ctx, o.ID, "staff:mei", "fine"))
	for range 2 {
		f.runFulfil(t, o)
		f.requireCount(t, "jobs that ask", `select count(distinct args) from river_job where kind = 'sim_issue' having count(*) = 2`, 2)
	}
	f.runIssueJobs(t)
	f.advance(t, 1, time.Minute)
	f.runFulfil(t, o)
	f.requireCount(t, "jobs that ask, once it was delivered", `select count(*) from river_job where kind = 'sim_issue'`, 2)
	if got := status(t, f.Fixture, o.ID); got != order.Shipped {
		t.Errorf("order: %s", got)
	}
}

// A delivery that is asked for twice has one job for each unit.
func TestADeliveryEnqueuesOneJobPerUnit(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	o := f.placeOrder(t, 2)
	f.runFulfil(t, o)
	f.runSweep(t)
	f.Clock.Advance(time.Minute)
	f.runSweep(t)
	f.requireCount(t, "jobs that ask", `select count(*) from river_job where kind = 'sim_issue'`, 2)
}

// A clock that was put back by half an hour leaves rows whose next time, and whose worker's time, are half an hour away; a job that met a
// locked row has ended without them. The sweep takes them up at once.
func TestAClockThatWasPutBackHoldsNoRequestUp(t *testing.T) {
	t.Parallel()
	for busy, name := range map[string]string{"null": "nobody's", "busy_until + interval '30 minutes'": "somebody's"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, "")
			f.placeOrder(t, 1)
			f.runIssueJobs(t)
			f.Exec(t, `update carrier_order set busy_until = ?`, f.Clock.Now())
			f.Exec(t, `update carrier_order set next_at = next_at + interval '30 minutes', sent_at = sent_at + interval '30 minutes',
				updated_at = updated_at + interval '30 minutes', busy_until = `+busy)
			f.Work(t, f.Fixture, time.Minute)
			f.runSweep(t)
			f.requireCount(t, "SIMs", `select count(*) from sim_line`, 1)
			f.requireCount(t, "open requests", `select count(*) from carrier_order where state <> 'issued'`, 0)
		})
	}
}
