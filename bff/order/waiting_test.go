package order_test

import (
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/benchtest"
	"github.com/roamcart/roamcart/bff/order"
)

// What waits for its payment is asked for it once and reminded of it once, and ends with its window; each time the job comes back for
// what is due next. One that is held, or waits no more, is left alone.
func TestAnUnpaidOrderIsAskedForRemindedOfAndEnded(t *testing.T) {
	t.Parallel()
	b := benchtest.New(t)
	b.Product(t, "plan", 100, 10)
	o := b.Place(t, b.Submission("plan", 1, 100))
	watched := func(by int) {
		t.Helper()
		for range 2 {
			if err := b.Orders.EnqueueUnpaid(ctx); err != nil {
				t.Fatal(err)
			}
			if n := b.Count(t, `select count(*) from river_job where kind = 'order_unpaid'`); n != by {
				t.Fatalf("an order is watched by %d jobs instead of %d", n, by)
			}
		}
	}
	watched(0)
	mails := func(template string) int {
		return b.Count(t, `select count(*) from river_job where kind = 'order_mail' and args->>'template' = ?`, template)
	}
	wants := func(again time.Duration, over bool, asked, reminded int) {
		t.Helper()
		for range 2 { // a job may run twice
			gotAgain, gotOver, err := b.Orders.AskForPayment(ctx, o.ID)
			if err != nil || gotAgain != again || gotOver != over || mails(order.MailPlaced) != asked || mails(order.MailReminder) != reminded {
				t.Fatalf("again in %s, over %v, asked %d times, reminded %d times: %v", gotAgain, gotOver, mails(order.MailPlaced), mails(order.MailReminder), err)
			}
		}
	}
	ask, remind := 15*time.Minute, benchtest.Window-order.RemindBefore(benchtest.Window)
	wants(ask, false, 0, 0)
	b.Clock.Advance(ask)
	watched(1)
	wants(remind-ask, false, 1, 0)
	b.Clock.Advance(remind - ask)
	wants(order.RemindBefore(benchtest.Window), false, 1, 1)
	b.Clock.Advance(order.RemindBefore(benchtest.Window))
	wants(0, true, 1, 1)
	if err := b.Orders.StaffHold(ctx, o.ID, order.StaffActor("ada"), "a look"); err != nil {
		t.Fatal(err)
	}
	wants(0, false, 1, 1)
	b.Exec(t, `delete from river_job where kind = 'order_unpaid'`)
	if err := b.Orders.Lift(ctx, o.ID, order.StaffActor("ada"), "looked"); err != nil {
		t.Fatal(err)
	}
	if n := b.Count(t, `select count(*) from river_job where kind = 'order_unpaid'`); n != 1 {
		t.Fatalf("what is held no more is watched by %d jobs", n)
	}
	wants(0, true, 1, 1)
	b.Exec(t, `update orders set status = 'processing', paid_at = now() where id = ?`, o.ID)
	wants(0, false, 1, 1)
}
