package api

import (
	"cmp"
	"context"
	"slices"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/pages"
)

// mostCompared is how many plans fit beside each other.
const mostCompared = 3

// Compare gathers plans that a shopper chose. Of more than fit, the first by code are taken.
func (s *Source) Compare(ctx context.Context, a pages.Ask) (gen.ComparePage, error) {
	chosen := listOf(a.Query, pages.ParamPlans)
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
