package read

import (
	"context"
	"slices"

	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/platform/input"
)

// ListGoods lists the catalogue of a site. A keyword says what kinds of plans are wanted and, where no destination was chosen, names
// the destinations; the query is told. One that names neither finds nothing, rather than everything. about is what of the
// keyword the list is about: where other destinations were chosen than it names, only the words for kinds of plans.
func (r *Reader) ListGoods(
	ctx context.Context,
	tenantID int64,
	locale string,
	q *catalog.Query,
	keyword string,
) (page catalog.Page, facets catalog.Facets, about string, err error) {
	keyword = input.Line(keyword)
	about = keyword
	nowhere := false
	if keyword != "" {
		found, err := r.Catalog.Search(ctx, tenantID, locale, keyword)
		if err != nil {
			return catalog.Page{}, catalog.Facets{}, "", err
		}
		q.Traits = found.Traits
		if len(q.Countries) == 0 {
			q.Countries = codes(found.Destinations)
			nowhere = len(q.Countries) == 0 && !found.Anywhere
		} else if !sameCodes(codes(found.Destinations), q.Countries) {
			about = found.TraitWords
		}
	}
	page, facets, err = r.Catalog.List(ctx, tenantID, locale, *q)
	if nowhere {
		page.Items, page.Total, facets = []catalog.Goods{}, 0, facets.OnlyDestinations()
	}
	return page, facets, about, err
}

func codes(destinations []catalog.Destination) []string {
	out := make([]string, len(destinations))
	for i, d := range destinations {
		out[i] = d.Code
	}
	return out
}

// sameCodes reports whether two lists without duplicates hold the same, whatever their order.
func sameCodes(a, b []string) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(code string) bool { return !slices.Contains(b, code) })
}
