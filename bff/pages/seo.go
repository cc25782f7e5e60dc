package pages

import (
	"net/url"
	"strings"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/shared"
)

const noindex = "noindex"

// newSEO returns what the head of a page says.
func newSEO(a PageContext, at place, s shown) gen.Seo {
	w := Words{a}
	h := s.head(w)
	title, description := w.Titles(h)
	canonical := canonicalPlace(at)
	seo := gen.Seo{
		Title: title, Description: description, Canonical: a.Origin + canonical.path + canonical.query,
		Alternates: []gen.Alternate{}, JsonLd: []map[string]any{}, Og: gen.OpenGraph{Type: "website"},
	}
	if at.row.OGType != "" {
		seo.Og.Type = at.row.OGType
	}
	setPicture(&seo.Og, w, at, h)
	if hidden(at, h) {
		seo.Robots = noindex
	} else {
		seo.Alternates = alternates(a.Origin, canonical)
		seo.Markdown = a.Origin + canonical.path + TwinSuffix + canonical.query
	}
	if at.row.Indexed() {
		seo.JsonLd = jsonLD(w, at, canonical, h)
	}
	return seo
}

// hidden reports whether search engines are kept out: of private pages, of what is no page, of the endless combinations of
// filters, and of lists with nothing in them.
func hidden(at place, h Head) bool {
	if !at.row.Indexed() || h.Empty {
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
	if one := given.Get(at.row.Filter); one != "" && !strings.Contains(one, ",") {
		keep.Set(at.row.Filter, one)
	}
	return place{row: at.row, path: at.path, query: at.row.EncodeQuery(keep)}
}

// Alternates returns the addresses of a page in every language.
func Alternates(origin string, e Entry) []gen.Alternate {
	return alternates(origin, place{row: byKind[e.Kind], path: Path(e.Kind, Locales()[0], e.Params)})
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

func absolute(origin, address string) string {
	if strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//") {
		return origin + address
	}
	return address
}
