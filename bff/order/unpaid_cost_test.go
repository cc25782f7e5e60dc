package order_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/moduletest"
)

// Counting what waits for one buyer does not read what waits for all: not when many orders were placed since the table was last
// looked at, as by somebody who wants to make placing slow.
func TestOrdersOfOthersCostABuyerNothing(t *testing.T) {
	t.Parallel()
	const many = 3000
	f := moduletest.New(t)
	// Planned while nothing waits.
	f.Exec(t, `insert into orders (tenant_id, order_no, owner, idempotency_key, request_hash, locale, status, currency, subtotal, order_total,
		payment_method, email, email_normal, first_name, created_at, expires_at)
		select 20, 'paid' || g, 'g:paid' || g, 'k', '\x00', 'en', 'completed', 'USD', 100, 100, 'card', 'ada@example.com', 'ada@example.com',
		'Ada', now(), now() from generate_series(1, @many) g`, map[string]any{"many": many})
	f.Exec(t, `vacuum analyze orders`)
	conn, err := f.DB.SQL.Conn(t.Context())
	require.NoError(t, err)
	defer func() { _ = conn.Close() }()
	blocks := func() float64 {
		var raw string
		err := conn.QueryRowContext(t.Context(), `explain (analyze, buffers, format json)
			select unpaid_full(20, 7, array['mailbox'], array['network'], array['wide'], 1, 3, 20, 5, 40, 20, 160)`).Scan(&raw)
		require.NoError(t, err)
		var explained []struct {
			Plan struct {
				Blocks float64 `json:"Shared Hit Blocks"`
			}
		}
		require.NoError(t, json.Unmarshal([]byte(raw), &explained))
		return explained[0].Plan.Blocks
	}
	for range 8 { // after which a connection keeps its plan
		blocks()
	}
	f.Exec(t, `update orders set status = 'waiting_payment', user_id = 1000 + id, mailbox_print = 'm' || id, network_print = 'n' || id,
		wide_print = 'w' || id`)
	if n := blocks(); n > 50 {
		t.Errorf("%.0f blocks are read for a buyer of whom no order waits, while %d of others do", n, many)
	}
}
