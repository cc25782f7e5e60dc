package pages

import (
	"context"
	"slices"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/tenant"
)

// Inventory lists what the sitemap needs to know: one entry for each page of kind group, detail, destination, service and terms, in the
// catalogue's and the editors' order, and for other pages only to find out when they changed.
type Inventory interface {
	Inventory(ctx context.Context, t tenant.Tenant) ([]Entry, error)
}

// Entry is a page that exists in every language.
type Entry struct {
	Kind   Kind
	Params map[string]string
	// Updated is when its content last changed; zero when nobody knows.
	Updated time.Time
}

// Sale is something a site sells, with the SIM types in which it can be had.
type Sale struct {
	Goods       gen.Goods
	Description string
	Options     []gen.GoodsOption
	// Group is the name of its group.
	Group string
}

// Freights lists how the site sends cards.
func (s *Source) Freights(ctx context.Context, a PageContext) ([]Freight, error) {
	list, err := s.Orders.Freights(ctx, a.Tenant.ID)
	out := make([]Freight, len(list))
	for i, p := range list {
		out[i] = Freight{Method: p.Name(a.Locale), Countries: p.Countries, Amount: p.Amount, DaysMin: p.DaysMin, DaysMax: p.DaysMax}
	}
	return out, err
}

// Sales lists everything the site sells.
func (s *Source) Sales(ctx context.Context, a PageContext) ([]Sale, error) {
	list, err := s.Catalog.OnSale(ctx, a.Tenant.ID, a.Locale)
	if err != nil {
		return nil, err
	}
	groups, err := s.Catalog.Groups(ctx, a.Tenant.ID, a.Locale)
	names := map[string]string{}
	for _, g := range groups {
		names[g.Code] = g.Name
	}
	out := make([]Sale, len(list))
	for i, d := range list {
		out[i] = Sale{
			Goods: view.Goods(d.Goods), Description: d.Goods.Description, Options: view.Options(d.Options), Group: names[d.Goods.Group],
		}
	}
	return out, err
}

// siteContent is what a site shows, of which kinds list their pages.
type siteContent struct {
	goods  []catalog.Goods
	groups []catalog.Group
	places []catalog.Destination
	texts  []content.Entry
}

// Inventory lists what the sitemap names.
func (s *Source) Inventory(ctx context.Context, t tenant.Tenant) ([]Entry, error) {
	var in siteContent
	var err error
	if in.goods, err = s.Catalog.All(ctx, t.ID, t.DefaultLocale); err != nil {
		return nil, err
	}
	if in.places, err = s.Catalog.Destinations(ctx, t.ID, t.DefaultLocale, ""); err != nil {
		return nil, err
	}
	if in.groups, err = s.Catalog.Groups(ctx, t.ID, t.DefaultLocale); err != nil {
		return nil, err
	}
	if in.texts, err = s.Content.List(ctx, t.ID, t.DefaultLocale); err != nil {
		return nil, err
	}
	var out []Entry
	for _, p := range kinds {
		out = append(out, p.entries(in)...)
	}
	return out, nil
}

// newest returns when the newest of the goods that count changed.
func (in siteContent) newest(counts func(catalog.Goods) bool) (at time.Time) {
	for _, g := range in.goods {
		if counts(g) {
			at = later(at, g.UpdatedAt)
		}
	}
	return at
}

// Listed are the pages that search engines may show: those of the entries, and those that nobody has to list.
func (t *Table) Listed(entries []Entry) []Entry {
	return slices.DeleteFunc(complete(t, entries), func(e Entry) bool { return !rowOf(t, e.Kind).Indexed() })
}

// rowOf returns the row of a kind, the not-found page's when there is none.
func rowOf(t *Table, kind Kind) Row {
	if row, ok := t.Row(kind); ok {
		return row
	}
	return notFoundPage.Row
}

// complete adds the pages without parameters, which nobody has to list, in the table's order. Home and the lists are as
// new as the newest goods in them, when nothing else is known.
func complete(t *Table, entries []Entry) []Entry {
	var newest time.Time
	perGroup, perKind := map[string]time.Time{}, map[Kind][]Entry{}
	for _, e := range entries {
		perKind[e.Kind] = append(perKind[e.Kind], e)
		if e.Kind == Detail {
			newest = later(newest, e.Updated)
			perGroup[e.Params[ParamGroup]] = later(perGroup[e.Params[ParamGroup]], e.Updated)
		}
	}
	var out []Entry
	for _, row := range t.Rows() {
		list := perKind[row.Kind]
		if len(list) == 0 && fill(row.Pattern, nil) == row.Pattern {
			list = []Entry{{Kind: row.Kind}}
		}
		for _, e := range list {
			switch {
			case !e.Updated.IsZero():
			case e.Kind == Home || e.Kind == Listing:
				e.Updated = newest
			case e.Kind == Group:
				e.Updated = perGroup[e.Params[ParamGroup]]
			}
			out = append(out, e)
		}
	}
	return out
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
