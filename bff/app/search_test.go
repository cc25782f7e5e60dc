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
	for _, blank := range []string{" ", "\u3000", "\u200b", "\n"} {
		if n := total(blank); n != all {
			t.Errorf("nothing that is seen, %q: %d of %d", blank, n, all)
		}
	}
	if n := total("qqqqqq"); n != 0 {
		t.Errorf("no place is called so, and %d plans go there", n)
	}
}

// A search needs a word: one for blanks, which a browser that knows the form does not send, shows all plans and says so.
func TestASearchForBlanksAsksForAWord(t *testing.T) {
	t.Parallel()
	guest := apptest.Open(t, apptest.Options{}).Shopper(t)
	for path, want := range map[string]string{
		"/en/travel-card/listing?keyword=": "Please enter a keyword.", "/zh/travel-card/listing?keyword=%20%E3%80%80": "请输入关键词。",
		"/en/travel-card/asia?keyword=&simType=esim": "Please enter a keyword.",
		"/en/travel-card/listing?keyword=Japan":      "", "/en/travel-card/listing?keyword=qqqqqq": "", "/en/travel-card/listing?sort=2": "",
	} {
		if found := page[gen.ListingPage](t, guest, path); found.KeywordProblem != want {
			t.Errorf("%s: %q", path, found.KeywordProblem)
		}
	}
}

// A word that is looked for names destinations. Where others are selected instead, the page is not about the word any more; where
// it names none, nothing but a destination leads on.
func TestSelectingOtherDestinationsDropsTheKeyword(t *testing.T) {
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

// Words for kinds of plans are understood in both languages, alone and beside a destination, and stay when another destination is
// selected.
func TestASearchKnowsKindsOfPlans(t *testing.T) {
	t.Parallel()
	guest := apptest.Open(t, apptest.Options{}).Shopper(t)
	sims := func(g gen.Goods, sim string) bool { return slices.Contains(g.SimTypes, gen.SimType(sim)) }
	esim := func(g gen.Goods) bool { return sims(g, "esim") }
	physical := func(g gen.Goods) bool { return sims(g, "physical") }
	monthly := func(g gen.Goods) bool { return g.ContractPeriod != "" }
	unlimited := func(g gen.Goods) bool { return g.Data.Per == "day" && g.Data.SpeedAfterKbps > 0 }
	all := goodsOf(t, guest, "")
	for keyword, fits := range map[string]func(gen.Goods) bool{
		"esim": esim, "电子卡": esim, "SIM card": physical, "SIM卡": physical, "实体卡": physical, "monthly": monthly, "月租": monthly, "包月": monthly,
		"unlimited": unlimited, "无限流量": unlimited, "不限量": unlimited,
		"Japan esim": func(g gen.Goods) bool { return esim(g) && covers(g, "JP") }, "日本实体卡": func(g gen.Goods) bool { return physical(g) && covers(g, "JP") },
	} {
		want := slices.DeleteFunc(slices.Clone(all), func(g gen.Goods) bool { return !fits(g) })
		if found := goodsOf(t, guest, "&keyword="+url.QueryEscape(keyword)); len(want) == 0 || len(want) == len(all) || !slices.Equal(ids(found), ids(want)) {
			t.Errorf("%q: %v instead of %v", keyword, ids(found), ids(want))
		}
	}
	for query, keyword := range map[string]string{
		"keyword=esim": "esim", "keyword=esim&countries=KR": "esim", "keyword=Japan+monthly&countries=GB": "monthly",
		"keyword=Japan+esim&countries=JP": "Japan esim", "keyword=sim&countries=KR": "",
	} {
		if found := page[gen.ListingPage](t, guest, "/en/travel-card/listing?"+query); found.Query.Keyword != keyword || found.List.Total == 0 {
			t.Errorf("%s: %q, %d plans", query, found.Query.Keyword, found.List.Total)
		}
	}
}

// What a filter says that it would leave is what it leaves, whatever was searched for.
func TestFacetsFollowTheKeyword(t *testing.T) {
	t.Parallel()
	guest := apptest.Open(t, apptest.Options{}).Shopper(t)
	for _, keyword := range []string{"Japan", "esim", "SIM card", "月租", "unlimited", "europe esim", "qqqqqq"} {
		searched := "&keyword=" + url.QueryEscape(keyword)
		var list gen.GoodsList
		guest.Get("/gw/mall/goods/list?pageSize=1"+searched).Into(t, &list)
		f := list.Facets
		for name, counts := range map[string][]gen.FacetCount{
			"data": f.Data, "days": f.Days, "voice": f.Voice, "simType": f.SimType, "networkType": f.NetworkType,
		} {
			for _, c := range counts {
				if n := goodsCount(t, guest, searched+"&"+name+"="+c.Value); n != c.Count {
					t.Errorf("%q, %s=%s: says %d, leaves %d", keyword, name, c.Value, c.Count, n)
				}
			}
		}
		for _, d := range f.Destinations {
			if n := goodsCount(t, guest, searched+"&countries="+d.Code); n != d.Count {
				t.Errorf("%q, %s: says %d, leaves %d", keyword, d.Code, d.Count, n)
			}
		}
	}
}

func goodsOf(t *testing.T, guest *apptest.Shopper, query string) []gen.Goods {
	t.Helper()
	var list gen.GoodsList
	guest.Get("/gw/mall/goods/list?pageSize=100"+query).Into(t, &list)
	return list.Items
}

func goodsCount(t *testing.T, guest *apptest.Shopper, query string) int {
	t.Helper()
	var list gen.GoodsList
	guest.Get("/gw/mall/goods/list?pageSize=1"+query).Into(t, &list)
	return list.Total
}

func ids(list []gen.Goods) []string {
	out := make([]string, len(list))
	for i, g := range list {
		out[i] = g.GoodsId
	}
	return out
}

func covers(g gen.Goods, code string) bool {
	return slices.ContainsFunc(g.Destinations, func(d gen.DestinationName) bool { return d.Code == code })
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
