package app_test

import (
	"net/url"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
)

// Who calls the catalogue and who opens its page find the same: a misspelt place, and nothing where no place is meant.
func TestASearchFindsTheSameForACallAndForAPage(t *testing.T) {
	t.Parallel()
	guest := apptest.Open(t, apptest.Options{}).Shopper(t)
	total := func(keyword string) int {
		t.Helper()
		var called gen.GoodsList
		guest.Get("/gw/mall/goods/list?keyword="+url.QueryEscape(keyword)).Into(t, &called)
		var page struct{ Data gen.ListingPage }
		path := "/en/travel-card/listing?keyword=" + url.QueryEscape(keyword)
		guest.Get("/gw/page/query?path="+url.QueryEscape(path)).Into(t, &page)
		if shown := page.Data.List.Total; shown != called.Total || len(called.Items) > called.Total {
			t.Errorf("%q: a call finds %d, the page %d", keyword, called.Total, shown)
		}
		return called.Total
	}
	all := total("")
	for _, keyword := range []string{"Japan", "日本", "Japna"} {
		if n := total(keyword); n == 0 || n >= all {
			t.Errorf("%q: %d of %d", keyword, n, all)
		}
	}
	if n := total("qqqqqq"); n != 0 {
		t.Errorf("no place is called so, and %d plans go there", n)
	}
}

// A word that is looked for names destinations. Where others are selected instead, the page is not about the word any more; where
// it names none, nothing but a destination leads on.
func TestASearchEndsWhereOtherDestinationsAreSelected(t *testing.T) {
	t.Parallel()
	guest := apptest.Open(t, apptest.Options{}).Shopper(t)
	for query, keyword := range map[string]string{
		"keyword=Japan": "Japan", "keyword=Japan&countries=JP&simType=physical": "Japan", "keyword=Japan&countries=KR": "",
		"keyword=Japan&countries=JP,KR": "", "keyword=qqqqqq&countries=JP": "",
	} {
		if found := page[gen.ListingPage](t, guest, "/en/travel-card/listing?"+query); found.Query.Keyword != keyword || found.List.Total == 0 {
			t.Errorf("%s: %q, %d plans", query, found.Query.Keyword, found.List.Total)
		}
	}
	nowhere := page[gen.ListingPage](t, guest, "/en/travel-card/listing?keyword=qqqqqq")
	if !slices.ContainsFunc(nowhere.Destinations, func(d gen.DestinationChoice) bool { return d.Count > 0 }) {
		t.Error("no destination leads on")
	}
	facets := nowhere.List.Facets
	for _, counts := range [][]gen.FacetCount{facets.Data, facets.Days, facets.Voice, facets.SimType, facets.NetworkType} {
		if len(counts) == 0 || slices.ContainsFunc(counts, func(c gen.FacetCount) bool { return c.Count > 0 }) {
			t.Errorf("a filter would leave something of nothing: %+v", counts)
		}
	}
}

// A product is the same for a call and for its page, numbers to pick and words for search engines included.
func TestAProductIsTheSameForACallAndForAPage(t *testing.T) {
	t.Parallel()
	guest := apptest.Open(t, apptest.Options{}).Shopper(t)
	for _, id := range []string{"jp-10g-15", "m-hk-30g"} {
		var called gen.GoodsDetail
		guest.Get("/gw/mall/goods/detail?goodsId="+id).Into(t, &called)
		var page struct {
			Data gen.DetailPage
			Seo  gen.Seo
		}
		path := "/en/travel-card/" + called.Goods.Group + "/" + id
		guest.Get("/gw/page/query?path="+url.QueryEscape(path)).Into(t, &page)
		d := page.Data
		require.Equal(t, gen.GoodsDetail{
			Goods: d.Goods, Options: d.Options, Coverage: d.Coverage, Related: d.Related, Description: d.Description, Facts: d.Facts,
			Numbers: d.Numbers, JsonLd: page.Seo.JsonLd,
		}, called)
		require.Equal(t, called.Facts.LocalNumber, len(called.Numbers) > 0, id)
		require.NotEmpty(t, called.JsonLd, id)
	}
}
