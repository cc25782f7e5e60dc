package api

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/offer"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/shared"
)

// How much the home page shows.
const (
	homeTiles    = 12
	homeFeatured = 6
)

// Home gathers the home page.
func (s *Source) Home(ctx context.Context, a pages.Ask) (gen.HomePage, error) {
	var out gen.HomePage
	groups, err := s.Catalog.Groups(ctx, a.Tenant.ID, a.Locale)
	if err != nil {
		return out, err
	}
	tiles, err := s.Catalog.Tiles(ctx, a.Tenant.ID, a.Locale, homeTiles)
	if err != nil {
		return out, err
	}
	featured, err := s.Catalog.Featured(ctx, a.Tenant.ID, a.Locale, homeFeatured)
	if err != nil {
		return out, err
	}
	faq, err := s.Reader.Content.FAQ(ctx, a.Tenant.ID, a.Locale)
	if err != nil {
		return out, err
	}
	reviews, err := s.Reviews.Of(ctx, a.Tenant.ID, "")
	if err != nil {
		return out, err
	}
	out = gen.HomePage{Reviews: view.Reviews(reviews, a.Locale, a.Tenant.Location, true), Groups: view.Groups(groups), Featured: view.GoodsOf(featured), Faq: view.FAQ(content.Excerpt(faq, content.HomeQuestions))}
	out.Destinations = make([]gen.DestinationTile, len(tiles))
	for i, t := range tiles {
		out.Destinations[i] = gen.DestinationTile{
			Code: t.Code, Name: t.Name, Flag: t.Flag, FromPrice: t.FromPrice, Currency: t.Currency, Href: "/" + a.Locale + t.Path,
		}
	}
	return out, nil
}

// Listing gathers a page of the catalogue. Fault: not_found, behind the last page.
func (s *Source) Listing(ctx context.Context, a pages.Ask) (gen.ListingPage, error) {
	q, err := listingQuery(a)
	if err != nil {
		return gen.ListingPage{}, err
	}
	q.Grouped = q.Sort <= catalog.PriceUp // whoever asks for another order gets one list in that order
	page, facets, keyword, err := s.ListGoods(ctx, a.Tenant.ID, a.Locale, &q, a.Query.Get("keyword"))
	if err == nil && page.Page > 1 && len(page.Items) == 0 {
		err = fault.New("not_found")
	}
	if err != nil {
		return gen.ListingPage{}, err
	}
	groups, err := s.Catalog.Groups(ctx, a.Tenant.ID, a.Locale)
	if err != nil {
		return gen.ListingPage{}, err
	}
	destinations, err := s.Catalog.Destinations(ctx, a.Tenant.ID, a.Locale, q.Group)
	if err != nil {
		return gen.ListingPage{}, err
	}
	out := gen.ListingPage{
		Groups: view.Groups(groups), List: view.List(page, facets), Destinations: choices(destinations, facets, q.Countries),
		Query: gen.ListingQuery{
			Countries: append([]string{}, q.Countries...), Data: q.Data, Days: q.Days, Voice: q.Voice, SimType: q.SimType,
			NetworkType: q.Network, Keyword: keyword, Sort: max(q.Sort, 1), Page: page.Page,
		},
	}
	if len(page.Groups) > 0 {
		place := destinations[slices.IndexFunc(destinations, func(d catalog.Destination) bool { return d.Code == q.Countries[0] })].Name
		for _, g := range page.Groups {
			out.Sections = append(out.Sections, gen.ListingSection{
				Count: g.Count, Title: shared.Text(a.Locale, "destination", "reach."+string(g.Reach)+".title", map[string]any{"place": place}),
			})
		}
	}
	if a.Query.Get("kept") != "" {
		out.DestinationRequired = new(true)
	}
	for _, g := range out.Groups {
		if g.Group == q.Group {
			out.Group = &g
		}
	}
	return out, nil
}

// listingQuery reads what a page of the catalogue is asked for, but for the keyword. The filter has at least one destination
// selected, or all of them: a form that comes without any names those of before as kept.
func listingQuery(a pages.Ask) (catalog.Query, error) {
	values := url.Values{}
	maps.Copy(values, a.Query)
	values.Del("kept")
	if kept := a.Query.Get("kept"); kept != "" && kept != pages.AllDestinations {
		values.Set("countries", kept)
	}
	if g := a.Params[pages.ParamGroup]; g != "" {
		values.Set("group", g)
	}
	return catalog.ParseQuery(values)
}

func choices(list []catalog.Destination, f catalog.Facets, selected []string) []gen.DestinationChoice {
	counts := map[string]int{}
	for _, d := range f.Destinations {
		counts[d.Code] = d.Count
	}
	out := make([]gen.DestinationChoice, len(list))
	for i, d := range list {
		out[i] = gen.DestinationChoice{
			Code: d.Code, Name: d.Name, Region: d.Region, Flag: d.Flag, Count: counts[d.Code], Selected: slices.Contains(selected, d.Code),
		}
	}
	return out
}

// Detail gathers a product's page.
func (s *Source) Detail(ctx context.Context, a pages.Ask) (gen.DetailPage, error) {
	d, err := s.Catalog.Detail(ctx, a.Tenant.ID, a.Locale, a.Params[pages.ParamGoods])
	if err != nil {
		return gen.DetailPage{}, notFound(err, "goods_not_found")
	}
	group, err := s.Catalog.Group(ctx, a.Tenant.ID, a.Locale, d.Goods.Group)
	if err != nil {
		return gen.DetailPage{}, err
	}
	faq, err := s.Reader.Content.FAQ(ctx, a.Tenant.ID, a.Locale)
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
		Related: view.GoodsOf(d.Related), Description: d.Goods.Description, Facts: view.Facts(d.Goods), Faq: view.FAQ(content.PlanExcerpt(faq, d.Goods.SimTypes)),
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
	numbers, err := s.Catalog.Numbers(ctx, a.Tenant.ID, d.Goods.ID, out.NumberKeyword)
	out.Numbers = view.Numbers(numbers)
	return out, err
}

// startDates are the days on which a product's plan can begin, nil when its shopper does not choose one.
func (s *Source) startDates(a pages.Ask, g catalog.Goods) *gen.StartDates {
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
