package catalog_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/catalog/naming"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// rename has a site call a destination otherwise and show it by a tile.
func (f fixture) rename(t *testing.T, tenant int64, lang, code, name string) {
	t.Helper()
	tile := naming.Tile
	_, err := naming.New(f.db, f.clock).Set(context.Background(), naming.Change{
		TenantID: tenant, Lang: lang, Code: code, Name: &name, Symbol: &tile, Actor: "staff:mei",
	})
	require.NoError(t, err)
	f.service.Invalidate(tenant)
}

func findDestination(list []catalog.Destination, code string) (catalog.Destination, int) {
	i := slices.IndexFunc(list, func(d catalog.Destination) bool { return d.Code == code })
	return list[i], i
}

// What a site calls a destination, and by which picture it shows it, is everywhere in its catalogue in that language, and nowhere
// else; reading it costs no statement of its own.
func TestASiteHasItsOwnNames(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := context.Background()
	all := func(tenant int64, lang string) []catalog.Destination {
		list, err := f.service.Destinations(ctx, tenant, lang, "")
		require.NoError(t, err)
		return list
	}
	elsewhere := [][]catalog.Destination{all(global, "en"), all(hongKong, "zh"), all(global, "zh")}
	_, last := findDestination(all(hongKong, "en"), "GB")
	f.rename(t, hongKong, "en", "GB", "Britain")

	counted, statements := pg.CountStatements(ctx)
	list, err := f.service.Destinations(counted, hongKong, "en", "")
	require.NoError(t, err)
	require.Equal(t, 2, statements.Count(), statements.All())
	britain, at := findDestination(list, "GB")
	require.Equal(t, "Britain", britain.Name)
	require.Equal(t, "/assets/flags/tile.svg", britain.Flag)
	require.Less(t, at, last, "sorted by its own name")
	byName := collate.New(language.English)
	require.True(t, slices.IsSortedFunc(list, func(a, b catalog.Destination) int { return byName.CompareString(a.Name, b.Name) }))
	require.Equal(t, elsewhere, [][]catalog.Destination{all(global, "en"), all(hongKong, "zh"), all(global, "zh")})

	goods, err := f.service.Get(ctx, hongKong, "en", "gb-10g-15")
	require.NoError(t, err)
	require.Equal(t, "Britain 10GB 15 days", goods.Name)
	require.Equal(t, []catalog.Place{{Code: "GB", Name: "Britain"}}, goods.Destinations)
	overview, err := f.service.Overview(ctx, hongKong, "en", "GB")
	require.NoError(t, err)
	require.Equal(t, britain, overview.Destination)
	place, err := f.service.PlaceName(ctx, hongKong, "en", "GB")
	require.NoError(t, err)
	require.Equal(t, "Britain", place)

	tiles, err := f.service.NeutralTiles(ctx, hongKong, "en")
	require.NoError(t, err)
	require.Equal(t, []string{"GB", "TW"}, tiles)
	tiles, err = f.service.NeutralTiles(ctx, global, "en")
	require.NoError(t, err)
	require.Nil(t, tiles)
}

// A search understands the site's name, in whatever language the page is, and every name that all sites know.
func TestASearchUnderstandsTheSitesNames(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := context.Background()
	f.rename(t, hongKong, "en", "AE", "The Emirates")
	f.rename(t, hongKong, "zh", "AE", "阿聯酋國")
	for _, typed := range []string{"the emirates", "Emirates", "阿聯酋國", "United Arab Emirates", "阿联酋", "dubai"} {
		for _, lang := range []string{"en", "zh"} {
			found, err := f.service.Search(ctx, hongKong, lang, typed)
			require.NoError(t, err)
			require.Len(t, found.Destinations, 1, typed)
			require.Equal(t, map[string]string{"en": "The Emirates", "zh": "阿聯酋國"}[lang], found.Destinations[0].Name, typed)
		}
	}
	offered, err := f.service.Suggestions(ctx, hongKong, "zh")
	require.NoError(t, err)
	i := slices.IndexFunc(offered, func(s catalog.Suggestion) bool { return s.Code == "AE" })
	require.Equal(t, "阿聯酋國", offered[i].Name)
	require.Equal(t, "/assets/flags/tile.svg", offered[i].Flag)
	require.Subset(t, offered[i].Words, []string{"theemirates", "阿聯酋國", "unitedarabemirates", "dubai"})
	code, sold, err := f.service.Alias(ctx, hongKong, "阿聯酋國")
	require.NoError(t, err)
	require.True(t, sold)
	require.Equal(t, "AE", code)
	_, known, err := f.service.Alias(ctx, global, "阿聯酋國")
	require.NoError(t, err)
	require.False(t, known, "another site does not know it")
}

// A regime is named as its place is, on sites that call one otherwise; on others nothing is added.
func TestRegimesAreNamedAsTheSiteNamesPlaces(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx := context.Background()
	f.rename(t, hongKong, "en", "HK", "Hong Kong SAR")
	g, err := f.service.Get(ctx, hongKong, "en", "hkcn-2n-12g")
	require.NoError(t, err)
	require.Equal(t, []string{"HK", "CN"}, g.RealName)
	require.Equal(t, []string{"Hong Kong SAR", "Mainland China"}, g.RealNamePlaces)
	for _, other := range []struct {
		tenant int64
		lang   string
	}{{hongKong, "zh"}, {global, "en"}} {
		g, err = f.service.Get(ctx, other.tenant, other.lang, "hkcn-2n-12g")
		require.NoError(t, err)
		require.Nil(t, g.RealNamePlaces)
	}
}
