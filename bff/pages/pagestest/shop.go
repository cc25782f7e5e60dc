package pagestest

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/tenant"
)

// Site is the site of the tests.
var Site = tenant.Tenant{
	ID: 20, Brand: "Roamcart", Currency: "USD", CurrencySymbol: "$", DefaultLocale: "en", SupportEmail: "help@roamcart.example",
	Settings: tenant.Settings{Legal: tenant.Legal{Name: "Roamcart Ltd", Address: tenant.Text{En: "1 Sample Row", Zh: "样本街 1 号"}}},
}

// Japan is a plan.
var Japan = gen.Goods{
	GoodsId: "jp-3g-7", Group: "asia", Name: "Japan 3GB 7 days", Image: "/roamcart-images/cards/jp-3g-7.svg", Price: 1590,
	Currency: "USD", SimTypes: []string{"esim"}, NetworkType: "5G", Available: true,
	Destinations: []gen.DestinationName{{Code: "JP", Name: "Japan"}},
}

// Shop knows one product, one service page and one order.
type Shop struct {
	// Goods is the product.
	Goods gen.Goods
	// Asked are the asks for home, lists and accounts.
	Asked []pages.PageContext
	// ShellErr and CartErr are the errors of the shell and of the cart.
	ShellErr, CartErr error
}

// New returns a shop that sells Japan.
func New() *Shop { return &Shop{Goods: Japan} }

// Service answers for the pages of the shop.
func (s *Shop) Service() *pages.PageService { return pages.NewService(s.Table(), nil, s) }

// Table returns a table of pages that show what the shop knows. Nothing is known of the others.
func (s *Shop) Table() *pages.Table {
	return pages.NewTable(pages.Options{Replace: []pages.Replacement{
		pages.Replace(pages.Home, s.Home), pages.Replace(pages.Listing, s.Listing), pages.Replace(pages.Group, s.Listing),
		pages.Replace(pages.Detail, s.Detail), pages.Replace(pages.Destination, s.Destination), pages.Replace(pages.Compare, s.Compare),
		pages.Replace(pages.Which, s.Which), pages.Replace(pages.ESIM, s.ESIM), pages.Replace(pages.ESIMModule, s.ESIM),
		pages.Replace(pages.Cart, s.Cart), pages.Replace(pages.Order, s.Order), pages.Replace(pages.Track, s.Track),
		pages.Replace(pages.Account, s.Account), pages.Replace(pages.Service, s.Content), pages.Replace(pages.Terms, s.Content),
		pages.Replace(pages.WhyUs, s.Content), pages.Replace(pages.FAQ, s.FAQ),
	}})
}

// Shell is the shop's brand and build.
func (s *Shop) Shell(_ context.Context, a pages.PageContext) (gen.Shell, error) {
	return gen.Shell{BuildId: "b1", Tenant: gen.ShellTenant{Name: a.Tenant.Brand}}, s.ShellErr
}

// Track repeats the number that it is asked for.
func (s *Shop) Track(_ context.Context, a pages.PageContext) (gen.TrackPage, error) {
	return gen.TrackPage{OrderNo: a.Query.Get("orderNo")}, nil
}

// Home has one question.
func (s *Shop) Home(_ context.Context, a pages.PageContext) (gen.HomePage, error) {
	s.Asked = append(s.Asked, a)
	return gen.HomePage{Faq: []gen.Faq{{Question: "Why?", AnswerHtml: `<p>See <a href="/en/faq">here</a></p>`}}}, nil
}

// Listing lists the product, in one group.
func (s *Shop) Listing(_ context.Context, a pages.PageContext) (gen.ListingPage, error) {
	s.Asked = append(s.Asked, a)
	page := gen.ListingPage{
		List:         gen.GoodsList{Items: []gen.Goods{s.Goods}, Total: 25, Page: 2, PageSize: 24},
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

// Detail is the product's.
func (s *Shop) Detail(_ context.Context, a pages.PageContext) (gen.DetailPage, error) {
	if a.Params[pages.ParamGoods] != s.Goods.GoodsId {
		return gen.DetailPage{}, fault.New("not_found")
	}
	return gen.DetailPage{
		Goods:       s.Goods,
		GroupName:   "亚洲",
		Description: "<p>Fast &amp; simple</p>",
		Facts:       gen.GoodsFacts{RefundPolicy: "unused_30_days"},
	}, nil
}

// Destination knows two destinations.
func (s *Shop) Destination(_ context.Context, a pages.PageContext) (gen.DestinationPage, error) {
	page := gen.DestinationPage{
		Destination: gen.Destination{Code: "JP", Name: "Japan", Region: "asia"}, Group: &gen.Group{Group: "asia", Name: "Asia"},
		Facts:    gen.DestinationFacts{Plans: 3, From: new(int64(650)), Currency: "USD", SimTypes: []string{"esim", "physical"}},
		Sections: []gen.DestinationSection{{Reach: "only", Plans: []gen.RatedGoods{{Goods: s.Goods}}}},
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

// Compare has the product, and misses one.
func (s *Shop) Compare(context.Context, pages.PageContext) (gen.ComparePage, error) {
	return gen.ComparePage{Plans: []gen.ComparedGoods{{Goods: s.Goods}}, Missing: 1}, nil
}

// Which has a trip where days are named.
func (s *Shop) Which(_ context.Context, a pages.PageContext) (gen.WhichPage, error) {
	if a.Query.Has(pages.ParamDays) {
		return gen.WhichPage{Trip: &gen.WhichTrip{}}, nil
	}
	return gen.WhichPage{}, nil
}

// Cart is empty.
func (s *Shop) Cart(context.Context, pages.PageContext) (gen.CartPage, error) {
	return gen.CartPage{}, s.CartErr
}

// Order leads to the cart.
func (s *Shop) Order(_ context.Context, a pages.PageContext) (gen.OrderPage, error) {
	return gen.OrderPage{}, pages.RedirectTo(pages.Cart, a.Locale, nil)
}

// Account is empty.
func (s *Shop) Account(_ context.Context, a pages.PageContext) (gen.AccountPage, error) {
	s.Asked = append(s.Asked, a)
	return gen.AccountPage{}, nil
}

// Content knows one service page, and why.
func (s *Shop) Content(_ context.Context, a pages.PageContext) (gen.ContentPage, error) {
	if a.Kind == pages.Service && a.Params[pages.ParamService] == "delivery" {
		return gen.ContentPage{Title: "Delivery", SeoTitle: "How we deliver", UpdatedAt: time.Unix(0, 0)}, nil
	}
	if a.Kind == pages.WhyUs {
		return gen.ContentPage{Title: "Why us"}, nil
	}
	return gen.ContentPage{}, fault.New("not_found")
}

// ESIM is empty.
func (s *Shop) ESIM(context.Context, pages.PageContext) (gen.EsimPage, error) {
	return gen.EsimPage{Title: "eSIM"}, nil
}

// FAQ has one question.
func (s *Shop) FAQ(_ context.Context, a pages.PageContext) (gen.FaqPage, error) {
	page := gen.FaqPage{Items: []gen.Faq{{Question: "Why?", AnswerHtml: "<p>Because</p>"}}}
	if a.Query.Has("keyword") {
		page.Keyword = new(a.Query.Get("keyword"))
	}
	return page, nil
}

// Freights are one to two countries, and one to the rest of the world.
func (s *Shop) Freights(context.Context, pages.PageContext) ([]pages.Freight, error) {
	return []pages.Freight{
		{Method: "Standard", Countries: []string{"HK", "CN"}, Amount: 300, DaysMin: 2, DaysMax: 5},
		{Method: "Standard", Amount: 900, DaysMin: 7, DaysMax: 15},
	}, nil
}
