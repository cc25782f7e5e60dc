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
	for _, word := range []string{"jp", "japan", "日本", "tokyo", "东京", "東京", "riben"} {
		require.Contains(t, japan.Words, word)
	}

	europe := called("欧洲")
	require.Equal(t, catalog.Suggestion{
		Tile: catalog.Tile{Code: "europe", Name: "欧洲", Path: "/travel-card/europe"}, Words: []string{"europe", "欧洲", "歐洲"},
	}, *europe)
	require.Nil(t, called("月租套餐"), "a shelf that is no place")

	f.exec(t, `update product set visible = false where tenant_id = 21 and goods_id in
		(select goods_id from product_destination where tenant_id = 21 and code = 'JP')`)
	f.service.Invalidate(hongKong)
	list, err = f.service.Suggestions(context.Background(), hongKong, "zh")
	require.NoError(t, err)
	require.Nil(t, called("日本"), "nothing is sold for it")
}

// Parts of the world are found in both languages and both kinds of Chinese characters, and "global" is what plans for most of it are.
func TestPartsOfTheWorldAreFound(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := context.Background()
	for _, lang := range []string{"en", "zh"} {
		for text, want := range map[string]int{"歐洲": 36, "欧洲 eSIM": 36, "Europe": 36, "latin america": 14, "拉丁美洲": 14, "東南亞": 8} {
			found, err := f.service.Search(ctx, global, lang, text)
			require.NoError(t, err)
			require.Len(t, found.Destinations, want, text)
		}
		for _, text := range []string{"global", "Worldwide eSIM", "全球", "環球上網卡"} {
			found, err := f.service.Search(ctx, global, lang, text)
			require.NoError(t, err)
			require.True(t, found.Anywhere && found.Traits.Worldwide, text)
			page, _, err := f.service.List(ctx, global, lang, catalog.Query{Traits: found.Traits, Page: 1, PageSize: 50})
			require.NoError(t, err)
			require.NotEmpty(t, page.Items, text)
			for _, g := range page.Items {
				require.Greater(t, len(g.Destinations), 50, "%s finds %s", text, g.ID)
			}
		}
	}
}
