package pages_test

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/tenant"
)

var site = tenant.Tenant{
	ID: 20, Brand: "Roamcart", Currency: "USD", CurrencySymbol: "$", DefaultLocale: "en", SupportEmail: "help@roamcart.example",
	Settings: tenant.Settings{Legal: tenant.Legal{Name: "Roamcart Ltd", Address: tenant.Text{En: "1 Sample Row", Zh: "样本街 1 号"}}},
}

var japan = gen.Goods{
	GoodsId: "jp-3g-7", Group: "asia", Name: "Japan 3GB 7 days", Image: "/roamcart-images/cards/jp-3g-7.svg", Price: 1590,
	Currency: "USD", SimTypes: []string{"esim"}, NetworkType: "5G", Available: true,
	Destinations: []gen.DestinationName{{Code: "JP", Name: "Japan"}},
}

// shop knows one product, one service page and one order.
type shop struct {
	asked []pages.Ask
	err   error
	cart  error
	goods gen.Goods
}

// table returns a table of pages that show what the shop knows. Nothing is known of the others.
func (s *shop) table() *pages.Table {
	return pages.NewTable(pages.Options{Replace: []pages.Replacement{
		pages.Replace(pages.Home, s.Home), pages.Replace(pages.Listing, s.Listing), pages.Replace(pages.Group, s.Listing),
		pages.Replace(pages.Detail, s.Detail), pages.Replace(pages.Destination, s.Destination), pages.Replace(pages.Compare, s.Compare),
		pages.Replace(pages.Which, s.Which), pages.Replace(pages.ESIM, s.ESIM), pages.Replace(pages.ESIMModule, s.ESIM),
		pages.Replace(pages.Cart, s.Cart), pages.Replace(pages.Order, s.Order), pages.Replace(pages.Track, s.Track),
		pages.Replace(pages.Account, s.Account), pages.Replace(pages.Service, s.Content), pages.Replace(pages.Terms, s.Content),
		pages.Replace(pages.WhyUs, s.Content), pages.Replace(pages.FAQ, s.FAQ),
	}})
}

func (s *shop) Shell(_ context.Context, a pages.Ask) (gen.Shell, error) {
	return gen.Shell{BuildId: "b1", Tenant: gen.ShellTenant{Name: a.Tenant.Brand}}, s.err
}

func (s *shop) Track(_ context.Context, a pages.Ask) (gen.TrackPage, error) {
	return gen.TrackPage{OrderNo: a.Query.Get("orderNo")}, nil
}

func (s *shop) Home(_ context.Context, a pages.Ask) (gen.HomePage, error) {
	s.asked = append(s.asked, a)
	return gen.HomePage{Faq: []gen.Faq{{Question: "Why?", AnswerHtml: `<p>See <a href="/en/faq">here</a></p>`}}}, nil
}

func (s *shop) Listing(_ context.Context, a pages.Ask) (gen.ListingPage, error) {
	s.asked = append(s.asked, a)
	page := gen.ListingPage{
		List:         gen.GoodsList{Items: []gen.Goods{s.goods}, Total: 25, Page: 2, PageSize: 24},
		Destinations: []gen.DestinationChoice{{Code: "JP", Name: "Japan"}},
	}
	if country := a.Query.Get("countries"); country == "ZZ" {
		return page, fault.Fields(map[string]string{"countries": "destination_unknown"})
	} else if country != "" {
		page.Query.Countries = []string{country}
	}
	switch a.Params[pages.ParamGroup] {
	case "":
	case "asia":
		page.Group = &gen.Group{Group: "asia", Name: "Asia", Intro: "Thirteen places."}
	default:
		return page, fault.New("not_found")
	}
	return page, nil
}

func (s *shop) Detail(_ context.Context, a pages.Ask) (gen.DetailPage, error) {
	if a.Params[pages.ParamGoods] != s.goods.GoodsId {
		return gen.DetailPage{}, fault.New("not_found")
	}
	return gen.DetailPage{Goods: s.goods, GroupName: "亚洲", Description: "<p>Fast &amp; simple</p>", Facts: gen.GoodsFacts{RefundPolicy: "unused_30_days"}}, nil
}

func (s *shop) Destination(_ context.Context, a pages.Ask) (gen.DestinationPage, error) {
	page := gen.DestinationPage{
		Destination: gen.Destination{Code: "JP", Name: "Japan", Region: "asia"}, Group: &gen.Group{Group: "asia", Name: "Asia"},
		Facts:    gen.DestinationFacts{Plans: 3, From: new(int64(650)), Currency: "USD", SimTypes: []string{"esim", "physical"}},
		Sections: []gen.DestinationSection{{Reach: "only", Plans: []gen.RatedGoods{{Goods: s.goods}}}},
		Faq:      []gen.Faq{{Question: "How much?", AnswerHtml: "<p>Little</p>"}},
	}
	switch a.Params[pages.ParamCountry] {
	case "jp":
		return page, nil
	case "kr":
		page.Destination.Name, page.Group, page.Facts = "Korea", nil, gen.DestinationFacts{Plans: 1, SimTypes: []string{"esim"}}
		return page, nil
	}
	return gen.DestinationPage{}, fault.New("not_found")
}

func (s *shop) Compare(context.Context, pages.Ask) (gen.ComparePage, error) {
	return gen.ComparePage{Plans: []gen.ComparedGoods{{Goods: s.goods}}, Missing: 1}, nil
}

func (s *shop) Which(_ context.Context, a pages.Ask) (gen.WhichPage, error) {
	if a.Query.Has(pages.ParamDays) {
		return gen.WhichPage{Trip: &gen.WhichTrip{}}, nil
	}
	return gen.WhichPage{}, nil
}

func (s *shop) Cart(context.Context, pages.Ask) (gen.CartPage, error) { return gen.CartPage{}, s.cart }

func (s *shop) Order(_ context.Context, a pages.Ask) (gen.OrderPage, error) {
	return gen.OrderPage{}, pages.RedirectTo(pages.Cart, a.Locale, nil)
}

func (s *shop) Account(_ context.Context, a pages.Ask) (gen.AccountPage, error) {
	s.asked = append(s.asked, a)
	return gen.AccountPage{}, nil
}

func (s *shop) Content(_ context.Context, a pages.Ask) (gen.ContentPage, error) {
	if a.Kind == pages.Service && a.Params[pages.ParamService] == "delivery" {
		return gen.ContentPage{Title: "Delivery", SeoTitle: "How we deliver", UpdatedAt: time.Unix(0, 0)}, nil
	}
	if a.Kind == pages.WhyUs {
		return gen.ContentPage{Title: "Why us"}, nil
	}
	return gen.ContentPage{}, fault.New("not_found")
}

func (s *shop) ESIM(context.Context, pages.Ask) (gen.EsimPage, error) {
	return gen.EsimPage{Title: "eSIM"}, nil
}

func (s *shop) FAQ(_ context.Context, a pages.Ask) (gen.FaqPage, error) {
	page := gen.FaqPage{Items: []gen.Faq{{Question: "Why?", AnswerHtml: "<p>Because</p>"}}}
	if a.Query.Has("keyword") {
		page.Keyword = new(a.Query.Get("keyword"))
	}
	return page, nil
}

func (s *shop) Freights(context.Context, pages.Ask) ([]pages.Freight, error) {
	return []pages.Freight{
		{Method: "Standard", Countries: []string{"HK", "CN"}, Amount: 300, DaysMin: 2, DaysMax: 5},
		{Method: "Standard", Amount: 900, DaysMin: 7, DaysMax: 15},
	}, nil
}
