package payment_test

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// The sweeps run twice a minute for as long as the shop lives, so none of them costs more with everything that was ever ordered
// and is done.
func TestSweepsDoNotReadWhatIsDone(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	const done = 20_000
	w.Exec(t, `
		insert into orders (tenant_id, order_no, owner, idempotency_key, request_hash, locale, status, currency, subtotal, order_total,
		    payment_method, email, email_normal, first_name, created_at, expires_at, paid_at, reviewed_at, shipped_at, completed_at)
		select 20, 'done-' || n, 'v:' || n, '', '', 'en', 'completed', 'USD', 650, 650, 'card', '', '', '', now(), now(), now(), now(), now(), now()
		from generate_series(1, ?) n`, done)
	w.Exec(t, `
		insert into order_line (tenant_id, order_id, line_no, goods_id, sku, sim_type, name_en, name_zh, group_code, quantity, unit_price, state)
		select 20, id, 1, 'plan', 'plan:esim', 'esim', '', '', 'asia', 1, 650, 'ready_to_install' from orders`)
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
		if cost := costs(t, w.DB, statement); cost > 100 {
			t.Errorf("costs %.0f: %s", cost, strings.Join(strings.Fields(statement), " "))
		}
	}
}

var total = regexp.MustCompile(`cost=[0-9.]+\.\.([0-9.]+) `)

// costs returns what the planner expects a statement to cost, whatever its arguments are.
func costs(t *testing.T, db *pg.DB, statement string) float64 {
	t.Helper()
	tx, err := db.SQL.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	for _, step := range []string{`set local plan_cache_mode = force_generic_plan`, `prepare swept as ` + statement} {
		if _, err := tx.Exec(step); err != nil {
			t.Fatalf("%s: %v", step, err)
		}
	}
	args := ""
	for n := 1; strings.Contains(statement, fmt.Sprintf("$%d", n)); n++ {
		args += ", null"
	}
	if args != "" {
		args = "(" + args[2:] + ")"
	}
	var plan string
	if err := tx.QueryRow(`explain execute swept` + args).Scan(&plan); err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(`deallocate swept`); err != nil {
		t.Fatal(err)
	}
	cost, err := strconv.ParseFloat(total.FindStringSubmatch(plan)[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	return cost
}
