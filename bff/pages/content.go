package pages

import (
	"cmp"
	"context"
	"strings"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/content"
)

// The pages that editors write.
const (
	Service Kind = "service"
	Terms   Kind = "terms"
	WhyUs   Kind = "why_us"
)

// Parameters of paths with the name of a text.
const (
	ParamService = "serviceName"
	ParamTerms   = "termsName"
)

var (
	servicePage = Page[gen.ContentPage]{
		Row: Row{
			Kind: Service, Pattern: "/services/{serviceName}", Query: []Param{previewParam}, Tier: TierContent,
			JSONLD: []string{organization, breadcrumbs}, OGType: "article", Text: "service",
		},
		Data: contentData,
		// A service page may have the table of delivery prices.
		Tags: func(t *tagList, _ gen.ContentPage) { t.add("content:service", "shipping:"+t.site) },
		Head: contentHead, Entries: func(in siteContent) []Entry { return in.pagesOf(Service) },
	}

	termsPage = Page[gen.ContentPage]{
		Row: Row{
			Kind: Terms, Pattern: "/terms/{termsName}", Query: []Param{previewParam}, Tier: TierContent,
			JSONLD: []string{organization, breadcrumbs}, OGType: "article", Text: "terms",
		},
		Data: contentData,
		Tags: func(t *tagList, _ gen.ContentPage) { t.add("content:terms") },
		Head: contentHead, Entries: func(in siteContent) []Entry { return in.pagesOf(Terms) },
	}

	whyUsPage = Page[gen.ContentPage]{
		Row: Row{
			Kind: WhyUs, Pattern: "/why-us", Query: []Param{previewParam}, Tier: TierContent,
			JSONLD: []string{organization, breadcrumbs}, OGType: "article", Text: "page", TextName: "why-us",
		},
		Data: contentData,
		Tags: func(t *tagList, _ gen.ContentPage) { t.add("content:page") },
		Head: contentHead, Entries: func(in siteContent) []Entry { return in.pagesOf(WhyUs) },
	}
)

// contentHead says what editors have written for search engines, else the text's title.
func contentHead(w Words, d gen.ContentPage) Head {
	card := w.card()
	card.Title = d.Title
	return Head{
		Title:       cmp.Or(d.SeoTitle, d.Title),
		Description: cmp.Or(d.SeoDescription, w.Text("content.description", map[string]any{"title": d.Title})),
		Crumb:       d.Title, Card: &card,
	}
}

// contentData gathers a page that editors write, with the pages beside it.
func contentData(ctx context.Context, s *Source, a PageContext) (gen.ContentPage, error) {
	row := byKind[a.Kind]
	p, err := s.text(ctx, a, row.Text, cmp.Or(row.TextName, a.Params[ParamService]+a.Params[ParamTerms]))
	if err != nil {
		return gen.ContentPage{}, err
	}
	out := view.ContentPage(p)
	text, delivery := &out.Html, view.DeliveryHTML
	if a.Twin {
		out.Html, out.Markdown = "", a.markdown(p)
		text, delivery = &out.Markdown, view.DeliveryMarkdown
	}
	if *text, err = s.WithDelivery(ctx, a.Tenant, a.Locale, *text, delivery); err != nil {
		return gen.ContentPage{}, err
	}
	entries, err := s.Content.List(ctx, a.Tenant.ID, a.Locale)
	for _, e := range entries {
		if e.Kind == row.Text && row.TextName == "" {
			out.Siblings = append(out.Siblings, gen.ContentLink{Name: e.Name, Title: e.Title, Href: Path(a.Kind, a.Locale, row.textParams(e.Name))})
		}
	}
	return out, err
}

// text is what editors have published, or what a preview shows in its place.
func (s *Source) text(ctx context.Context, a PageContext, kind, name string) (content.Page, error) {
	if a.Preview != nil {
		if p, ok, err := a.Preview.Page(kind, name, a.Locale); ok || err != nil {
			return p, err
		}
	}
	return s.Content.Page(ctx, a.Tenant.ID, kind, name, a.Locale)
}

// pagesOf are the pages of a kind that shows texts, one for each.
func (in siteContent) pagesOf(kind Kind) []Entry {
	row := byKind[kind]
	var out []Entry
	for _, t := range in.texts {
		if row.shows(t.Kind, t.Name) {
			out = append(out, Entry{Kind: kind, Params: row.textParams(t.Name), Updated: t.UpdatedAt})
		}
	}
	return out
}

// shows reports whether a text has its page among those of the row.
func (r Row) shows(kind, name string) bool {
	return kind != "" && r.Text == kind && (r.TextName == "" || r.TextName == name)
}

// textParams are the parameters of the path of a text's page.
func (r Row) textParams(name string) map[string]string {
	params := map[string]string{}
	for segment := range strings.SplitSeq(r.Pattern, "/") {
		if param, ok := paramName(segment); ok {
			params[param] = name
		}
	}
	return params
}
