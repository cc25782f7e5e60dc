package pages

import (
	"cmp"
	"context"

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
			JSONLD: []string{organization, breadcrumbs}, OGType: "article",
		},
		Data: contentData,
		// A service page may have the table of delivery prices.
		Tags: func(t *tagList, _ gen.ContentPage) { t.add("content:service", "shipping:"+t.site) },
		Head: contentHead,
	}

	termsPage = Page[gen.ContentPage]{
		Row: Row{
			Kind: Terms, Pattern: "/terms/{termsName}", Query: []Param{previewParam}, Tier: TierContent,
			JSONLD: []string{organization, breadcrumbs}, OGType: "article",
		},
		Data: contentData,
		Tags: func(t *tagList, _ gen.ContentPage) { t.add("content:terms") },
		Head: contentHead,
	}

	whyUsPage = Page[gen.ContentPage]{
		Row: Row{
			Kind: WhyUs, Pattern: "/why-us", Query: []Param{previewParam}, Tier: TierContent,
			JSONLD: []string{organization, breadcrumbs}, OGType: "article",
		},
		Data: contentData,
		Tags: func(t *tagList, _ gen.ContentPage) { t.add("content:page") },
		Head: contentHead,
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
func contentData(ctx context.Context, s *Source, a Ask) (gen.ContentPage, error) {
	kind, name := string(a.Kind), a.Params[ParamService]+a.Params[ParamTerms]
	if a.Kind == WhyUs {
		kind, name = "page", "why-us"
	}
	p, err := s.text(ctx, a, kind, name)
	if err != nil {
		return gen.ContentPage{}, err
	}
	out := view.ContentPage(p)
	if out.Html, err = s.WithDelivery(ctx, a.Tenant, a.Locale, out.Html); err != nil {
		return gen.ContentPage{}, err
	}
	entries, err := s.Content.List(ctx, a.Tenant.ID, a.Locale)
	for _, e := range entries {
		if e.Kind == kind && kind != "page" {
			params := map[string]string{ParamService: e.Name, ParamTerms: e.Name}
			out.Siblings = append(out.Siblings, gen.ContentLink{Name: e.Name, Title: e.Title, Href: Path(a.Kind, a.Locale, params)})
		}
	}
	return out, err
}

// text is what editors have published, or what a preview shows in its place.
func (s *Source) text(ctx context.Context, a Ask, kind, name string) (content.Page, error) {
	if a.Preview != nil {
		if p, ok, err := a.Preview.Page(kind, name, a.Locale); ok || err != nil {
			return p, err
		}
	}
	return s.Content.Page(ctx, a.Tenant.ID, kind, name, a.Locale)
}
