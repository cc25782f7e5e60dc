package order_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/order"
)

func TestFreightsNameCountriesFirst(t *testing.T) {
	t.Parallel()
	b := apptest.NewBench(t)
	b.Exec(t, `insert into shipping_method (tenant_id, zone, code, countries, name_en, name_zh, amount, days_min, days_max)
		values (20, 'zz-near', 'express', '{HK,MO}', 'Express', '特快', 800, 1, 2)`)
	got, err := b.Orders.Freights(context.Background(), 20)
	require.NoError(t, err)
	require.Equal(t, []order.Freight{
		{NameEn: "Express", NameZh: "特快", Countries: []string{"HK", "MO"}, Amount: 800, DaysMin: 1, DaysMax: 2},
		{NameEn: "Standard", NameZh: "Standard", Countries: []string{}, Amount: 300, DaysMin: 5, DaysMax: 9},
	}, got)
	require.Equal(t, []string{"Express", "特快"}, []string{got[0].Name("en"), got[0].Name("zh")})
	none, err := b.Orders.Freights(context.Background(), 99)
	require.NoError(t, err)
	require.Equal(t, []order.Freight{}, none)
}
