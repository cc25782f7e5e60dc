package sim_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/sim"
)

// While something about a SIM is open nothing of it is erased; once that is over it is.
func TestWhatIsNotSettledIsKept(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	for name, thing := range map[string]struct{ opens, closes string }{
		"a refund": {`update orders set status = 'pending_refund' where id = @order`, `update orders set status = 'completed' where id = @order`},
		"a hold":   {`update orders set hold_reason = 'looked into' where id = @order`, `update orders set hold_reason = '' where id = @order`},
		"a dispute": {`insert into dispute (id, tenant_id, order_id, attempt_id, amount, currency, reason, state, opened_at)
			select 'dp_1', 20, order_id, id, amount, currency, '', 'open', now() from payment_attempt where order_id = @order`,
			`update dispute set state = 'won' where order_id = @order`},
		"an unpaid top-up": {`update order_line set sim_line_id = @line where order_id = @other`, `update orders set status = 'cancelled' where id = @other`},
		"a paid top-up": {`with o as (update orders set status = 'processing' where id = @other)
			update order_line set sim_line_id = @line where order_id = @other`, `update order_line set state = 'ready' where order_id = @other`},
		"what a carrier may have added": {`insert into carrier_order (tenant_id, order_id, order_line_id, unit, kind, carrier, plan_ref, line_id, state,
			    next_at, sla_at, created_at, updated_at)
			select 20, order_id, id, 1, 'topup', 'http', 'more', @line, 'unknown', now(), now(), now(), now() from order_line where order_id = @other`,
			`update carrier_order set state = 'failed' where line_id = @line`},
	} {
		orderID, simID := c.used(t)
		c.Clock.Advance(7*24*time.Hour + sim.RetentionAfterEnd + time.Hour)
		args := map[string]any{"order": orderID, "line": simID, "other": c.Place(t, c.Submission("plan", 1, 650)).ID}
		c.Exec(t, thing.opens, args)
		c.erases(t)
		c.wants(t, name+": lines that are kept", kept, 1)
		c.Exec(t, thing.closes, args)
		c.erases(t)
		c.wants(t, name+": lines that are kept after it", kept, 0)
	}
}

// What opens after a line was found to be due, and before it is erased, keeps it; so does whoever holds it.
func TestWhatOpensMeanwhileIsKept(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	c.used(t)
	c.Clock.Advance(7*24*time.Hour + sim.RetentionAfterEnd + time.Hour)
	c.Hook = func(point string) {
		if point == "SIMs to erase locked" {
			c.Exec(t, `update orders set hold_reason = 'looked into'`)
		}
	}
	c.erases(t)
	c.wants(t, "lines that are kept", kept, 1)
	c.Hook = nil
	c.Exec(t, `update orders set hold_reason = ''`)
	err := c.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		if err := tx.Exec(`update sim_line set sync_at = null`).Error; err != nil {
			return err
		}
		c.erases(t)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	c.wants(t, "lines that somebody held", kept, 1)
	c.erases(t)
	c.wants(t, "lines that were erased", gone, 1)
}

// More data keeps a SIM, as long as that lasts; a top-up that comes too late for it fails, and its money goes back.
func TestATopUpKeepsASIM(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	c.Product(t, "more", 1250, 10)
	_, line := c.used(t)
	topUp := func() {
		t.Helper()
		o := c.charged(t, 1)
		c.Exec(t, `update order_line set goods_id = 'more', sim_line_id = ? where order_id = ?`, line, o.ID)
		c.fulfils(t, o)
		c.issue(t)
		c.passes(t, 1, time.Minute)
	}
	c.Clock.Advance(7*24*time.Hour + sim.RetentionAfterEnd - time.Hour)
	topUp()
	if err := c.sims.Refresh(ctx, line); err != nil {
		t.Fatal(err)
	}
	c.wants(t, "plans that run", `select count(*) from plan_instance where goods_id = 'more' and state = 'active'`, 1)
	c.Clock.Advance(15*24*time.Hour + sim.RetentionAfterEnd - time.Hour)
	c.erases(t)
	c.wants(t, "lines that are kept", kept, 1)
	c.Clock.Advance(2 * time.Hour)
	c.erases(t)
	c.wants(t, "lines that were erased", gone, 1)
	topUp()
	c.wants(t, "refunds", `select count(*) from refund where reason = 'undelivered'`, 1)
}

// When a SIM is to be erased follows what is known of its plans.
func TestWhenASIMIsErased(t *testing.T) {
	t.Parallel()
	c := newCounter(t, "")
	c.delivered(t)
	const day = 24 * time.Hour
	for name, want := range map[string]struct {
		plans []planned
		// gaveUp says that the carrier has ended the line, set is what else is known of it.
		gaveUp bool
		set    string
		never  bool
		// after is when, counted from now.
		after time.Duration
	}{
		"it runs":                  {plans: []planned{{carrier.PlanActive, 5 * day}}, after: 5*day + sim.RetentionAfterEnd},
		"another waits":            {plans: []planned{{carrier.PlanActive, 5 * day}, {carrier.PlanQueued, 0}}, never: true},
		"used up before its time":  {plans: []planned{{carrier.PlanDepleted, 5 * day}}, after: 5*day + sim.RetentionAfterEnd},
		"used up without a time":   {plans: []planned{{carrier.PlanDepleted, 0}}, after: sim.RetentionAfterEnd},
		"withdrawn before its end": {plans: []planned{{carrier.PlanRevoked, 5 * day}}, after: sim.RetentionAfterEnd},
		"never begun":              {plans: []planned{{carrier.PlanLapsed, 0}}, after: sim.RetentionAfterEnd},
		"the last one counts":      {plans: []planned{{carrier.PlanExpired, -2 * day}, {carrier.PlanExpired, -day}}, after: sim.RetentionAfterEnd - day},
		"the carrier gave it up":   {plans: []planned{{carrier.PlanQueued, 0}}, gaveUp: true},
		"it was taken back":        {plans: []planned{{carrier.PlanQueued, 0}}, set: `revoked_at = @now`},
	} {
		c.Exec(t, `delete from plan_instance`)
		now := c.Clock.Now()
		c.Exec(t, `update sim_line set retired_at = null, revoked_at = null`)
		if want.set != "" {
			c.Exec(t, `update sim_line set `+want.set, map[string]any{"now": now})
		}
		plans := make([]carrier.PlanInstance, len(want.plans))
		for i, p := range want.plans {
			plans[i] = carrier.PlanInstance{Ref: fmt.Sprint(i), State: p.state}
			if ends := now.Add(p.ends); p.ends != 0 {
				plans[i].EndsAt = &ends
			}
		}
		far := counts{Carrier: c.Carriers[carrier.HTTP], plans: plans}
		if want.gaveUp {
			far.retiredAt = &now
		}
		s := c.Delivery(carrier.Carriers{carrier.HTTP: far}, nil, c.Logs.Logger())
		// A plan is over when it was first counted as over, however often it is counted.
		for range 2 {
			for i := range plans {
				plans[i].AsOf = c.Clock.Now()
			}
			if err := s.Refresh(ctx, 1); err != nil {
				t.Fatal(err)
			}
			c.Clock.Advance(time.Minute)
		}
		var line struct{ EraseAt *time.Time }
		if err := c.DB.Gorm.Raw(`select erase_at from sim_line`).Scan(&line).Error; err != nil {
			t.Fatal(err)
		}
		if due := line.EraseAt; want.never != (due == nil) || due != nil && !due.Equal(now.Add(want.after)) {
			t.Errorf("%s: %v, want %v after %v", name, due, want.after, now)
		}
	}
}

// planned is a plan that ends so much later, 0 for one without an end.
type planned struct {
	state carrier.PlanState
	ends  time.Duration
}

// counts is a carrier that counts these plans on every line, and has ended it at retiredAt.
type counts struct {
	carrier.Carrier
	plans     []carrier.PlanInstance
	retiredAt *time.Time
}

func (c counts) SIM(ctx context.Context, ref string) (carrier.SIM, error) {
	sim, err := c.Carrier.SIM(ctx, ref)
	sim.Plans, sim.RetiredAt = c.plans, c.retiredAt
	return sim, err
}

// Where nobody counts, a plan ends at the latest that it could, and a contract not at all.
func TestAnUncountedSIMIsErased(t *testing.T) {
	t.Parallel()
	b, s := newSIMs(t, 2)
	b.Exec(t, `update product set use_within_days = 90`)
	for _, contract := range []string{"", "12m"} {
		b.Exec(t, `update product set contract_period = ?`, contract)
		if err := s.Fulfil(ctx, paid(t, b, 1).ID); err != nil {
			t.Fatal(err)
		}
	}
	last := time.Duration(90+7+1)*24*time.Hour + sim.RetentionAfterEnd
	b.Clock.Advance(last - time.Second)
	for want := range 2 {
		if err := s.Erase(ctx); err != nil {
			t.Fatal(err)
		}
		if n := b.Count(t, gone); n != want {
			t.Fatalf("%d lines were erased, want %d", n, want)
		}
		b.Clock.Advance(time.Second)
	}
}
