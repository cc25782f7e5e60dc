package app_test

import (
	"strings"
	"testing"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
)

// Two or three plans are compared, the cheapest first; what cannot be is counted, and the page is there all the same.
func TestPlansAreCompared(t *testing.T) {
	t.Parallel()
	guest := apptest.Open(t, apptest.Options{}).Shopper(t)
	for query, want := range map[string]struct {
		plans         string
		missing, left int
	}{
		"":                                 {},
		"?plans=":                          {},
		"?plans=jp-u2-8,jp-3g-7":           {plans: "jp-3g-7 jp-u2-8"},
		"?plans=jp-u2-8&plans=JP-3G-7":     {plans: "jp-3g-7 jp-u2-8"},
		"?plans=jp-3g-7&plans=jp-3g-7":     {plans: "jp-3g-7"},
		"?plans=gone,jp-3g-7,%00,gl-1d-10": {plans: "jp-3g-7 gl-1d-10", missing: 2},
		"?plans=a,b,c,d":                   {missing: 4},
		"?plans=jp-u2-8,jp-3g-7,fr-8g-14,it-8g-14,x": {plans: "jp-3g-7 fr-8g-14 it-8g-14", missing: 1, left: 1},
	} {
		got := page[gen.ComparePage](t, guest, "/en/travel-card/compare"+query)
		var ids []string
		for _, p := range got.Plans {
			ids = append(ids, p.Goods.GoodsId)
			if p.PerDay == 0 || p.Facts.Currency != "USD" {
				t.Errorf("%s: %+v", query, p)
			}
		}
		if strings.Join(ids, " ") != want.plans || got.Missing != want.missing || got.Left != want.left || got.Most != 3 {
			t.Errorf("%q: %v, %d missing, %d left out; want %+v", query, ids, got.Missing, got.Left, want)
		}
	}
}
