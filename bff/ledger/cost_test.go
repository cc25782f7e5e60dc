package ledger_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/ledger"
	"github.com/roamcart/roamcart/bff/moduletest"
)

// What an audit reads grows with what there is, not with its square: no rule reads a table anew for each of something.
func TestNoRuleReadsATableForEachRow(t *testing.T) {
	t.Parallel()
	const many = 1000
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 100)
	o := f.Place(t, f.Submission("plan", 1, 650))
	for _, statement := range []string{
		`insert into stock (tenant_id, sku, on_hand, allocated) select 20, 's' || g, 1, 1 from generate_series(1, @many) g`,
		`insert into stock_reservation (order_id, tenant_id, sku, quantity) select @order, 20, 's' || g, 1 from generate_series(1, @many) g`,
		`insert into reward_account (tenant_id, user_id, referral_code, created_at) select 20, g, 'R' || g, now() from generate_series(1, @many) g`,
		`insert into point_lot (tenant_id, user_id, kind, source_type, source_id, points, remaining, created_at, available_at, expires_at)
		 select 20, g, 'adjust', 'staff', 'g' || g, 5, 5, now(), now(), now() + interval '1 year' from generate_series(1, @many) g`,
		`insert into point_entry (tenant_id, user_id, at, kind, points, source_type, source_id)
		 select 20, g, now(), 'adjust', 5, 'staff', 'g' || g from generate_series(1, @many) g`,
	} {
		f.Exec(t, statement, map[string]any{"many": many, "order": o.ID})
	}
	f.Exec(t, `analyze stock, stock_reservation, reward_account, point_lot, point_entry`)
	for _, rule := range ledger.Rules {
		var raw string
		require.NoError(t, f.DB.SQL.QueryRow(`explain (analyze, timing off, format json) `+rule.Query).Scan(&raw), rule.Name)
		var explained []struct{ Plan planNode }
		require.NoError(t, json.Unmarshal([]byte(raw), &explained))
		if n := explained[0].Plan.rowsRead(); n > 20*many {
			t.Errorf("%q reads %.0f rows, where there are %d of anything", rule.Name, n, many)
		}
	}
}

// planNode is a node of a query plan.
type planNode struct {
	Type    string  `json:"Node Type"`
	Rows    float64 `json:"Actual Rows"`
	Removed float64 `json:"Rows Removed by Filter"`
	Loops   float64 `json:"Actual Loops"`
	Plans   []planNode
}

// rowsRead returns how many rows a node and those below it read by scanning whole tables.
func (n planNode) rowsRead() float64 {
	sum := 0.0
	if n.Type == "Seq Scan" {
		sum = (n.Rows + n.Removed) * n.Loops
	}
	for _, below := range n.Plans {
		sum += below.rowsRead()
	}
	return sum
}
