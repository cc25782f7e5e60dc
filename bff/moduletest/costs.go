package moduletest

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// AddCompletedOrders fills the fixture's database with n completed orders of guests, of one eSIM each, so that the planner sees the tables
// of a shop that has been open for a while.
func (f *Fixture) AddCompletedOrders(t testing.TB, n int) {
	t.Helper()
	f.Exec(t, `
		insert into orders (tenant_id, order_no, owner, idempotency_key, request_hash, locale, status, currency, subtotal, order_total,
		    payment_method, email, email_normal, first_name, created_at, expires_at, paid_at, reviewed_at, shipped_at, completed_at)
		select 20, 'done-' || n, 'v:' || n, '', '', 'en', 'completed', 'USD', 650, 650, 'card', '', '', '', now(), now(), now(), now(), now(), now()
		from generate_series(1, ?) n`, n)
	f.Exec(t, `
		insert into order_line (tenant_id, order_id, line_no, goods_id, sku, sim_type, name_en, name_zh, group_code, quantity, unit_price, state)
		select 20, id, 1, 'plan', 'plan:esim', 'esim', '', '', 'asia', 1, 650, 'ready_to_install' from orders where order_no like 'done-%'`)
}

// QueryPlan returns how Postgres would answer a statement, whatever its arguments are.
func QueryPlan(t testing.TB, db *pg.DB, statement string) string {
	t.Helper()
	tx, err := db.SQL.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	for _, step := range []string{`set local plan_cache_mode = force_generic_plan`, `prepare asked as ` + statement} {
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
	rows, err := tx.Query(`explain execute asked` + args)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var plan strings.Builder
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		plan.WriteString(line + "\n")
	}
	if _, err := tx.Exec(`deallocate asked`); err != nil || rows.Err() != nil {
		t.Fatal(errors.Join(err, rows.Err()))
	}
	return plan.String()
}

var totalCost = regexp.MustCompile(`cost=[0-9.]+\.\.([0-9.]+) `)

// QueryCost returns what the planner expects a statement to cost, whatever its arguments are.
func QueryCost(t testing.TB, db *pg.DB, statement string) float64 {
	t.Helper()
	cost, err := strconv.ParseFloat(totalCost.FindStringSubmatch(QueryPlan(t, db, statement))[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	return cost
}
