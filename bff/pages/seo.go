package pages

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/shared"
)

const (
	seoTexts = "seo"
	noindex  = "noindex"
	// placesShown is how many destinations a description names.
	placesShown = 3
)

// newSEO returns what the head of a page says.
func newSEO(a Ask, at place, data any) gen.Seo {
	w := words{a: a}
	title, description := w.titles(data)
	canonical := canonicalPlace(at)
	seo := gen.Seo{
		Title: title, Description: description, Canonical: a.Origin + canonical.path + canonical.query,
		Alternates: []gen.Alternate{}, JsonLd: []map[string]any{}, Og: gen.OpenGraph{Type: "website"},
	}
	if at.row.OGType != "" {
		seo.Og.Type = at.row.OGType
	}
	setPicture(&seo.Og, w, at, data)
	if hidden(at, data) {
		seo.Robots = noindex
	} else {
		seo.Alternates = alternates(a.Origin, canonical)
		seo.Markdown = a.Origin + canonical.path + markdownSuffix + canonical.query
	}
	if at.row.Indexed() {
		seo.JsonLd = jsonLD(w, at, canonical, data)
	}
	return seo
}

// hidden reports whether search engines are kept out: of private pages, of what is no page, of the endless combinations of
// filters, and of lists with nothing in them.
func hidden(at place, data any) bool {
	if !at.row.Indexed() {
		return true
	}
	if d, ok := data.(gen.ListingPage); ok && d.List.Total == 0 {
		return true
	}
	given, _ := url.ParseQuery(strings.TrimPrefix(at.query, "?"))
	filters := 0
	for _, p := range at.row.Query {
		if !given.Has(p.Name) {
			continue
		}
		if p.NoIndex {
			return true
		}
		filters += 1 + strings.Count(given.Get(p.Name), ",")
	}
	return filters > 1
}

// canonicalPlace is the address search engines shall know. The listing of one destination is a page of its own; every
// other filter shows a part of the page without it.
func canonicalPlace(at place) place {
	given, _ := url.ParseQuery(strings.TrimPrefix(at.query, "?"))
	keep := url.Values{}
	if country := given.Get("countries"); at.row.Kind == Listing && country != "" && !strings.Contains(country, ",") {
		keep.Set("countries", country)
	}
	return place{row: at.row, path: at.path, query: at.row.EncodeQuery(keep)}
}

// alternates returns the addresses of a page in every language. Home's address without a language is the one for
// everybody else; other pages have it in English.
func alternates(origin string, at place) []gen.Alternate {
	out := []gen.Alternate{}
	for _, locale := range Locales() {
		out = append(out, gen.Alternate{Hreflang: shared.Constants().HTMLLangs[locale], Href: origin + at.in(locale)})
	}
	rest := at.in(Locales()[0])
	if at.row.Kind == Home {
		_, rest = SplitLocale(rest)
	}
	return append(out, gen.Alternate{Hreflang: "x-default", Href: origin + rest})
}

// words are the texts about a page in its language.
type words struct{ a Ask }

// text fills in a text; of one thing there may be a text of its own.
func (w words) text(key string, params map[string]any) string {
	if one := key + "_one"; params["count"] == 1 && shared.Messages(w.a.Locale).Has(seoTexts, one) {
		key = one
	}
	all := map[string]any{"brand": w.a.Tenant.Brand}
	maps.Copy(all, params)
	return shared.Text(w.a.Locale, seoTexts, key, all)
}

// titles returns the title with the brand, and the description.
func (w words) titles(data any) (title, description string) {
	key, params := string(w.a.Kind), map[string]any{}
	switch d := data.(type) {
	case gen.ListingPage:
		key, params = w.listing(d)
	case gen.DetailPage:
		params = w.goods(d)
	case gen.DestinationPage:
		key, params = w.destination(d)
	case gen.ContentPage:
		title, description = d.SeoTitle, d.SeoDescription
		if title == "" {
			title = d.Title
		}
		if description == "" {
			description = w.text("content.description", map[string]any{"title": d.Title})
		}
	}
	if title == "" {
		title = w.text(key+".title", params)
	}
	if description == "" {
		description = w.text(key+".description", params)
	}
	if !strings.Contains(title, w.a.Tenant.Brand) {
		title = w.text("suffix", map[string]any{"title": title})
	}
	return title, description
}

func (w words) listing(d gen.ListingPage) (key string, params map[string]any) {
	params = map[string]any{"count": d.List.Total}
	if d.Group != nil {
		params["group"], params["intro"] = d.Group.Name, d.Group.Intro
	}
	if len(d.Query.Countries) == 1 {
		i := slices.IndexFunc(d.Destinations, func(c gen.DestinationChoice) bool { return c.Code == d.Query.Countries[0] })
		if i >= 0 {
			var types []string
			for _, f := range d.List.Facets.SimType {
				if f.Count > 0 {
					types = append(types, f.Value)
				}
			}
			params["destination"], params["sim"], params["plans"] = d.Destinations[i].Name, w.sims("sim", types), w.sims("plans", types)
			return "place", params
		}
	}
	return string(w.a.Kind), params
}

func (w words) destination(d gen.DestinationPage) (key string, params map[string]any) {
	params = map[string]any{
		"destination": d.Destination.Name, "count": d.Facts.Plans, "sim": w.sims("sim", d.Facts.SimTypes), "plans": w.sims("plans", d.Facts.SimTypes),
	}
	if d.Facts.From == nil {
		return "destination.unpriced", params
	}
	params["price"] = w.money(*d.Facts.From, d.Facts.Currency)
	return "destination", params
}

func (w words) goods(d gen.DetailPage) map[string]any {
	return map[string]any{
		"goods": d.Goods.Name, "network": d.Goods.NetworkType, "sim": w.sims("sim", d.Goods.SimTypes), "places": w.places(d.Goods.Destinations, placesShown),
		"price": w.money(d.Goods.Price, d.Goods.Currency),
	}
}

// sims names SIM types, or with key "plans" the plans that come as these.
func (w words) sims(key string, types []string) string {
	if len(types) == 1 {
		return w.text(key+"."+types[0], nil)
	}
	return w.text(key+".both", nil)
}

// places names the first destinations, shown at most, and says how many more there are.
func (w words) places(all []gen.DestinationName, shown int) string {
	var names []string
	for _, d := range all[:min(shown, len(all))] {
		names = append(names, d.Name)
	}
	joined := strings.Join(names, w.text("places.separator", nil))
	if len(all) <= shown {
		return joined
	}
	return w.text("places.more", map[string]any{"places": joined, "count": len(all), "more": len(all) - shown})
}

func (w words) money(amount int64, currency string) string {
	return money.Format(amount, currency, w.a.Tenant.CurrencySymbol)
}

func absolute(origin, address string) string {
	if strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//") {
		return origin + address
	}
	return address
}
