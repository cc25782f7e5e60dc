package pages

import (
	"html"
	"regexp"
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/api/gen"
)

// Types of structured data.
const (
	organization = "Organization"
	webSite      = "WebSite"
	breadcrumbs  = "BreadcrumbList"
	itemList     = "ItemList"
	product      = "Product"
	questions    = "FAQPage"
)

// jsonLD returns the structured data of a page: what its row lists and its data can say. It contains nothing that the page
// does not show.
func jsonLD(w Words, at, canonical place, h Head) []map[string]any {
	out := []map[string]any{}
	for _, kind := range at.row.JSONLD {
		var facts map[string]any
		switch kind {
		case organization:
			facts = organizationFacts(w)
		case webSite:
			facts = siteFacts(w, canonical)
		case breadcrumbs:
			facts = breadcrumbFacts(w, canonical, h)
		case itemList:
			facts = listFacts(w, h.List)
		case product:
			if h.Product != nil {
				facts = h.Product(w.Origin + canonical.path)
			}
		case questions:
			facts = faqFacts(w, h.Questions)
		}
		if facts != nil {
			out = append(out, facts)
		}
	}
	return out
}

func organizationFacts(w Words) map[string]any {
	t := w.Tenant
	facts := thing(organization, "@id", organizationID(w), "name", t.Brand, "url", w.Origin+"/", "logo", w.Origin+"/favicon.svg")
	contact := map[string]any{"@type": "ContactPoint", "contactType": "customer support", "availableLanguage": []string{"en", "zh-Hans"}}
	if t.SupportEmail != "" {
		contact["email"] = t.SupportEmail
	}
	if t.Hotline != "" {
		contact["telephone"] = t.Hotline
	}
	facts["contactPoint"] = contact
	if l := t.Settings.Legal; l.Name != "" {
		facts["legalName"], facts["address"] = l.Name, l.Address.In(w.Locale)
	}
	return facts
}

func organizationID(w Words) string { return w.Origin + "/#organization" }

func siteFacts(w Words, canonical place) map[string]any {
	search := w.Origin + Path(Listing, w.Locale, nil) + "?keyword={search_term_string}"
	return thing(webSite, "@id", w.Origin+canonical.path+"#website", "name", w.Tenant.Brand, "url", w.Origin+canonical.path,
		"inLanguage", w.Text("inLanguage", nil), "publisher", map[string]any{"@id": organizationID(w)},
		"potentialAction", map[string]any{
			"@type": "SearchAction", "target": map[string]any{"@type": "EntryPoint", "urlTemplate": search},
			"query-input": "required name=search_term_string",
		})
}

// breadcrumbFacts leads from home to the page.
func breadcrumbFacts(w Words, canonical place, h Head) map[string]any {
	above := h.Above
	if above == nil {
		above = w.parents(canonical.row.Kind)
	}
	steps := slices.Concat([]crumb{{w.Text("crumb.home", nil), Path(Home, w.Locale, nil)}}, above,
		[]crumb{{w.crumb(h), canonical.path + canonical.query}})
	items := []map[string]any{}
	for i, s := range steps {
		items = append(items, map[string]any{"@type": "ListItem", "position": i + 1, "name": s.name, "item": w.Origin + s.href})
	}
	return thing(breadcrumbs, "itemListElement", items)
}

func listFacts(w Words, list itemsOf) map[string]any {
	if len(list.goods) == 0 {
		return nil
	}
	items := []map[string]any{}
	for i, g := range list.goods {
		items = append(items, map[string]any{"@type": "ListItem", "position": list.before + i + 1, "url": w.GoodsURL(g)})
	}
	return thing(itemList, "numberOfItems", list.total, "itemListElement", items)
}

// faqFacts are the questions that a page answers.
func faqFacts(w Words, list []gen.Faq) map[string]any {
	if len(list) == 0 {
		return nil
	}
	items := []map[string]any{}
	for _, q := range list {
		items = append(items, map[string]any{"@type": "Question", "name": q.Question,
			"acceptedAnswer": map[string]any{"@type": "Answer", "text": localHref.ReplaceAllString(q.AnswerHtml, `href="`+w.Origin+`/$1`)}})
	}
	return thing(questions, "mainEntity", items)
}

var (
	markup    = regexp.MustCompile(`<[^>]*>`)
	localHref = regexp.MustCompile(`href="/([^/])`)
)

// Plain is the text of a piece of HTML.
func Plain(s string) string {
	return strings.Join(strings.Fields(html.UnescapeString(markup.ReplaceAllString(s, " "))), " ")
}

func thing(kind string, pairs ...any) map[string]any {
	out := map[string]any{"@context": "https://schema.org", "@type": kind}
	for i := 0; i+1 < len(pairs); i += 2 {
		out[pairs[i].(string)] = pairs[i+1]
	}
	return out
}
