package owned_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

// Ten people who all hold the number and the phone of one SIM ask for it at once: it is one person's.
func TestASIMIsOnOneList(t *testing.T) {
	t.Parallel()
	f, _ := newFixture(t)
	f.addSIM(t, iccid, 0)
	var wait sync.WaitGroup
	errs := make([]error, 10)
	for n := range errs {
		wait.Go(func() {
			_, errs[n] = f.sims.Link(ctx, owner(int64(n+1)), owned.LinkForm{ICCID: iccid, Phone: phone, Code: "123456"})
		})
	}
	wait.Wait()
	won := 0
	for n, err := range errs {
		if err == nil {
			won++
			continue
		}
		require.Equal(t, "sim_linked_elsewhere", fault.Code(err), "%d: %v", n+1, err)
	}
	require.Equal(t, 1, won)
	require.Equal(t, 1, f.Count(t, `select count(*) from sim_line where user_id is not null`))
	require.Equal(t, 1, f.Count(t, `select count(*) from audit_log where entity = 'sim' and action = 'link'`))
}

// A number that was given out again is that of the newest SIM; one that was taken back is nobody's.
func TestALinkedNumberIsTheNewest(t *testing.T) {
	t.Parallel()
	f, _ := newFixture(t)
	f.addSIM(t, iccid, 1)
	f.Clock.Advance(time.Hour)
	newest := f.addSIM(t, iccid, 0)
	sim, err := f.sims.Link(ctx, owner(2), owned.LinkForm{ICCID: iccid, Phone: phone, Code: "1"})
	require.NoError(t, err)
	require.Equal(t, newest, sim.Ref)
	f.Exec(t, `update sim_line set retired_at = now()`)
	_, err = f.sims.Link(ctx, owner(3), owned.LinkForm{ICCID: iccid, Phone: phone, Code: "1"})
	require.Equal(t, "sim_not_linkable", fault.Code(err))
	_, err = f.sims.Link(ctx, owned.Owner{TenantID: 21, UserID: 2}, owned.LinkForm{ICCID: iccid, Phone: phone, Code: "1"})
	require.Equal(t, "sim_not_linkable", fault.Code(err), "at another site")
}

// A list costs three statements however long it is; a SIM two more than it needs for its plans at most.
func TestAListTakesThreeStatements(t *testing.T) {
	t.Parallel()
	f, _ := newFixture(t)
	for n := range 12 {
		ref := f.addSIM(t, fmt.Sprintf("89445385320081602%02d", n), int64(1+n/11))
		if n < 2 {
			f.requireDetail(t, 1, ref)
		}
	}
	f.Exec(t, `update sim_line set synced_at = ?`, f.Clock.Now())
	for user, want := range map[int64]int{1: 11, 2: 1, 3: 0} {
		counted, n := pg.CountStatements(ctx)
		list, err := f.sims.List(counted, owner(user))
		require.NoError(t, err)
		require.Len(t, list, want)
		require.LessOrEqual(t, n.Count(), 3, n.All())
	}
	ref := f.addSIM(t, iccid, 4)
	f.requireDetail(t, 4, ref)
	counted, n := pg.CountStatements(ctx)
	_, err := f.sims.Detail(counted, owner(4), ref)
	require.NoError(t, err)
	require.LessOrEqual(t, n.Count(), 3, f.Logs.String())
}

// A list, a single SIM, and the SIMs of a page of orders are found by indexes, however many orders there have been.
func TestAListDoesNotReadWhatOthersBought(t *testing.T) {
	t.Parallel()
	f, _ := newFixture(t)
	f.AddCompletedOrders(t, 20_000)
	f.Exec(t, `
		insert into sim_line (tenant_id, order_line_id, unit, carrier, carrier_ref, plan_ref, goods_id, sim_type, iccid, profile_state, profile_state_at, created_at)
		select 20, id, 1, 'pool', 'r' || id, 'plan', 'plan', 'esim', 'i' || id, 'installed', now(), now() from order_line`)
	f.Exec(t, `analyze`)
	who := owner(1)
	who.Buyers, who.TrackedOrderNo = []string{"v:7"}, "done-9"
	counted, statements := pg.CountStatements(ctx)
	list, err := f.sims.List(counted, who)
	require.NoError(t, err)
	require.Len(t, list, 2)
	var orders []int64
	require.NoError(t, f.DB.Conn(ctx).Raw(`select id from orders order by id limit 10`).Scan(&orders).Error)
	list, err = f.sims.OfOrders(counted, orders...)
	require.NoError(t, err)
	require.Len(t, list, 10)
	for _, statement := range statements.All() {
		require.NotRegexp(t, `Seq Scan on (orders|order_line|sim_line)`, moduletest.QueryPlan(t, f.DB, statement), statement)
	}
}

// While a carrier is away what it said last is shown, with the time at which it did.
func TestACarrierIsAway(t *testing.T) {
	t.Parallel()
	f, p := newFixture(t)
	ref := f.addSIM(t, iccid, 1)
	fresh := f.requireDetail(t, 1, ref)
	require.Len(t, fresh.Plans, 1)
	require.False(t, f.sims.Stale(fresh))
	f.Clock.Advance(time.Hour)
	p.unreachable = &carrier.Error{Class: carrier.Upstream, Call: "read SIM"}
	old := f.requireDetail(t, 1, ref)
	require.True(t, f.sims.Stale(old))
	require.Equal(t, int64(1024), *old.Usage().Data.Remaining)
	require.True(t, old.Usage().Data.AsOf.Equal(fresh.Plans[0].AsOf))
	_, err := f.sims.TopUps(ctx, owner(1), ref)
	require.Equal(t, "carrier_unavailable", fault.Code(err))
	p.unreachable = nil
	require.False(t, f.sims.Stale(f.requireDetail(t, 1, ref)))
}

// What is offered is what the carrier lists for this SIM and the site sells, with what comes of it.
func TestWhatCanBeAdded(t *testing.T) {
	t.Parallel()
	f, _ := newFixture(t)
	ref := f.addSIM(t, iccid, 1)
	offered := func() map[string]owned.TopUp {
		list, err := f.sims.TopUps(ctx, owner(1), ref)
		require.NoError(t, err)
		out := map[string]owned.TopUp{}
		for _, o := range list {
			out[o.GoodsID] = o
		}
		return out
	}
	f.requireDetail(t, 1, ref)
	before := offered()
	require.Len(t, before, 2, "endless is not sold, monthly is of another family")
	require.Equal(t, int64(3072), *before["more"].After.Data)
	require.Nil(t, before["more"].After.Until, "the plan before it has not started")

	f.Control(t, f.carrierRef(t, ref), "attach", map[string]any{"country": "JP"})
	f.Clock.Advance(2 * time.Minute)
	running := f.requireDetail(t, 1, ref)
	after := offered()["more"].After
	require.True(t, after.StartsAt.Equal(*running.ValidUntil()))
	require.True(t, after.Until.Equal(running.ValidUntil().AddDate(0, 0, 7)), "the product's days, which the shop promises")

	f.Exec(t, `update product set visible = false where goods_id = 'more'`)
	require.NotContains(t, offered(), "more")
	_, err := f.sims.Target(ctx, owner(1), ref, "more")
	require.Equal(t, "topup_not_allowed", fault.Code(err))
	_, err = f.sims.Target(ctx, owner(2), ref, "plan")
	require.Equal(t, "sim_not_found", fault.Code(err))
}
