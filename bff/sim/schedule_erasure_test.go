package sim_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/sim"
)

// While something about a SIM is open nothing of it is erased; once that is over it is.
func TestWhatIsNotSettledIsKept(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
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
		orderID, simID := f.placeUsedSIM(t)
		f.Clock.Advance(7*24*time.Hour + sim.RetentionAfterEnd + time.Hour)
		args := map[string]any{"order": orderID, "line": simID, "other": f.Place(t, f.Submission("plan", 1, 650)).ID}
		f.Exec(t, thing.opens, args)
		f.runPurge(t)
		f.requireCount(t, name+": SIMs that are kept", keptSIMs, 1)
		f.Exec(t, thing.closes, args)
		f.runPurge(t)
		f.requireCount(t, name+": SIMs that are kept after it", keptSIMs, 0)
	}
}

// A case that opens after a SIM was found to be erasable keeps it, and so does a lock on its row.
func TestWhatOpensMeanwhileIsKept(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	f.placeUsedSIM(t)
	f.Clock.Advance(7*24*time.Hour + sim.RetentionAfterEnd + time.Hour)
	f.Hook = func(point string) {
		if point == "SIMs to erase locked" {
			f.Exec(t, `update orders set hold_reason = 'looked into'`)
		}
	}
	f.runPurge(t)
	f.requireCount(t, "SIMs that are kept", keptSIMs, 1)
	f.Hook = nil
	f.Exec(t, `update orders set hold_reason = ''`)
	err := f.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		if err := tx.Exec(`update sim_line set sync_at = null`).Error; err != nil {
			return err
		}
		f.runPurge(t)
		return nil
	})
	require.NoError(t, err)
	f.requireCount(t, "SIMs that somebody held", keptSIMs, 1)
	f.runPurge(t)
	f.requireCount(t, "SIMs that were erased", erasedSIMs, 1)
}

// More data keeps a SIM, as long as that lasts; a top-up that comes too late for it fails, and its money goes back.
func TestATopUpKeepsASIM(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	f.AddProduct(t, "more", 1250, 10)
	_, simID := f.placeUsedSIM(t)
	topUp := func() {
		t.Helper()
		o := f.placePaidOrder(t, 1)
		f.Exec(t, `update order_line set goods_id = 'more', sim_line_id = ? where order_id = ?`, simID, o.ID)
		f.runFulfil(t, o)
		f.runIssueJobs(t)
		f.advance(t, 1, time.Minute)
	}
	f.Clock.Advance(7*24*time.Hour + sim.RetentionAfterEnd - time.Hour)
	topUp()
	require.NoError(t, f.sims.Refresh(ctx, simID))
	f.requireCount(t, "plans that run", `select count(*) from plan_instance where goods_id = 'more' and state = 'active'`, 1)
	f.Clock.Advance(15*24*time.Hour + sim.RetentionAfterEnd - time.Hour)
	f.runPurge(t)
	f.requireCount(t, "SIMs that are kept", keptSIMs, 1)
	f.Clock.Advance(2 * time.Hour)
	f.runPurge(t)
	f.requireCount(t, "SIMs that were erased", erasedSIMs, 1)
	topUp()
	f.requireCount(t, "refunds", `select count(*) from refund where reason = 'undelivered'`, 1)
}

// When a SIM is to be erased follows what is known of its plans.
func TestWhenASIMIsErased(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	f.placeDeliveredOrder(t)
	const day = 24 * time.Hour
	for name, want := range map[string]struct {
		plans []plannedState
		// gaveUp says that the carrier has ended the SIM, set is what else is known of it.
		gaveUp bool
		set    string
		never  bool
		// after is when, counted from now.
		after time.Duration
	}{
		"it runs":                  {plans: []plannedState{{carrier.PlanActive, 5 * day}}, after: 5*day + sim.RetentionAfterEnd},
		"another waits":            {plans: []plannedState{{carrier.PlanActive, 5 * day}, {carrier.PlanQueued, 0}}, never: true},
		"used up before its time":  {plans: []plannedState{{carrier.PlanDepleted, 5 * day}}, after: 5*day + sim.RetentionAfterEnd},
		"used up without a time":   {plans: []plannedState{{carrier.PlanDepleted, 0}}, after: sim.RetentionAfterEnd},
		"withdrawn before its end": {plans: []plannedState{{carrier.PlanRevoked, 5 * day}}, after: sim.RetentionAfterEnd},
		"never begun":              {plans: []plannedState{{carrier.PlanLapsed, 0}}, after: sim.RetentionAfterEnd},
		"the last one counts":      {plans: []plannedState{{carrier.PlanExpired, -2 * day}, {carrier.PlanExpired, -day}}, after: sim.RetentionAfterEnd - day},
		"the carrier gave it up":   {plans: []plannedState{{carrier.PlanQueued, 0}}, gaveUp: true},
		"it was taken back":        {plans: []plannedState{{carrier.PlanQueued, 0}}, set: `revoked_at = @now`},
	} {
		f.Exec(t, `delete from plan_instance`)
		now := f.Clock.Now()
		f.Exec(t, `update sim_line set retired_at = null, revoked_at = null`)
		if want.set != "" {
			f.Exec(t, `update sim_line set `+want.set, map[string]any{"now": now})
		}
		plans := make([]carrier.PlanInstance, len(want.plans))
		for i, p := range want.plans {
			plans[i] = carrier.PlanInstance{Ref: fmt.Sprint(i), State: p.state}
			if ends := now.Add(p.ends); p.ends != 0 {
				plans[i].EndsAt = &ends
			}
		}
		far := countingCarrier{Carrier: f.Carriers[carrier.HTTP], plans: plans}
		if want.gaveUp {
			far.retiredAt = &now
		}
		s := f.NewSIMService(carrier.Carriers{carrier.HTTP: far}, nil, f.Logs.Logger())
		// A plan is over when it was first counted as over, however often it is counted.
		for range 2 {
			for i := range plans {
				plans[i].AsOf = f.Clock.Now()
			}
			require.NoError(t, s.Refresh(ctx, 1))
			f.Clock.Advance(time.Minute)
		}
		var row struct{ EraseAt *time.Time }
		require.NoError(t, f.DB.Gorm.Raw(`select erase_at from sim_line`).Scan(&row).Error)
		if due := row.EraseAt; want.never != (due == nil) || due != nil && !due.Equal(now.Add(want.after)) {
			t.Errorf("%s: %v, want %v after %v", name, due, want.after, now)
		}
	}
}

// plannedState is a plan that ends so much later, 0 for one without an end.
type plannedState struct {
	state carrier.PlanState
	ends  time.Duration
}

// countingCarrier is a carrier that reports these plans on every SIM, and that it ended at retiredAt.
type countingCarrier struct {
	carrier.Carrier
	plans     []carrier.PlanInstance
	retiredAt *time.Time
}

func (c countingCarrier) SIM(ctx context.Context, ref string) (carrier.SIM, error) {
	found, err := c.Carrier.SIM(ctx, ref)
	found.Plans, found.RetiredAt = c.plans, c.retiredAt
	return found, err
}

// Where nobody counts, a plan ends at the latest that it could, and a contract not at all.
func TestAnUncountedSIMIsErased(t *testing.T) {
	t.Parallel()
	b, s := newPool(t, 2)
	b.Exec(t, `update product set use_within_days = 90`)
	for _, contract := range []string{"", "12m"} {
		b.Exec(t, `update product set contract_period = ?`, contract)
		require.NoError(t, s.Fulfil(ctx, placePaid(t, b, 1).ID))
	}
	last := time.Duration(90+7+1)*24*time.Hour + sim.RetentionAfterEnd
	b.Clock.Advance(last - time.Second)
	for want := range 2 {
		require.NoError(t, s.Erase(ctx))
		if n := b.Count(t, erasedSIMs); n != want {
			t.Fatalf("%d SIMs were erased, want %d", n, want)
		}
		b.Clock.Advance(time.Second)
	}
}
