package app_test

import (
	"net/http"
	"strconv"
	"testing"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
)

// lists are the calls that answer a page of a list.
var lists = []string{"/gw/mall/goods/list", "/gw/mall/goods/numbers", rewards, "/gw/cq-ordercharge/order/list"}

// Every list refuses the same pages, and is empty behind its last one.
func TestListsRefuseTheSamePages(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := localShopper{shop.Customer(t, "ada@example.com"), t, "en"}
	for _, list := range lists {
		for page, good := range map[int]bool{-1 << 63: false, -1: false, 0: true, 1: true, 1_000_000: true, 1_000_001: false, 1<<63 - 1: false} {
			a := p.Get(list, "goodsId", "m-hk-30g", "page", strconv.Itoa(page))
			if !good {
				a.RequireCode(t, http.StatusUnprocessableEntity, "validation_failed")
				p.requireFieldMessages(a, map[string]string{"page": "page_invalid"})
			} else if a.HTTP != http.StatusOK {
				t.Errorf("page %d of %s: %d %s", page, list, a.HTTP, a.Body)
			}
		}
	}
	for _, path := range []string{"/en/travel-card/listing", "/en/my-account/orders", "/en/my-account/rewards"} {
		for page, status := range map[string]int{"": 200, "1": 200, "0": 404, "-1": 404, "x": 404, "1.5": 404, "1000001": 404, "9223372036854775808": 404} {
			var shown gen.PageQuery
			p.Get("/gw/page/query", "path", path+"?page="+page).Into(t, &shown)
			if shown.Status != status {
				t.Errorf("%s?page=%s: %d, not %d", path, page, shown.Status, status)
			}
		}
	}
	var list gen.OrderList
	p.Get("/gw/cq-ordercharge/order/list", "page", "1000000").Into(t, &list)
	if list.Page != 1_000_000 || len(list.Items) != 0 {
		t.Errorf("%+v", list)
	}
}
