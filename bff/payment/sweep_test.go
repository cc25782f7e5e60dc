package payment_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/benchtest"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// The sweeps run twice a minute for as long as the shop lives, so none of them costs more with everything that was ever ordered
// and is done.
func TestSweepsDoNotReadWhatIsDone(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.SellAlready(t, 20_000)
	w.Exec(t, `
		insert into payment_attempt (tenant_id, order_id, method, status, amount, currency, intent_id, created_at, updated_at)
		select 20, id, 'card', 'succeeded', 650, 'USD', order_no, now(), now() from orders`)
	w.Exec(t, `
		insert into notification (tenant_id, key, channel, recipient, locale, template, data, state, created_at)
		select 20, order_no, 'email', '', 'en', 'order_paid', '{}', 'sent', now() from orders`)
	w.Exec(t, `analyze`)

	counted, statements := pg.CountStatements(ctx)
	_, arrived := w.Orders.CompleteArrived(counted, 100)
	_, waiting := notify.New(notify.Config{DB: w.DB}).Waiting(counted, w.Clock.Now(), 100)
	if err := errors.Join(w.pay.Sweep(counted), w.SIMs.Sweep(counted), arrived, waiting); err != nil {
		t.Fatal(err)
	}
	if statements.Count() < 10 {
		t.Fatalf("%d statements", statements.Count())
	}
	for _, statement := range statements.All() {
		// To read one of the tables costs the planner 300 and more.
		if cost := benchtest.Cost(t, w.DB, statement); cost > 100 {
			t.Errorf("costs %.0f: %s", cost, strings.Join(strings.Fields(statement), " "))
		}
	}
}

// A message whose job was lost is worked all the same, and so is an attempt of which nothing was heard; whoever waits for a
// person is shown one that cannot be worked.
func TestTheSweepFindsWhatWasForgotten(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	o, intent := w.placed(t)
	w.Exec(t, `delete from river_job`)
	if err := w.pay.Receive(ctx, event("evt_lost", "payment_intent.succeeded", intent), "good"); err != nil {
		t.Fatal(err)
	}
	w.Exec(t, `delete from river_job where kind = 'payment_event'`)
	asked := func(kind string) int {
		return w.Count(t, `select count(*) from river_job where kind = ?`, kind)
	}
	for range 2 {
		if err := w.pay.Sweep(ctx); err != nil {
			t.Fatal(err)
		}
		if asked("payment_event")+asked("payment_check") != 0 {
			t.Fatal("what has just come is not forgotten")
		}
	}
	w.Clock.Advance(3 * time.Minute)
	for range 2 { // one that waits already is not asked for again
		if err := w.pay.Sweep(ctx); err != nil || asked("payment_event") != 1 {
			t.Fatalf("%d messages asked for: %v", asked("payment_event"), err)
		}
	}
	w.Clock.Advance(time.Hour)
	for range 2 {
		if err := w.pay.Sweep(ctx); err != nil || asked("payment_check") != 1 {
			t.Fatalf("%d attempts asked for: %v", asked("payment_check"), err)
		}
	}
	w.Clock.Advance(time.Hour)
	cases, err := w.pay.OpenCases(ctx, 10)
	if err != nil || len(cases) != 1 || !strings.Contains(cases[0].What, "evt_lost is not worked") {
		t.Fatalf("cases: %+v %v", cases, err)
	}
	w.prov.move(intent, payment.IntentSucceeded, "")
	if err := w.pay.ProcessEvent(ctx, "evt_lost"); err != nil {
		t.Fatal(err)
	}
	w.status(t, o, order.Processing)
	if cases, err := w.pay.OpenCases(ctx, 10); err != nil || len(cases) != 0 {
		t.Fatalf("cases: %+v %v", cases, err)
	}
}

// An attempt that nobody hears of is looked at after 1, 5 and 15 minutes by one job, which the sweep asks for once and which ends when
// the attempt is settled. One that is settled by then has no job.
func TestAnAttemptIsLookedAtThreeTimes(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	o, intent := w.placed(t)
	jobsAfter := func(pause time.Duration, want int) {
		t.Helper()
		w.Clock.Advance(pause)
		if err := w.pay.Sweep(ctx); err != nil {
			t.Fatal(err)
		}
		if n := w.Count(t, `select count(*) from river_job where kind = 'payment_check'`); n != want {
			t.Fatalf("%d jobs look at attempts instead of %d", n, want)
		}
	}
	settled, paid := w.placed(t)
	w.prov.move(paid, payment.IntentSucceeded, "")
	w.hears(t, paid)
	w.status(t, settled, order.Processing)
	jobsAfter(59*time.Second, 0)
	jobsAfter(time.Second, 1)
	jobsAfter(0, 1)
	attempt := int64(w.Count(t, `select id from payment_attempt where order_id = ?`, o.ID))
	for _, c := range []struct{ after, again time.Duration }{
		{0, 4 * time.Minute}, {4 * time.Minute, 10 * time.Minute}, {10 * time.Minute, 0},
	} {
		w.Clock.Advance(c.after)
		err := w.pay.Check(ctx, attempt)
		if again, snoozed := jobs.SnoozedFor(err); again != c.again || snoozed != (c.again > 0) {
			t.Fatalf("again in %s: %v", again, err)
		}
	}
	w.prov.move(intent, payment.IntentSucceeded, "")
	if err := w.pay.Check(ctx, attempt); err != nil {
		t.Fatal(err)
	}
	w.status(t, o, order.Processing)
}
