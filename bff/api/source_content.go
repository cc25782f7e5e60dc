package api

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// ESIM gathers the eSIM page.
func (s *Source) ESIM(ctx context.Context, a pages.Ask) (gen.EsimPage, error) {
	p, err := s.text(ctx, a, "page", "esim")
	if err != nil {
		return gen.EsimPage{}, err
	}
	devices, err := s.Devices.Models(ctx, a.Locale)
	if err != nil {
		return gen.EsimPage{}, err
	}
	goods, err := s.cameFrom(ctx, a)
	if err != nil {
		return gen.EsimPage{}, err
	}
	names, err := s.Catalog.PlaceNames(ctx, a.Tenant.ID, a.Locale)
	if err != nil {
		return gen.EsimPage{}, err
	}
	faq, err := s.Reader.Content.FAQ(ctx, a.Tenant.ID, a.Locale)
	return gen.EsimPage{
		Title: p.Title, Html: p.HTML, UpdatedAt: p.UpdatedAt, Devices: view.Devices(devices), Places: view.Places(devices, a.Locale, names),
		Goods: goods, Faq: view.FAQ(content.Excerpt(faq, content.ESIMQuestions)),
	}, err
}

// cameFrom is the plan that the address names, nil when there is none such.
func (s *Source) cameFrom(ctx context.Context, a pages.Ask) (*gen.EsimGoods, error) {
	id := a.Query.Get("goodsId")
	if id == "" {
		return nil, nil
	}
	g, err := s.Catalog.Get(ctx, a.Tenant.ID, a.Locale, id)
	if fault.Code(err) == "goods_not_found" {
		return nil, nil
	}
	return &gen.EsimGoods{GoodsId: g.ID, Group: g.Group, Name: g.Name}, err
}

// text is what editors have published, or what a preview shows in its place.
func (s *Source) text(ctx context.Context, a pages.Ask, kind, name string) (content.Page, error) {
	if a.Preview != nil {
		if p, ok, err := a.Preview.Page(kind, name, a.Locale); ok || err != nil {
			return p, err
		}
	}
	return s.Reader.Content.Page(ctx, a.Tenant.ID, kind, name, a.Locale)
}

// Content gathers a page that editors write, with the pages beside it.
func (s *Source) Content(ctx context.Context, a pages.Ask) (gen.ContentPage, error) {
	kind, name := string(a.Kind), a.Params[pages.ParamService]+a.Params[pages.ParamTerms]
	if a.Kind == pages.WhyUs {
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
	entries, err := s.Reader.Content.List(ctx, a.Tenant.ID, a.Locale)
	for _, e := range entries {
		if e.Kind == kind && kind != "page" {
			params := map[string]string{pages.ParamService: e.Name, pages.ParamTerms: e.Name}
			out.Siblings = append(out.Siblings, gen.ContentLink{Name: e.Name, Title: e.Title, Href: pages.Path(a.Kind, a.Locale, params)})
		}
	}
	return out, err
}

// FAQ gathers the questions; a keyword that is there but empty is the page's to complain about.
func (s *Source) FAQ(ctx context.Context, a pages.Ask) (gen.FaqPage, error) {
	keyword := a.Query.Get("keyword")
	var list []content.Answer
	var err error
	if keyword == "" {
		list, err = s.Reader.Content.FAQ(ctx, a.Tenant.ID, a.Locale)
	} else {
		list, err = s.Reader.Content.SearchFAQ(ctx, a.Tenant.ID, a.Locale, keyword)
	}
	if err == nil && a.Preview != nil && keyword == "" {
		list, err = a.Preview.FAQ(list, a.Locale)
	}
	out := gen.FaqPage{Items: view.FAQ(list)}
	if a.Query.Has("keyword") {
		out.Keyword = &keyword
	}
	return out, err
}
