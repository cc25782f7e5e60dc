package pages

import (
	"cmp"
	"strings"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/pages/share"
)

// Head is what the head of a page says of its data. Its zero value says what the texts of the kind do.
type Head struct {
	// Title and Description are texts of their own. Where they are "", Key names them among the texts about pages, "" the kind's,
	// and Params fill them in.
	Title, Description, Key string
	Params                  map[string]any
	// Crumb is the page's own name in the breadcrumbs; "" means the kind's text.
	Crumb string
	// Above are the steps from home to the page; nil means the kind's parents.
	Above []crumb
	// List are the plans that the page lists.
	List itemsOf
	// Product are the facts of the plan that the page is about, whose address it gets; nil for none.
	Product func(address string) map[string]any
	// Questions are those that the page answers.
	Questions []gen.Faq
	// Card is what the page's picture says, nil what the pictures of all pages do. Without lines it has the description.
	Card *share.Card
	// Empty pages are kept out of search engines.
	Empty bool
}

// crumb is a step of the breadcrumbs.
type crumb struct{ name, href string }

// itemsOf is a page of a list: total is how many plans the list has, before how many come before the page.
type itemsOf struct {
	goods         []gen.Goods
	total, before int
}

// Titles returns the title with the brand, and the description.
func (w Words) Titles(h Head) (title, description string) {
	key := cmp.Or(h.Key, string(w.Kind))
	title, description = h.Title, h.Description
	if title == "" {
		title = w.Text(key+".title", h.Params)
	}
	if description == "" {
		description = w.Text(key+".description", h.Params)
	}
	if !strings.Contains(title, w.Tenant.Brand) {
		title = w.Text("suffix", map[string]any{"title": title})
	}
	return title, description
}

// crumb is the page's own name.
func (w Words) crumb(h Head) string {
	if h.Crumb != "" {
		return h.Crumb
	}
	return w.Text("crumb."+string(w.Kind), nil)
}

// parents are the steps from home to the pages of a kind.
func (w Words) parents(kind Kind) []crumb {
	parent := byKind[kind].Parent
	if parent == "" {
		return nil
	}
	return append(w.parents(parent), crumb{w.Text("crumb."+string(parent), nil), Path(parent, w.Locale, w.Params)})
}
