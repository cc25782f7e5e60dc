package payment_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// The sweeps run twice a minute for as long as the shop lives, so none of them costs more with everything that was ever ordered
// and is done.
func TestSweepsDoNotReadFinishedOrders(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddCompletedOrders(t, 20_000)
	f.Exec(t, `
		insert into payment_attempt (tenant_id, order_id, method, status, amount, currency, intent_id, created_at, updated_at)
		select 20, id, 'card', 'succeeded', 650, 'USD', order_no, now(), now() from orders`)
	f.Exec(t, `
		insert into notification (tenant_id, key, channel, recipient, locale, template, data, state, created_at)
		select 20, order_no, 'email', '', 'en', 'order_paid', '{}', 'sent', now() from orders`)
	f.Exec(t, `analyze`)

	counted, statements := pg.CountStatements(ctx)
	_, arrived := f.Orders.CompleteArrived(counted, 100)
	_, waiting := notify.New(notify.Config{DB: f.DB}).Waiting(counted, f.Clock.Now(), 100)
	require.NoError(t, errors.Join(f.pay.Sweep(counted), f.SIMs.Sweep(counted), arrived, waiting))
	if statements.Count() < 10 {
		t.Fatalf("%d statements", statements.Count())
	}
	for _, statement := range statements.All() {
		// To read one of the tables costs the planner 300 and more.
		if cost := moduletest.QueryCost(t, f.DB, statement); cost > 100 {
			t.Errorf("costs %.0f: %s", cost, strings.Join(strings.Fields(statement), " "))
		}
	}
}

// A message whose job was lost is worked all the same, and so is an attempt of which nothing was heard; whoever waits for a
// person is shown one that cannot be worked.
func TestTheSweepFindsLostJobs(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placeOrder(t)
	f.Exec(t, `delete from river_job`)
	require.NoError(t, f.pay.Receive(ctx, eventPayload("evt_lost", "payment_intent.succeeded", intent), "good"))
	f.Exec(t, `delete from river_job where kind = 'payment_event'`)
	countJobs := func(kind string) int {
		return f.Count(t, `select count(*) from river_job where kind = ?`, kind)
	}
	for range 2 {
		require.NoError(t, f.pay.Sweep(ctx))
		if countJobs("payment_event")+countJobs("payment_check") != 0 {
			t.Fatal("what has just come is not forgotten")
		}
	}
	f.Clock.Advance(3 * time.Minute)
	for range 2 { // one that waits already is not asked for again
		if err := f.pay.Sweep(ctx); err != nil || countJobs("payment_event") != 1 {
			t.Fatalf("%d messages asked for: %v", countJobs("payment_event"), err)
		}
	}
	f.Clock.Advance(time.Hour)
	for range 2 {
		if err := f.pay.Sweep(ctx); err != nil || countJobs("payment_check") != 1 {
			t.Fatalf("%d attempts asked for: %v", countJobs("payment_check"), err)
		}
	}
	f.Clock.Advance(time.Hour)
	cases, err := f.pay.OpenCases(ctx, 10)
	if err != nil || len(cases) != 1 || !strings.Contains(cases[0].What, "evt_lost is not worked") {
		t.Fatalf("cases: %+v %v", cases, err)
	}
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	require.NoError(t, f.pay.ProcessEvent(ctx, "evt_lost"))
	f.requireStatus(t, o, order.Processing)
	if cases, err := f.pay.OpenCases(ctx, 10); err != nil || len(cases) != 0 {
		t.Fatalf("cases: %+v %v", cases, err)
	}
}

// An attempt that nobody hears of is looked at after 1, 5 and 15 minutes by one job, which the sweep asks for once and which ends when
// the attempt is settled. One that is settled by then has no job.
func TestAnAttemptIsLookedAtThreeTimes(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placeOrder(t)
	requireJobsAfter := func(pause time.Duration, want int) {
		t.Helper()
		f.Clock.Advance(pause)
		require.NoError(t, f.pay.Sweep(ctx))
		if n := f.Count(t, `select count(*) from river_job where kind = 'payment_check'`); n != want {
			t.Fatalf("%d jobs look at attempts instead of %d", n, want)
		}
	}
	settled, paid := f.placeOrder(t)
	f.provider.setStatus(paid, payment.IntentSucceeded, "")
	f.applyIntent(t, paid)
	f.requireStatus(t, settled, order.Processing)
	requireJobsAfter(59*time.Second, 0)
	requireJobsAfter(time.Second, 1)
	requireJobsAfter(0, 1)
	attempt := int64(f.Count(t, `select id from payment_attempt where order_id = ?`, o.ID))
	for _, c := range []struct{ after, again time.Duration }{
		{0, 4 * time.Minute}, {4 * time.Minute, 10 * time.Minute}, {10 * time.Minute, 0},
	} {
		f.Clock.Advance(c.after)
		err := f.pay.Check(ctx, attempt)
		if again, snoozed := jobs.SnoozedFor(err); again != c.again || snoozed != (c.again > 0) {
			t.Fatalf("again in %s: %v", again, err)
		}
	}
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	require.NoError(t, f.pay.Check(ctx, attempt))
	f.requireStatus(t, o, order.Processing)
}

// No job about a payment is given up because the provider cannot be asked, however long that is.
func TestJobsOutliveAnOutageOfTheProvider(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, first := f.placeOrder(t)
	f.provider.setStatus(first, payment.IntentOpen, "card_declined")
	f.applyIntent(t, first)
	second := f.createIntent(t, o)
	f.provider.setStatus(first, payment.IntentSucceeded, "")
	f.applyIntent(t, first)
	r, err := f.pay.GiveRefund(ctx, payment.StaffRefund{OrderID: o.ID, Amount: 200, Reason: "a part", Actor: "staff:eve"})
	require.NoError(t, err)
	waiting, _ := f.placeOrder(t)
	require.NoError(t, f.pay.Receive(ctx, eventPayload("evt_1", "payment_intent.succeeded", second), "good"))
	f.Clock.Advance(50 * time.Hour)
	f.provider.setDown(true)
	for kind, work := range map[string]func() error{
		"payment_give_up":   func() error { return f.pay.CancelAttempt(ctx, f.latestAttempt(t, o).ID) },
		"payment_refund":    func() error { return f.pay.Refund(ctx, r.ID) },
		"payment_event":     func() error { return f.pay.ProcessEventJob(ctx, payment.EventArgs{EventID: "evt_1", IntentID: second}) },
		"payment_check":     func() error { return f.pay.Check(ctx, f.latestAttempt(t, waiting).ID) },
		"order_expire":      func() error { return f.pay.Expire(ctx, waiting.ID) },
		"payment_reconcile": func() error { return f.pay.ReconcileDue(ctx) },
	} {
		if outage, err := jobs.Outage(""), work(); !errors.As(err, &outage) {
			t.Errorf("%s is given up after an hour and a half: %v", kind, err)
		}
	}
	f.provider.setDown(false)
	require.NoError(t, f.pay.CancelAttempt(ctx, f.latestAttempt(t, o).ID))
	if left := f.provider.payableIntents(o.OrderNo); len(left) != 0 {
		t.Errorf("%v can still be paid", left)
	}
}
