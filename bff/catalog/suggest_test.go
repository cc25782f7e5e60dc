package catalog_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/catalog"
)

func TestSuggestions(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	list, err := f.service.Suggestions(context.Background(), hongKong, "zh")
	require.NoError(t, err)
	called := func(name string) *catalog.Suggestion {
		i := slices.IndexFunc(list, func(s catalog.Suggestion) bool { return s.Name == name })
		if i < 0 {
			return nil
		}
		return &list[i]
	}

	japan := called("日本")
	require.Equal(t, list[0].Code, japan.Code, "the one that is asked for most comes first")
	require.Equal(t, "/assets/flags/jp.svg", japan.Flag)
	require.Equal(t, "/travel-card/destination/jp", japan.Path)
	require.Equal(t, "HKD", japan.Currency)
	require.Positive(t, japan.FromPrice)
	for _, word := range []string{"jp", "japan", "日本", "tokyo", "东京", "riben"} {
		require.Contains(t, japan.Words, word)
	}

	europe := called("欧洲")
	require.Equal(t, catalog.Suggestion{
		Tile: catalog.Tile{Code: "europe", Name: "欧洲", Path: "/travel-card/europe"}, Words: []string{"europe", "欧洲"},
	}, *europe)
	require.Nil(t, called("月租套餐"), "a shelf that is no place")

	f.exec(t, `update product set visible = false where tenant_id = 21 and goods_id in
		(select goods_id from product_destination where tenant_id = 21 and code = 'JP')`)
	f.service.Invalidate(hongKong)
	list, err = f.service.Suggestions(context.Background(), hongKong, "zh")
	require.NoError(t, err)
	require.Nil(t, called("日本"), "nothing is sold for it")
}
