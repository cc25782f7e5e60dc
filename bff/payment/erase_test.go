package payment_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Messages about an order are found by its intent or by its hosted page, whichever they name, and not among all that ever came.
func TestEraseRemovesThePayerFromEvents(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o := f.Place(t, f.Submission("plan", 1, price))
	f.Exec(t, `insert into payment_attempt (tenant_id, order_id, method, channel, status, amount, currency, intent_id, session_id, created_at, updated_at)
		values (20, ?, 'card', 'hosted', 'cancelled', 650, 'USD', 'pi_mine', 'cs_mine', now(), now())`, o.ID)
	f.Exec(t, `
		insert into payment_event (id, type, api_version, intent_id, session_id, raw, received_at)
		select id, 'x', '', intent, page, convert_to('{"data":{"email":"ada@example.com","id":"' || id || '"}}', 'UTF8'), now()
		from (values ('by intent', 'pi_mine', ''), ('by page', '', 'cs_mine'), ('of another', 'pi_other', 'cs_other'), ('of nobody', '', '')) e(id, intent, page)
		union all select 'old ' || n, 'x', '', 'pi_' || n, '', '{}', now() from generate_series(1, 20000) n`)
	f.Exec(t, `analyze`)

	counted, statements := pg.CountStatements(ctx)
	require.NoError(t, f.DB.InTx(counted, func(_ context.Context, tx *pg.Tx) error { return f.pay.Erase(tx, []int64{o.ID}) }))
	for id, knows := range map[string]bool{"by intent": false, "by page": false, "of another": true, "of nobody": true} {
		var raw string
		require.NoError(t, f.DB.Gorm.Raw(`select convert_from(raw, 'UTF8') from payment_event where id = ?`, id).Scan(&raw).Error)
		if strings.Contains(raw, "ada@") != knows || !strings.Contains(raw, id) {
			t.Errorf("%s: %s", id, raw)
		}
	}
	if cost := moduletest.QueryCost(t, f.DB, statements.All()[0]); cost > 300 {
		t.Errorf("costs %.0f: %s", cost, statements.All()[0])
	}
}

// A message that comes after whoever paid has left brings nothing of the person back, evidence of a dispute neither.
func TestEventsAfterEraseAreStoredWithoutThePayer(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, kind := range []string{"charge.refunded", "charge.dispute.created", "customer.updated"} {
		payload := fmt.Appendf(nil, `{"id":"evt_%[1]s","type":"%[1]s","object":"pi_1","data":{"amount":650,"billing_details":{"name":"Ada"},
			"evidence":{"customer_purchase_ip":"192.0.2.1"},"charges":[{"receipt_email":"ada@example.com"}]}}`, kind)
		require.NoError(t, f.pay.Receive(ctx, payload, "good"))
	}
	rows, err := pg.List[string](f.DB.Gorm, "read messages", `select convert_from(raw, 'UTF8') from payment_event order by id`)
	require.NoError(t, err)
	require.Len(t, rows, 3)
	for _, raw := range rows {
		require.Contains(t, raw, `"amount":650`)
		for _, person := range []string{"Ada", "ada@", "192.0.2.1"} {
			require.NotContains(t, raw, person)
		}
	}
}
