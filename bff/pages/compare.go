package pages

import (
	"cmp"
	"context"
	"slices"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/catalog"
)

// Compare is the page on which chosen plans stand beside each other.
const Compare Kind = "compare"

// ParamPlans is the parameter of a query that lists goods.
const ParamPlans = "plans"

var comparePage = Page[gen.ComparePage]{
	Row: Row{
		Kind: Compare, Pattern: "/travel-card/compare", Tier: TierShop, Unlisted: true, OGType: "website", Parent: Listing,
		Query: []Param{{Name: ParamPlans, List: true, Lower: true}},
	},
	Data: compareData,
	Tags: func(t *tagList, d gen.ComparePage) {
		t.add("shelves:"+t.site, "destinations")
		for _, p := range d.Plans {
			t.goods(p.Goods)
		}
		if d.Missing > 0 { // it may be sold again
			t.add("list:" + t.site)
		}
	},
}

// mostCompared is how many plans fit beside each other.
const mostCompared = 3

// compareData gathers plans that a shopper chose. Of more than fit, the first by code are taken.
func compareData(ctx context.Context, s *Source, a PageContext) (gen.ComparePage, error) {
	chosen := listOf(a.Query, ParamPlans)
	named, err := s.Catalog.Named(ctx, a.Tenant.ID, a.Locale, chosen...)
	if err != nil {
		return gen.ComparePage{}, err
	}
	var found []catalog.Goods
	for _, id := range chosen {
		if g, ok := named[id]; ok {
			found = append(found, g)
		}
	}
	shown := found[:min(len(found), mostCompared)]
	slices.SortStableFunc(shown, func(x, y catalog.Goods) int { return cmp.Or(cmp.Compare(x.Price, y.Price), cmp.Compare(x.ID, y.ID)) })
	out := gen.ComparePage{
		Plans: make([]gen.ComparedGoods, len(shown)), Most: mostCompared, Missing: len(chosen) - len(found), Left: len(found) - len(shown),
	}
	for i, g := range shown {
		out.Plans[i] = view.Compared(g)
	}
	return out, nil
}
