package documents

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/roamcart/roamcart/bff/pages"
)

// Guide is the source of /llms.txt: where a program finds what, in every language. It names the Markdown twins of all pages
// but those of products and destinations, which the lists, the feeds and the sitemap name: there are hundreds of them.
func Guide(service *pages.PageService, table *pages.Table, inventory pages.Inventory) Source {
	return Source{Path: "/llms.txt", Generate: func(ctx context.Context, a pages.PageContext, _ string) (Document, error) {
		entries, err := inventory.Inventory(ctx, a.Tenant)
		if err != nil {
			return Document{}, err
		}
		var b strings.Builder
		fmt.Fprintf(&b, "# %s\n", a.Tenant.Brand)
		for _, locale := range pages.Locales() {
			a.Locale, a.Kind = locale, pages.Home
			_, about := pages.Words{PageContext: a}.Titles(pages.Head{})
			fmt.Fprintf(&b, "\n> %s\n", about)
		}
		for _, locale := range pages.Locales() {
			a.Locale = locale
			w := pages.Words{PageContext: a}
			fmt.Fprintf(&b, "\n## %s\n\n", w.Text("language."+locale, nil))
			for _, e := range table.Listed(entries) {
				if e.Kind == pages.Detail || e.Kind == pages.Destination {
					continue
				}
				title, about, err := service.Titles(ctx, a, e)
				if err != nil {
					return Document{}, fmt.Errorf("title of %s: %w", e.Kind, err)
				}
				fmt.Fprintf(&b, "- [%s](%s): %s\n", title, a.Origin+pages.Path(e.Kind, locale, e.Params)+pages.TwinSuffix, about)
			}
			for _, suffix := range []string{".json", ".xml"} {
				fmt.Fprintf(&b, "- [%s](%s)\n", w.Text("guide"+suffix, nil), a.Origin+feedPath(locale, suffix))
			}
			fmt.Fprintf(&b, "- [%s](%s)\n", w.Text("guide.sitemap", nil), a.Origin+sitemapPath(locale, 0))
		}
		tags := append(inventoryTags(a.Tenant.ID), "titles:"+strconv.FormatInt(a.Tenant.ID, 10))
		return Document{Type: "text/plain; charset=utf-8", Body: []byte(b.String()), Tags: tags}, nil
	}}
}
