package pages

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/shared"
)

// saying returns the head with what staff write for search engines in the place of what is generated. A text with a placeholder that the
// page has no value for, such as the price of a destination without plans, is not used.
func (h Head) saying(w Words, own catalog.SearchText) Head {
	values := w.values(h)
	fill := func(text string) string {
		for _, name := range shared.Placeholders(text) {
			if values[name] == nil || values[name] == "" {
				return ""
			}
		}
		return shared.Fill(text, values)
	}
	h.Title, h.Description = cmp.Or(fill(own.Title), h.Title), cmp.Or(fill(own.Description), h.Description)
	return h
}

// values are what the placeholders of a page's texts stand for.
func (w Words) values(h Head) map[string]any {
	out := map[string]any{"brand": w.Tenant.Brand}
	maps.Copy(out, h.Params)
	return out
}

// own returns what staff write about a page for search engines. Tests that replace a page's data have no source, and nothing written.
func (s *Source) own(ctx context.Context, a PageContext, of catalog.Titled) (catalog.SearchText, error) {
	if s == nil || of.Code == "" {
		return catalog.SearchText{}, nil
	}
	return s.Catalog.SearchText(ctx, a.Tenant.ID, a.Locale, of)
}

// SearchTitle is how search engines show a page in a language.
type SearchTitle struct {
	// Of is what the page is about, zero for a page that staff cannot title.
	Of   catalog.Titled
	Name string
	// Path has the language.
	Path string
	// Values are what placeholders stand for.
	Values map[string]string
	// Generated is what is shown while staff have written nothing; titles have the brand.
	Generated catalog.SearchText
	words     Words
	head      Head
}

// With returns what is shown when staff say own.
func (t SearchTitle) With(own catalog.SearchText) catalog.SearchText {
	title, description := t.words.Titles(t.head.saying(t.words, own))
	return catalog.SearchText{Title: title, Description: description}
}

// TitleSuffix is what is written behind a title without the brand.
func TitleSuffix(a PageContext) string { return Words{a}.Text("suffix", map[string]any{"title": ""}) }

// SearchTitles lists how search engines show the pages of a site's catalogue in the language of a: plans, groups, destinations, and
// after these the pages of which there is one. Where only names pages, it lists those of them that the site has.
func (s *Source) SearchTitles(ctx context.Context, a PageContext, only ...catalog.Titled) ([]SearchTitle, error) {
	var out []SearchTitle
	wanted := func(of catalog.Titled) bool { return len(only) == 0 || slices.Contains(only, of) }
	add := func(of catalog.Titled, kind Kind, params map[string]string, head func(w Words) Head) {
		if !wanted(of) {
			return
		}
		at := a
		at.Kind, at.Params = kind, params
		w := Words{at}
		t := SearchTitle{Of: of, Path: Path(kind, a.Locale, params), words: w, head: head(w), Values: map[string]string{}}
		t.Name, t.Generated = w.crumb(t.head), t.With(catalog.SearchText{})
		for name, value := range w.values(t.head) {
			t.Values[name] = fmt.Sprint(value)
		}
		out = append(out, t)
	}
	goods, err := s.Catalog.All(ctx, a.Tenant.ID, a.Locale)
	if err != nil {
		return nil, err
	}
	for _, g := range goods {
		add(catalog.Titled{Kind: catalog.TitledProduct, Code: g.ID}, Detail, map[string]string{ParamGroup: g.Group, ParamGoods: g.ID},
			func(w Words) Head { return detailHead(w, gen.DetailPage{Goods: view.Goods(g)}) })
	}
	groups, err := s.Catalog.Groups(ctx, a.Tenant.ID, a.Locale)
	if err != nil {
		return nil, err
	}
	for _, g := range groups {
		shown := view.Group(g)
		add(catalog.Titled{Kind: catalog.TitledGroup, Code: g.Code}, Group, map[string]string{ParamGroup: g.Code},
			func(w Words) Head {
				return listingHead(w, gen.ListingPage{Group: &shown, List: gen.GoodsList{Total: g.Goods}})
			})
	}
	places, err := s.Catalog.Destinations(ctx, a.Tenant.ID, a.Locale, "")
	if err != nil {
		return nil, err
	}
	for _, d := range places {
		of, at := catalog.Titled{Kind: catalog.TitledDestination, Code: d.Code}, a
		if !wanted(of) {
			continue
		}
		at.Kind, at.Params = Destination, destinationParams(d.Code)
		page, err := destinationData(ctx, s, at)
		if err != nil {
			return nil, err
		}
		add(of, Destination, at.Params, func(w Words) Head { return destinationHead(w, page) })
	}
	for _, kind := range []Kind{Home, Listing, Compare, Which, ESIM, FAQ, Contact} {
		add(catalog.Titled{}, kind, nil, func(Words) Head { return Head{Params: map[string]any{"count": len(goods)}} })
	}
	return out, nil
}

// PlanSearchText is how search engines show a plan's page, where g may say what pages are about to say.
func (s *Source) PlanSearchText(ctx context.Context, a PageContext, g gen.Goods) (catalog.SearchText, error) {
	a.Kind = Detail
	own, err := s.own(ctx, a, catalog.Titled{Kind: catalog.TitledProduct, Code: g.GoodsId})
	w := Words{a}
	title, description := w.Titles(detailHead(w, gen.DetailPage{Goods: g}).saying(w, own))
	return catalog.SearchText{Title: title, Description: description}, err
}
