package pages

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/offer"
)

// Detail is the page of a plan.
const Detail Kind = "detail"

// ParamGoods is the parameter of paths with the code of a plan.
const ParamGoods = "goodsId"

var detailPage = Page[gen.DetailPage]{
	Row: Row{
		Kind: Detail, Pattern: "/travel-card/{group}/{goodsId}", Tier: TierShop, OGType: "product", Parent: Listing, Tiles: true,
		JSONLD: []string{organization, breadcrumbs, product, questions},
		Query:  []Param{{Name: "number", NoIndex: true}, {Name: "numbers", NoIndex: true}},
	},
	Data: detailData,
	Moved: func(a PageContext, d gen.DetailPage) *Redirect {
		if d.Goods.Group == a.Params[ParamGroup] {
			return nil
		}
		to := RedirectTo(Detail, a.Locale, map[string]string{ParamGroup: d.Goods.Group, ParamGoods: d.Goods.GoodsId})
		to.Status = http.StatusPermanentRedirect
		return to
	},
	Freights: func(d gen.DetailPage) bool { return slices.Contains(d.Goods.SimTypes, "physical") },
	Tags: func(t *tagList, d gen.DetailPage) {
		t.add("shelves:"+t.site, "destinations", "faq")
		t.goods(d.Goods)
		t.goods(d.Related...)
		if slices.Contains(d.Goods.SimTypes, "physical") {
			t.add("shipping:" + t.site)
		}
	},
	Entries: func(in siteContent) []Entry {
		out := make([]Entry, len(in.goods))
		for i, g := range in.goods {
			out[i] = Entry{Kind: Detail, Params: map[string]string{ParamGroup: g.Group, ParamGoods: g.ID}, Updated: g.UpdatedAt}
		}
		return out
	},
	Head: detailHead,
	Titled: func(_ PageContext, d gen.DetailPage) catalog.Titled {
		return catalog.Titled{Kind: catalog.TitledProduct, Code: d.Goods.GoodsId}
	},
}

// placesShown is how many destinations a description names.
const placesShown = 3

// detailHead describes a plan. It stands in its group, whose name only the plan's page knows.
func detailHead(w Words, d gen.DetailPage) Head {
	card := w.planCard(d.Goods)
	return Head{
		Params: map[string]any{
			"goods": d.Goods.Name, "network": d.Goods.NetworkType, "sim": w.sims("sim", d.Goods.SimTypes),
			"places": w.places(d.Goods.Destinations, placesShown), "price": w.money(d.Goods.Price, d.Goods.Currency),
		},
		Crumb: d.Goods.Name, Above: []crumb{{d.GroupName, Path(Group, w.Locale, w.Params)}}, Questions: d.Faq, Card: &card,
		Product: func(address string) map[string]any { return productFacts(w, address, d) },
	}
}

// detailData gathers a product's page.
func detailData(ctx context.Context, s *Source, a PageContext) (gen.DetailPage, error) {
	d, err := s.Catalog.Detail(ctx, a.Tenant.ID, a.Locale, a.Params[ParamGoods])
	if err != nil {
		return gen.DetailPage{}, asNotFound(err, "goods_not_found")
	}
	group, err := s.Catalog.Group(ctx, a.Tenant.ID, a.Locale, d.Goods.Group)
	if err != nil {
		return gen.DetailPage{}, err
	}
	faq, err := s.Content.FAQ(ctx, a.Tenant.ID, a.Locale)
	if err != nil {
		return gen.DetailPage{}, err
	}
	reviews, err := s.Reviews.Of(ctx, a.Tenant.ID, d.Goods.ID)
	if err != nil {
		return gen.DetailPage{}, err
	}
	out := gen.DetailPage{
		Reviews: view.Reviews(reviews, a.Locale, a.Tenant.Location, false),
		Goods:   view.Goods(d.Goods), GroupName: group.Name, Options: view.Options(d.Options), Coverage: view.Destinations(d.Coverage),
		Related:     view.GoodsOf(d.Related),
		Description: d.Goods.Description,
		Facts:       view.Facts(d.Goods),
		Faq:         a.questions(content.PlanExcerpt(faq, d.Goods.SimTypes)),
	}
	notes, err := s.Registrations(ctx, a.Locale, map[string]catalog.Goods{d.Goods.ID: d.Goods})
	if err != nil {
		return gen.DetailPage{}, err
	}
	out.Registration = notes[d.Goods.ID]
	out.StartDates = s.startDates(a, d.Goods)
	if !d.Goods.LocalNumber {
		return out, nil
	}
	out.NumberKeyword = digits(a.Query.Get("number"))
	page, _ := strconv.Atoi(a.Query.Get("numbers"))
	page = min(max(page, 1), catalog.MaxNumberPages)
	numbers, more, err := s.Catalog.Numbers(ctx, a.Tenant.ID, d.Goods.ID, out.NumberKeyword, page)
	if err == nil && len(numbers) == 0 && page > 1 { // taken since the page before
		page = 1
		numbers, more, err = s.Catalog.Numbers(ctx, a.Tenant.ID, d.Goods.ID, out.NumberKeyword, page)
	}
	if out.Numbers = view.Numbers(numbers); page > 1 {
		out.NumberPage = &page
	}
	if more {
		next := page + 1
		out.NextNumbers = &next
	}
	return out, err
}

// startDates are the days on which a product's plan can begin, nil when its shopper does not choose one.
func (s *Source) startDates(a PageContext, g catalog.Goods) *gen.StartDates {
	if !offer.OnChosenDate(g.Activation) {
		return nil
	}
	days := offer.StartDatesFrom(s.Clock.Now(), a.Tenant.Location, g.UseWithinDays)
	return view.StartDates(days, a.Tenant.Location, g.Days, g.SimTypes, a.Locale)
}

// digits keeps what of a search can stand in a phone number, which has 15 at most.
func digits(text string) string {
	found := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
	return found[:min(len(found), 15)]
}
