package app_test

import (
	"net/url"
	"testing"

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
