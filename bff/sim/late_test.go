package sim_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

const toldLate = `select count(*) from river_job where kind = 'order_mail' and args->>'template' = 'order_delayed'`

func (c *counter) sweeps(t *testing.T) {
	t.Helper()
	if err := c.sims.Sweep(ctx); err != nil {
		t.Fatal(err)
	}
}

func (c *counter) delay(t *testing.T, id int64) (order.Delay, bool) {
	t.Helper()
	o, err := c.Orders.ByID(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	return o.Delay()
}

// However few orders the sweep delivers in one round, none waits behind one that cannot be delivered.
func TestTheSweepReachesEveryOrder(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "test-never")
	orders := map[int64]bool{c.bought(t, 1).ID: true, c.bought(t, 1).ID: true}
	c.Clock.Advance(time.Hour)
	for range 64 {
		ids, err := c.Orders.Undelivered(ctx, 1)
		if err != nil || len(ids) != 1 {
			t.Fatalf("undelivered: %v %v", ids, err)
		}
		delete(orders, ids[0])
	}
	if len(orders) != 0 {
		t.Errorf("never reached: %v", orders)
	}
}

// A buyer who waits longer than normal for a carrier is told once until when, and no later than that the money goes back.
func TestABuyerIsToldOfADelay(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "test-never")
	o := c.bought(t, 1)
	begun := c.Clock.Now()
	c.issue(t)
	c.passes(t, 1, moduletest.Normal-time.Second)
	c.sweeps(t)
	c.wants(t, "mails before the time", toldLate, 0)
	if _, late := c.delay(t, o.ID); late {
		t.Error("late before the time")
	}
	c.passes(t, 1, time.Second)
	c.sweeps(t)
	c.passes(t, 3, 10*time.Minute)
	c.wants(t, "mails", toldLate, 1)
	c.wants(t, "notes in the audit log", `select count(*) from audit_log where action = 'delay'`, 1)
	d, late := c.delay(t, o.ID)
	if !late || !d.Since.Equal(begun.Add(moduletest.Normal)) || !d.RefundAt.Equal(begun.Add(moduletest.Patience)) {
		t.Errorf("%v: %+v", late, d)
	}
	c.passes(t, 1, d.RefundAt.Sub(c.Clock.Now()))
	c.wants(t, "refunds", `select count(*) from refund where reason = 'undelivered' and amount = 650`, 1)
	if _, late := c.delay(t, o.ID); late {
		t.Error("late although the money goes back")
	}
}

// Who gets what was ordered in time is told nothing, and a delay ends with the delivery.
func TestADelayEnds(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	late, prompt := c.bought(t, 1), c.bought(t, 1)
	c.Exec(t, `update carrier_order set next_at = ? where order_id = ?`, c.Clock.Now().Add(time.Hour), late.ID)
	for range 3 {
		request := c.Count(t, `select id from carrier_order where order_id = ?`, prompt.ID)
		if err := c.sims.Issue(ctx, int64(request)); err != nil && !jobs.IsSnoozed(err) {
			t.Fatal(err)
		}
		c.Work(t, c.Fixture, moduletest.Normal/3)
	}
	c.sweeps(t)
	c.sweeps(t)
	c.wants(t, "mails", toldLate, 1)
	c.passes(t, 2, time.Minute)
	for _, o := range []order.Order{late, prompt} {
		if _, waits := c.delay(t, o.ID); waits || status(t, c.Fixture, o.ID) != order.Shipped {
			t.Errorf("late %v, order %s", waits, status(t, c.Fixture, o.ID))
		}
	}
}

// An empty pool is no other carrier: its buyers are told, and paid back at the same time.
func TestAnEmptyPoolGivesTheMoneyBack(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	c.Exec(t, `update product set carrier = 'pool'`)
	fill(t, c.Fixture, 1)
	o := c.bought(t, 2)
	c.Clock.Advance(moduletest.Normal)
	c.sweeps(t)
	c.sweeps(t)
	c.wants(t, "mails", toldLate, 1)
	c.wants(t, "refunds before the time", `select count(*) from refund`, 0)
	c.Clock.Advance(moduletest.Patience - moduletest.Normal)
	c.sweeps(t)
	c.sweeps(t)
	c.wants(t, "refunds", `select count(*) from refund where reason = 'undelivered' and amount = 1300`, 1)
	c.wants(t, "profiles that left the pool", `select count(*) from esim_profile where state <> 'available'`, 0)
	if got := status(t, c.Fixture, o.ID); got != order.PendingRefund {
		t.Errorf("order: %s", got)
	}
}

// stubborn is a carrier that cancels nothing and finds no order by our reference, as long as cancels and finds are "".
type stubborn struct {
	carrier.Carrier
	cancels, finds carrier.Class
}

func (s *stubborn) CancelOrder(ctx context.Context, ref string) (carrier.Order, error) {
	if s.cancels != "" {
		return carrier.Order{}, &carrier.Error{Class: s.cancels, Call: "cancel order"}
	}
	return s.Carrier.CancelOrder(ctx, ref)
}

func (s *stubborn) OrderByClientRef(ctx context.Context, clientRef string) (carrier.Order, error) {
	if s.finds != "" {
		return carrier.Order{}, &carrier.Error{Class: s.finds, Call: "look order up"}
	}
	return s.Carrier.OrderByClientRef(ctx, clientRef)
}

// givenUp is an order of one unit of a plan whose time is over, and its money on the way back. Its carrier cancels nothing and finds
// nothing.
func (c *counter) givenUp(t *testing.T) *stubborn {
	t.Helper()
	far := &stubborn{c.Carriers[carrier.HTTP], carrier.Upstream, carrier.NotFound}
	c.sims = c.NewSIMService(carrier.Carriers{carrier.HTTP: far}, c.pay, c.Logs.Logger())
	c.bought(t, 1)
	c.issue(t)
	c.Clock.Advance(moduletest.Patience + time.Minute)
	c.issue(t)
	c.wants(t, "requests that were given up", `select count(*) from carrier_order where state = 'failed'`, 1)
	c.wants(t, "refunds", `select count(*) from refund where reason = 'undelivered'`, 1)
	return far
}

// completes has the carrier make what it had not begun, and the shop hear of it.
func (c *counter) completes(t *testing.T) {
	t.Helper()
	c.Exec(t, `update sandbox.carrier_order set due_at = ? where status = 'PROCESSING'`, c.Clock.Now())
	c.Work(t, c.Fixture, time.Minute)
	c.hears(t, c.TakeMessages())
}

const (
	takenBack = `select count(*) from sandbox.carrier_order where status = 'CANCELLED'`
	retired   = `select count(*) from sandbox.carrier_line where retired_at is not null`
)

// What was given up at its carrier, and not cancelled then, is cancelled as soon as the carrier does so.
func TestWhatWasGivenUpIsCancelledLater(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "test-never")
	far := c.givenUp(t)
	id := int64(c.Count(t, `select (args->>'requestId')::bigint from river_job where kind = 'sim_cancel'`))
	if err := c.sims.Cancel(ctx, id); err == nil {
		t.Error("a cancellation without an answer is not tried again")
	}
	unsure := c.NewSIMService(carrier.Carriers{carrier.HTTP: hesitant{c.Carriers[carrier.HTTP]}}, c.pay, c.Logs.Logger())
	if err := unsure.Cancel(ctx, id); err == nil {
		t.Error("a cancellation that is not confirmed is not tried again")
	}
	far.cancels = ""
	c.takesBack(t)
	c.wants(t, "orders taken back", takenBack, 1)
	c.completes(t)
	c.wants(t, "lines at the carrier", `select count(*) from sandbox.carrier_line`, 0)
}

// What was given up and is delivered all the same is taken back when the carrier says so, whether it had said before that it works on
// it, or that it knows nothing of it.
func TestWhatWasGivenUpAndIsDelivered(t *testing.T) {
	t.Parallel()
	for plan, name := range map[string]string{"test-never": "worked on", "test-timeout-after-issue": "not found"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newCounter(t, plan)
			far := c.givenUp(t)
			far.cancels = ""
			c.completes(t)
			c.wants(t, "orders taken back", takenBack, 1)
			c.wants(t, "lines that ended at the carrier", retired, 1)
			c.wants(t, "SIMs", `select count(*) from sim_line`, 0)
			c.wants(t, "refunds", `select count(*) from refund`, 1)
			c.Clock.Advance(10 * time.Minute)
			if list, err := c.sims.Unreconciled(ctx, 10); err != nil || len(list) != 0 {
				t.Errorf("to look at: %+v %v", list, err)
			}
		})
	}
}

// What a carrier does not take back is for people: what was given up, and what came after its money went back.
func TestWhatIsNotTakenBackIsForPeople(t *testing.T) {
	t.Parallel()
	for name, happens := range map[string]func(t *testing.T, c *counter) *stubborn{
		"given up": func(t *testing.T, c *counter) *stubborn {
			c.Exec(t, `update product set plan_ref = 'test-never'`)
			far := c.givenUp(t)
			far.cancels = carrier.Invalid
			c.completes(t)
			return far
		},
		"too late": func(t *testing.T, c *counter) *stubborn {
			far := &stubborn{Carrier: c.Carriers[carrier.HTTP], cancels: carrier.Invalid}
			c.sims = c.NewSIMService(carrier.Carriers{carrier.HTTP: far}, c.pay, c.Logs.Logger())
			o := c.bought(t, 1)
			c.issue(t)
			c.asksBack(t, o)
			c.passes(t, 1, time.Minute)
			return far
		},
		"a top-up": func(t *testing.T, c *counter) *stubborn {
			far := &stubborn{Carrier: c.Carriers[carrier.HTTP], cancels: carrier.Invalid}
			c.sims = c.NewSIMService(carrier.Carriers{carrier.HTTP: far}, c.pay, c.Logs.Logger())
			c.delivered(t)
			c.asksBack(t, c.topsUp(t))
			c.passes(t, 1, time.Minute)
			return far
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newCounter(t, "")
			far := happens(t, c)
			c.takesBack(t)
			listed := func(when string, want int) {
				t.Helper()
				list, err := c.sims.Unreconciled(ctx, 10)
				if err != nil || len(list) != want || want > 0 && (list[0].Kind != "request" || list[0].OrderNo == "" || !strings.Contains(list[0].What, "not taken back")) {
					t.Errorf("%s: %+v %v", when, list, err)
				}
			}
			listed("while it is tried", 0)
			c.Clock.Advance(10 * time.Minute)
			listed("refused", 1)
			far.cancels = ""
			c.takesBack(t)
			listed("taken back", 0)
		})
	}
}

// Requests that nobody may go on with now, because their order is held, keep the sweep from no other.
func TestHeldRequestsHoldUpNoOther(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	held := c.bought(t, 1)
	c.Exec(t, `update orders set hold_reason = 'looked into'`)
	c.Exec(t, `
		insert into carrier_order (tenant_id, order_id, order_line_id, unit, kind, carrier, plan_ref, next_at, sla_at, created_at, updated_at)
		select tenant_id, order_id, order_line_id, u.unit, kind, carrier, plan_ref, next_at, sla_at, created_at, updated_at
		from carrier_order, generate_series(2, 150) as u(unit)`)
	c.Clock.Advance(time.Second)
	o := c.bought(t, 1) // its job is lost
	for range 6 {
		c.Work(t, c.Fixture, 30*time.Second)
		c.sweeps(t)
	}
	if got := status(t, c.Fixture, o.ID); got != order.Shipped {
		t.Errorf("order: %s", got)
	}
	c.wants(t, "requests of the held order that were sent", `select count(*) from carrier_order where order_id = ? and state <> 'intended'`, 0, held.ID)
}

// A hold that is lifted has the carrier asked at once for what it was not asked for meanwhile.
func TestALiftedHoldGoesOn(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	o := c.bought(t, 2)
	inTx(t, c.Fixture, o.ID, func(ctx context.Context, tx *pg.Tx, l order.Locked) error {
		return c.Orders.Hold(ctx, tx, l, "looked into")
	})
	c.issue(t) // the jobs end here
	c.wants(t, "sent while it is held", `select count(*) from carrier_order where state <> 'intended'`, 0)
	c.Exec(t, `delete from river_job where kind = 'sim_issue'`)
	c.Clock.Advance(time.Minute)
	c.sweeps(t)
	if err := c.Orders.Lift(ctx, o.ID, "staff:mei", "fine"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		c.fulfils(t, o)
		c.wants(t, "jobs that ask", `select count(distinct args) from river_job where kind = 'sim_issue' having count(*) = 2`, 2)
	}
	c.issue(t)
	c.passes(t, 1, time.Minute)
	c.fulfils(t, o)
	c.wants(t, "jobs that ask, once it was delivered", `select count(*) from river_job where kind = 'sim_issue'`, 2)
	if got := status(t, c.Fixture, o.ID); got != order.Shipped {
		t.Errorf("order: %s", got)
	}
}

// A delivery that is asked for twice has one job for each unit.
func TestADeliveryAsksOnce(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	o := c.bought(t, 2)
	c.fulfils(t, o)
	c.sweeps(t)
	c.Clock.Advance(time.Minute)
	c.sweeps(t)
	c.wants(t, "jobs that ask", `select count(*) from river_job where kind = 'sim_issue'`, 2)
}

// A clock that was put back by half an hour leaves rows whose next time, and whose worker's time, are half an hour away; a job that met a
// locked row has ended without them. The sweep takes them up at once.
func TestAClockThatWasPutBackHoldsNoRequestUp(t *testing.T) {
	t.Parallel()
	for busy, name := range map[string]string{"null": "nobody's", "busy_until + interval '30 minutes'": "somebody's"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newCounter(t, "")
			c.bought(t, 1)
			c.issue(t)
			c.Exec(t, `update carrier_order set busy_until = ?`, c.Clock.Now())
			c.Exec(t, `update carrier_order set next_at = next_at + interval '30 minutes', sent_at = sent_at + interval '30 minutes',
				updated_at = updated_at + interval '30 minutes', busy_until = `+busy)
			c.Work(t, c.Fixture, time.Minute)
			c.sweeps(t)
			c.wants(t, "lines", `select count(*) from sim_line`, 1)
			c.wants(t, "open requests", `select count(*) from carrier_order where state <> 'issued'`, 0)
		})
	}
}
