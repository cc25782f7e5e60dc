package catalog_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/catalog"
)

// A plan whose shopper needs one of its numbers is sold out with the last of them, wherever it is shown; a plan to which one may bring
// a number is not, and a number that a cart holds is not gone.
func TestAPlanIsSoldOutWithItsNumbers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := context.Background()
	const plan = "m-hk-30g"
	available := func() []bool {
		t.Helper()
		f.service.Invalidate(global)
		one, err := f.service.Get(ctx, global, "en", plan)
		require.NoError(t, err)
		detail, err := f.service.Detail(ctx, global, "en", plan)
		require.NoError(t, err)
		out := []bool{one.Available, detail.Goods.Available, detail.Options[0].Available}
		sale, err := f.service.OnSale(ctx, global, "en")
		require.NoError(t, err)
		for _, d := range sale {
			if d.Goods.ID == plan {
				out = append(out, d.Options[0].Available, d.Options[1].Available)
			}
		}
		page, _, err := f.service.List(ctx, global, "en", catalog.Query{Group: "monthly", PageSize: 50})
		require.NoError(t, err)
		overview, err := f.service.Overview(ctx, global, "en", "HK")
		require.NoError(t, err)
		for _, g := range append(page.Items, overview.Goods()...) {
			if g.ID == plan {
				out = append(out, g.Available)
			}
		}
		require.Len(t, out, 7)
		return out
	}
	all := func(are bool) []bool { return []bool{are, are, are, are, are, are, are} }
	f.exec(t, `update product set transfer_number = false where goods_id = 'm-hk-30g'`)
	require.Equal(t, all(true), available())
	f.exec(t, `update phone_number set state = 'held', held_by = 'v:a', held_until = '2099-01-01' where goods_id = 'm-hk-30g'`)
	require.Equal(t, all(true), available())
	f.exec(t, `delete from change_log`)
	f.exec(t, `update phone_number set state = 'sold', order_id = 1 where goods_id = 'm-hk-30g' and tenant_id = 20`)
	require.Equal(t, all(false), available())
	// Lists that show it are made again, also when a number comes back.
	const lists = `select count(*) from change_log where tag in ('list:20', 'group:20:monthly', 'place:20:HK', 'goods:20:m-hk-30g')`
	var tags int
	require.NoError(t, f.db.SQL.QueryRow(lists).Scan(&tags))
	require.Equal(t, 4, tags)
	f.exec(t, `delete from change_log`)
	f.exec(t, `update phone_number set state = 'free', order_id = null where id = (select min(id) from phone_number where goods_id = 'm-hk-30g' and tenant_id = 20)`)
	require.NoError(t, f.db.SQL.QueryRow(lists).Scan(&tags))
	require.Equal(t, 4, tags)
	require.Equal(t, all(true), available())
	f.exec(t, `update phone_number set state = 'sold', order_id = 1 where goods_id = 'm-hk-30g'`)
	f.exec(t, `update product set transfer_number = true where goods_id = 'm-hk-30g'`)
	require.Equal(t, all(true), available())
}
