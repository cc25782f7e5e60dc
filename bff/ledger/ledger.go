// Package ledger checks that what the modules have written adds up: money, stock, codes and points. It reads every module's tables
// and changes none; what it finds is for people, because whatever made it was not supposed to be possible.
package ledger

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Rule is something that always holds, with a query for what breaks it: one text a row.
type Rule struct{ Name, Query string }

// Finding is something that breaks a rule.
type Finding struct {
	Rule string `json:"rule"`
	What string `json:"what"`
}

// atMost is how many findings of one rule are returned.
const atMost = 20

// Check looks for what breaks the rules, in one snapshot. It may be asked while the shop is open.
func Check(ctx context.Context, db *pg.DB, rules []Rule) ([]Finding, error) {
	union := make([]string, len(rules))
	for n, r := range rules {
		union[n] = fmt.Sprintf("(select %d, cast(x.what as text) from (%s) as x(what) limit %d)", n, r.Query, atMost)
	}
	tx, err := db.SQL.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, fmt.Errorf("check the ledger: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	// A year of orders takes longer than a shopper would wait.
	if _, err := tx.ExecContext(ctx, `set local statement_timeout = '60s'`); err != nil {
		return nil, fmt.Errorf("check the ledger: %w", err)
	}
	rows, err := tx.QueryContext(ctx, strings.Join(union, "\nunion all\n"))
	if err != nil {
		return nil, fmt.Errorf("check the ledger: %w", err)
	}
	defer func() { _ = rows.Close() }()
	found := []Finding{}
	for rows.Next() {
		var n int
		var what string
		if err := rows.Scan(&n, &what); err != nil {
			return nil, fmt.Errorf("check the ledger: %w", err)
		}
		found = append(found, Finding{rules[n].Name, what})
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("check the ledger: %w", err)
	}
	return found, nil
}
