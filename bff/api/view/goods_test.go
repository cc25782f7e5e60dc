package view

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/catalog"
)

// Who can be called has a number: the label may not deny it because nobody picks it.
func TestAPlanWithCallsHasANumber(t *testing.T) {
	t.Parallel()
	require.False(t, Facts(catalog.Goods{}).LocalNumber)
	require.True(t, Facts(catalog.Goods{Voice: catalog.Voice{Minutes: 100}}).LocalNumber)
	require.True(t, Facts(catalog.Goods{Voice: catalog.Voice{Unlimited: true}}).LocalNumber)
	require.True(t, Facts(catalog.Goods{LocalNumber: true}).LocalNumber)
}

func TestAPlanHasThePriceItComparesBy(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		goods catalog.Goods
		want  *gen.UnitPrice
	}{
		"an amount in all":  {catalog.Goods{Price: 650, Days: 7, Data: catalog.Data{MB: 3072, Per: "total"}}, &gen.UnitPrice{Amount: 217, Per: "gb"}},
		"an amount per day": {catalog.Goods{Price: 2490, Days: 8, Data: catalog.Data{MB: 2048, Per: "day"}}, &gen.UnitPrice{Amount: 311, Per: "day"}},
		"no bound":          {catalog.Goods{Price: 900, Days: 3, Data: catalog.Data{Per: "total", Unlimited: true}}, nil},
	} {
		require.Equal(t, c.want, Goods(c.goods).UnitPrice, name)
	}
}
