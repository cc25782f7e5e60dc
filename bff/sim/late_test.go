package sim_test

import (
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/benchtest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/jobs"
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

// A buyer who waits longer than normal for a carrier is told once until when, and no later than that the money goes back.
func TestABuyerIsToldOfADelay(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "test-never")
	o := c.bought(t, 1)
	begun := c.Clock.Now()
	c.issue(t)
	c.passes(t, 1, benchtest.Normal-time.Second)
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
	if !late || !d.Since.Equal(begun.Add(benchtest.Normal)) || !d.RefundAt.Equal(begun.Add(benchtest.Patience)) {
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
		c.Work(t, c.Bench, benchtest.Normal/3)
	}
	c.sweeps(t)
	c.sweeps(t)
	c.wants(t, "mails", toldLate, 1)
	c.passes(t, 2, time.Minute)
	for _, o := range []order.Order{late, prompt} {
		if _, waits := c.delay(t, o.ID); waits || status(t, c.Bench, o.ID) != order.Shipped {
			t.Errorf("late %v, order %s", waits, status(t, c.Bench, o.ID))
		}
	}
}

// An empty pool is no other carrier: its buyers are told, and paid back at the same time.
func TestAnEmptyPoolGivesTheMoneyBack(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	c.Exec(t, `update product set carrier = 'pool'`)
	fill(t, c.Bench, 1)
	o := c.bought(t, 2)
	c.Clock.Advance(benchtest.Normal)
	c.sweeps(t)
	c.sweeps(t)
	c.wants(t, "mails", toldLate, 1)
	c.wants(t, "refunds before the time", `select count(*) from refund`, 0)
	c.Clock.Advance(benchtest.Patience - benchtest.Normal)
	c.sweeps(t)
	c.sweeps(t)
	c.wants(t, "refunds", `select count(*) from refund where reason = 'undelivered' and amount = 1300`, 1)
	c.wants(t, "profiles that left the pool", `select count(*) from esim_profile where state <> 'available'`, 0)
	if got := status(t, c.Bench, o.ID); got != order.PendingRefund {
		t.Errorf("order: %s", got)
	}
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
			c.Work(t, c.Bench, time.Minute)
			c.sweeps(t)
			c.wants(t, "lines", `select count(*) from sim_line`, 1)
			c.wants(t, "open requests", `select count(*) from carrier_order where state <> 'issued'`, 0)
		})
	}
}
