package sim_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/order"
)

// A thousand orders that are delivered at the same time from a pool of a thousand get a profile each, and no profile two.
func TestAThousandDeliveriesFromAPoolOfAThousand(t *testing.T) {
	t.Parallel()
	const all = 1000
	b, s := newPool(t, 0)
	first := placePaid(t, b, 1)
	b.Exec(t, `
		insert into orders (tenant_id, order_no, owner, idempotency_key, request_hash, locale, status, currency, subtotal, order_total,
		    payment_method, email, email_normal, first_name, created_at, expires_at, paid_at)
		select tenant_id, order_no || '-' || n, owner, idempotency_key || '-' || n, request_hash, locale, status, currency, subtotal, order_total,
		    payment_method, email, email_normal, first_name, created_at, expires_at, paid_at
		from orders, generate_series(2, ?) n where id = ?`, all, first.ID)
	b.Exec(t, `
		insert into order_line (tenant_id, order_id, line_no, goods_id, sku, sim_type, name_en, name_zh, group_code, quantity, unit_price)
		select l.tenant_id, o.id, 1, l.goods_id, l.sku, l.sim_type, l.name_en, l.name_zh, l.group_code, l.quantity, l.unit_price
		from orders o, order_line l where o.id <> ? and l.order_id = ?`, first.ID, first.ID)
	sealed, err := b.Box.Seal("a test's code", []byte("LPA"))
	require.NoError(t, err)
	b.Exec(t, `
		insert into esim_profile (tenant_id, sku, iccid, activation)
		select 20, 'plan:esim', '89852' || lpad(n::text, 14, '0'), decode(?, 'hex') from generate_series(1, ?) n`, fmt.Sprintf("%x", sealed), all)
	var ids []int64
	require.NoError(t, b.DB.Gorm.Raw(`select id from orders`).Scan(&ids).Error)
	var wg sync.WaitGroup
	for _, id := range ids {
		wg.Go(func() {
			if err := s.Fulfil(ctx, id); err != nil {
				t.Errorf("fulfil: %v", err)
			}
		})
	}
	wg.Wait()
	for what, query := range map[string]string{
		"profiles":        `select count(distinct id) from esim_profile where state = 'delivered'`,
		"SIMs":            `select count(distinct iccid) from sim_line`,
		"order lines":     `select count(distinct order_line_id) from esim_profile`,
		"delivered lines": `select count(*) from order_line where state = '` + order.LineReady + `'`,
		"shipped orders":  `select count(*) from orders where status = 'shipped'`,
		"mails":           `select count(*) from river_job where kind = 'order_mail' and args->>'template' = 'esim_delivered'`,
	} {
		if n := b.Count(t, query); n != all {
			t.Errorf("%s: %d, want %d", what, n, all)
		}
	}
}
