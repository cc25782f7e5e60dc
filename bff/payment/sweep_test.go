package payment_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/notify"
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
	if statements.Count() < 8 {
		t.Fatalf("%d statements", statements.Count())
	}
	for _, statement := range statements.All() {
		// To read one of the tables costs the planner 300 and more.
		if cost := apptest.Cost(t, w.DB, statement); cost > 100 {
			t.Errorf("costs %.0f: %s", cost, strings.Join(strings.Fields(statement), " "))
		}
	}
}
