package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
)

// What waits for its payment is asked for it once and reminded of it once, and ends with its window; each time the job comes back for
// what is due next. One that is held, or waits no more, is left alone.
func TestAnUnpaidOrderIsAskedForRemindedOfAndEnded(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 100, 10)
	o := f.Place(t, f.Submission("plan", 1, 100))
	requireWatchers := func(by int) {
		t.Helper()
		for range 2 {
			require.NoError(t, f.Orders.EnqueueUnpaid(ctx))
			if n := f.Count(t, `select count(*) from river_job where kind = 'order_unpaid'`); n != by {
				t.Fatalf("an order is watched by %d jobs instead of %d", n, by)
			}
		}
	}
	requireWatchers(0)
	mails := func(template string) int {
		return f.Count(t, `select count(*) from river_job where kind = 'order_mail' and args->>'template' = ?`, template)
	}
	requireMails := func(again time.Duration, over bool, asked, reminded int) {
		t.Helper()
		for range 2 { // a job may run twice
			gotAgain, gotOver, err := f.Orders.AskForPayment(ctx, o.ID)
			if err != nil || gotAgain != again || gotOver != over || mails(order.MailPlaced) != asked || mails(order.MailReminder) != reminded {
				t.Fatalf("again in %s, over %v, asked %d times, reminded %d times: %v", gotAgain, gotOver, mails(order.MailPlaced), mails(order.MailReminder), err)
			}
		}
	}
	ask, remind := 15*time.Minute, moduletest.Window-order.RemindBefore(moduletest.Window)
	requireMails(ask, false, 0, 0)
	f.Clock.Advance(ask)
	requireWatchers(1)
	requireMails(remind-ask, false, 1, 0)
	f.Clock.Advance(remind - ask)
	requireMails(order.RemindBefore(moduletest.Window), false, 1, 1)
	f.Clock.Advance(order.RemindBefore(moduletest.Window))
	requireMails(0, true, 1, 1)
	require.NoError(t, f.Orders.StaffHold(ctx, o.ID, order.StaffActor("ada"), "a look"))
	requireMails(0, false, 1, 1)
	f.Exec(t, `delete from river_job where kind = 'order_unpaid'`)
	require.NoError(t, f.Orders.Lift(ctx, o.ID, order.StaffActor("ada"), "looked"))
	if n := f.Count(t, `select count(*) from river_job where kind = 'order_unpaid'`); n != 1 {
		t.Fatalf("what is held no more is watched by %d jobs", n)
	}
	requireMails(0, true, 1, 1)
	f.Exec(t, `update orders set status = 'processing', paid_at = now() where id = ?`, o.ID)
	requireMails(0, false, 1, 1)
}
