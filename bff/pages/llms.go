package pages

import (
	"context"
	"fmt"
	"net/url"
	"strings"
)

// Guide is the press of /llms.txt: where a program finds what, in every language. It names the Markdown twins of all pages
// but those of products and destinations, which the lists, the feeds and the sitemap name: there are hundreds of them.
func (s *PageService) Guide(inventory Inventory) DocumentSource {
	return DocumentSource{Path: "/llms.txt", Generate: func(ctx context.Context, a Ask, _ string) (Document, error) {
		entries, err := inventory.Inventory(ctx, a.Tenant)
		if err != nil {
			return Document{}, err
		}
		var b strings.Builder
		fmt.Fprintf(&b, "# %s\n", a.Tenant.Brand)
		for _, locale := range Locales() {
			a.Locale, a.Kind = locale, Home
			_, about := Words{a}.Titles(Head{})
			fmt.Fprintf(&b, "\n> %s\n", about)
		}
		for _, locale := range Locales() {
			a.Locale = locale
			w := Words{a}
			fmt.Fprintf(&b, "\n## %s\n\n", w.Text("language."+locale, nil))
			for _, e := range s.table.Listed(entries) {
				if e.Kind == Detail || e.Kind == Destination {
					continue
				}
				title, about, err := s.titled(ctx, a, e)
				if err != nil {
					return Document{}, fmt.Errorf("title of %s: %w", e.Kind, err)
				}
				fmt.Fprintf(&b, "- [%s](%s): %s\n", title, a.Origin+Path(e.Kind, locale, e.Params)+TwinSuffix, about)
			}
			for _, suffix := range []string{".json", ".xml"} {
				fmt.Fprintf(&b, "- [%s](%s)\n", w.Text("guide"+suffix, nil), a.Origin+feedPath(locale, suffix))
			}
			fmt.Fprintf(&b, "- [%s](%s)\n", w.Text("guide.sitemap", nil), a.Origin+sitemapOf(locale))
		}
		return Document{Type: "text/plain; charset=utf-8", Body: []byte(b.String()), Tags: inventoryTags(a.Tenant.ID)}, nil
	}}
}

// titled returns the title and the description of a page.
func (s *PageService) titled(ctx context.Context, a Ask, e Entry) (title, description string, err error) {
	row := rowOf(s.table, e.Kind)
	a.Kind, a.Params, a.Query = e.Kind, e.Params, url.Values{}
	found, err := s.data(ctx, a, place{row: row, path: Path(e.Kind, a.Locale, e.Params)})
	if err != nil {
		return "", "", err
	}
	w := Words{a}
	title, description = w.Titles(found.head(w))
	return title, description, nil
}
