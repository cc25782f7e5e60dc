package order_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Redeeming a code of a campaign reads the uses of its customer alone: it holds the row of the code, for which everybody else
// with that code waits.
func TestUsesOfOthersCostACustomerNothing(t *testing.T) {
	t.Parallel()
	const many = 20_000
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 1000)
	f.AddPromoCode(t, "EVERYBODY", 100, 0, 1)
	former := f.Place(t, f.Submission("plan", 1, 650))
	f.Exec(t, `insert into promo_redemption (tenant_id, promo_id, order_id, customer, kind, use_no, state)
		select 20, p.id, @order, 'customer ' || g, 'customer', 1, 'used' from promo_code p, generate_series(1, @many) g
		where p.code = 'EVERYBODY'`, map[string]any{"order": former.ID, "many": many})
	f.Exec(t, `analyze promo_redemption`)
	now := f.Place(t, f.Submission("plan", 1, 650))
	customers := []string{"u:7", "mailbox", "former mailbox"}
	uses := []map[string]string{{"customer": "u:7", "kind": "customer"}, {"customer": "mailbox", "kind": "customer"}}
	args := map[string]any{"tenant": 20, "promo": f.Count(t, `select id from promo_code where code = 'EVERYBODY'`), "order": now.ID,
		"owner": "u:7", "browser": "g:b", "customers": pg.Array(customers), "here": pg.Array([]string{"typed here"}),
		"most": 1, "uses": pg.AsJSON(uses)}
	require.NoError(t, f.DB.InTx(t.Context(), func(ctx context.Context, tx *pg.Tx) error {
		var raw string
		if err := tx.Raw("explain (analyze, buffers, format json) "+order.RedeemSQL, args).Scan(&raw).Error; err != nil {
			return err
		}
		var explained []struct {
			Plan struct {
				Blocks float64 `json:"Shared Hit Blocks"`
			}
		}
		if err := json.Unmarshal([]byte(raw), &explained); err != nil {
			return err
		}
		if n := explained[0].Plan.Blocks; n > 100 {
			t.Errorf("%.0f blocks are read to redeem a code that %d others have used\n%s", n, many, raw)
		}
		return nil
	}))
	require.Equal(t, 2, f.Count(t, `select count(*) from promo_redemption where order_id = ?`, now.ID))
}
