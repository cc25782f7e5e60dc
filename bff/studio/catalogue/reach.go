package catalogue

import (
	"context"
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/catalog/merchandise"
	"github.com/roamcart/roamcart/bff/pages"
)

// touched are pages of a kind that show a plan's price, as paths in every language.
type touched struct {
	Kind  pages.Kind `json:"kind"`
	Paths []string   `json:"paths"`
}

// reach is what a new price of a plan touches at its site.
type reach struct {
	Pages []touched `json:"pages"`
	// Documents are those that programs read.
	Documents []string `json:"documents"`
	// Carts hold the plan and will show the new price; Orders wait for their payment and keep theirs.
	Carts  int64 `json:"carts"`
	Orders int64 `json:"orders"`
	// Partly says that there are too many plans to find out which of their pages name this one.
	Partly bool `json:"partly"`
}

const (
	// mostRelated is in how many plans those are looked for that name a plan as a related one.
	mostRelated = 1000
	// What the home page shows.
	homeFeatured, homeTiles = 6, 12
)

// reach returns what shows a plan's price. A hidden plan is shown nowhere.
func (a *Area) reach(ctx context.Context, p merchandise.Product) (*reach, error) {
	out := &reach{Pages: []touched{}, Documents: []string{}}
	var err error
	if out.Carts, err = a.Carts.CountWithGoods(ctx, p.TenantID, p.GoodsID); err != nil {
		return nil, err
	}
	if out.Orders, err = a.Orders.UnpaidWith(ctx, p.TenantID, p.GoodsID); err != nil {
		return nil, err
	}
	locales := pages.Locales()
	all, err := a.Catalog.All(ctx, p.TenantID, locales[0])
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(all, func(g catalog.Goods) bool { return g.ID == p.GoodsID })
	if at < 0 || !p.Visible {
		return out, nil
	}
	g := all[at]
	add := func(kind pages.Kind, params map[string]string) {
		if len(out.Pages) == 0 || out.Pages[len(out.Pages)-1].Kind != kind {
			out.Pages = append(out.Pages, touched{Kind: kind})
		}
		last := &out.Pages[len(out.Pages)-1]
		for _, locale := range locales {
			last.Paths = append(last.Paths, pages.Path(kind, locale, params))
		}
	}
	detail := func(g catalog.Goods) {
		add(pages.Detail, map[string]string{pages.ParamGroup: g.Group, pages.ParamGoods: g.ID})
	}
	detail(g)
	if out.Partly = len(all) > mostRelated; !out.Partly {
		for _, other := range all {
			related, err := a.Catalog.Related(ctx, p.TenantID, locales[0], other.ID)
			if err != nil {
				return nil, err
			}
			if slices.ContainsFunc(related, func(r catalog.Goods) bool { return r.ID == g.ID }) {
				detail(other)
			}
		}
	}
	add(pages.Group, map[string]string{pages.ParamGroup: g.Group})
	add(pages.Listing, nil)
	for _, d := range g.Destinations {
		add(pages.Destination, map[string]string{pages.ParamCountry: strings.ToLower(d.Code)})
	}
	home, err := a.onHome(ctx, p.TenantID, locales[0], g)
	if err != nil {
		return nil, err
	}
	if home {
		add(pages.Home, nil)
	}
	for _, locale := range locales {
		out.Documents = append(out.Documents, "/feeds/"+locale+".json", "/feeds/"+locale+".xml")
	}
	return out, nil
}

// onHome reports whether the home page shows a plan, or the lowest price of one of its destinations.
func (a *Area) onHome(ctx context.Context, tenantID int64, locale string, g catalog.Goods) (bool, error) {
	featured, err := a.Catalog.Featured(ctx, tenantID, locale, homeFeatured)
	if err != nil {
		return false, err
	}
	tiles, err := a.Catalog.Tiles(ctx, tenantID, locale, homeTiles)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(featured, func(f catalog.Goods) bool { return f.ID == g.ID }) ||
		slices.ContainsFunc(tiles, func(t catalog.Tile) bool {
			return slices.ContainsFunc(g.Destinations, func(d catalog.Place) bool { return d.Code == t.Code })
		}), nil
}
