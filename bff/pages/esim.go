package pages

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// The pages about eSIMs: what editors write, and the check of a device alone.
const (
	ESIM       Kind = "esim"
	ESIMModule Kind = "esim_module"
)

var (
	esimPage = Page[gen.EsimPage]{
		Row: Row{
			Kind: ESIM, Pattern: "/esim", Tier: TierContent, JSONLD: []string{organization, breadcrumbs, questions}, OGType: "article",
			Query: []Param{{Name: "goodsId", NoIndex: true}, {Name: "device", NoIndex: true}, previewParam},
			Text:  "page", TextName: "esim",
		},
		Data: esimData, Tags: esimTags, Head: esimHead, Entries: func(in siteContent) []Entry { return in.pagesOf(ESIM) },
	}

	esimModulePage = Page[gen.EsimPage]{
		Row: Row{
			Kind: ESIMModule, Pattern: "/esim/module", Tier: TierContent, JSONLD: []string{organization, breadcrumbs, questions},
			OGType: "article", Parent: ESIM, Query: []Param{{Name: "device", NoIndex: true}},
		},
		Data: esimData, Tags: esimTags, Head: esimHead,
	}
)

func esimTags(t *tagList, d gen.EsimPage) {
	t.add("content:page", "devices", "destinations", "faq")
	if d.Goods != nil {
		t.add("goods:" + t.site + ":" + d.Goods.GoodsId)
	}
}

func esimHead(_ Words, d gen.EsimPage) Head { return Head{Questions: d.Faq} }

// esimData gathers the eSIM page.
func esimData(ctx context.Context, s *Source, a PageContext) (gen.EsimPage, error) {
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
	faq, err := s.Content.FAQ(ctx, a.Tenant.ID, a.Locale)
	out := gen.EsimPage{
		Title: p.Title, Html: p.HTML, UpdatedAt: p.UpdatedAt, Devices: view.Devices(devices), Places: view.Places(devices, a.Locale, names),
		Goods: goods, Faq: a.questions(content.Excerpt(faq, content.ESIMQuestions)),
	}
	if a.Twin {
		out.Html, out.Markdown = "", a.markdown(p)
	}
	return out, err
}

// cameFrom is the plan that the address names, nil when there is none such.
func (s *Source) cameFrom(ctx context.Context, a PageContext) (*gen.EsimGoods, error) {
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
