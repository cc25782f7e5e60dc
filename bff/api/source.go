package api

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/offer"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/tenant"
)

// Source gathers what the public pages show. It answers from the same rooms and views as the calls.
type Source struct {
	*Server
	// BuildID names the renderer's build that browsers are given.
	BuildID func() string
	// StripeJS is the address of the provider's script.
	StripeJS string
	// Features are the parts of the shop that are switched on, as the contract names them.
	Features []string
	// Trial is for the test pages.
	Trial Trial
}

var (
	_ pages.Source    = (*Source)(nil)
	_ pages.Shell     = (*Source)(nil)
	_ pages.Inventory = (*Source)(nil)
	_ pages.Shelves   = (*Source)(nil)
)

// How much the home page shows.
const (
	homeTiles    = 12
	homeFeatured = 6
)

// Shell gives what header and footer need.
func (s *Source) Shell(_ context.Context, a pages.Ask) (gen.Shell, error) {
	proto, host, _ := strings.Cut(a.Origin, "://")
	return gen.Shell{
		Menus: view.Menus(a.Tenant.Menus(a.Locale, 1)), Tenants: view.Sites(s.Sites.Sites(a.Locale, proto, host)),
		Tenant: view.Tenant(a.Tenant, a.Locale), Pk: s.PublishableKey, BuildId: s.BuildID(), Features: append([]string{}, s.Features...),
		Crypto: gen.ShellCrypto{Sealed: true},
	}, nil
}

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
	faq, err := s.Server.Content.FAQ(ctx, a.Tenant.ID, a.Locale)
	if err != nil {
		return out, err
	}
	out = gen.HomePage{Groups: view.Groups(groups), Featured: view.GoodsOf(featured), Faq: view.FAQ(content.Excerpt(faq, content.HomeQuestions))}
	out.Destinations = make([]gen.DestinationTile, len(tiles))
	for i, t := range tiles {
		out.Destinations[i] = gen.DestinationTile{
			Code: t.Code, Name: t.Name, Flag: t.Flag, FromPrice: t.FromPrice, Currency: t.Currency, Href: "/" + a.Locale + t.Path,
		}
	}
	return out, nil
}

// Listing gathers a page of the catalogue. Once the destination filter is used, one destination stays selected: a form
// that comes without any names those of before as kept. Fault: not_found, behind the last page.
func (s *Source) Listing(ctx context.Context, a pages.Ask) (gen.ListingPage, error) {
	values := url.Values{}
	maps.Copy(values, a.Query)
	values.Del("keyword")
	values.Del("kept")
	kept := a.Query.Get("kept")
	if kept != "" {
		values.Set("countries", kept)
	}
	if g := a.Params[pages.ParamGroup]; g != "" {
		values.Set("group", g)
	}
	q, err := catalog.ParseQuery(values)
	if err != nil {
		return gen.ListingPage{}, err
	}
	keyword := a.Query.Get("keyword")
	if keyword != "" && len(q.Countries) > 0 {
		// It names destinations; where others were selected since, the page is not about it any more.
		named, err := s.names(ctx, a.Tenant.ID, a.Locale, keyword, q.Countries)
		if err != nil {
			return gen.ListingPage{}, err
		}
		if !named {
			keyword = ""
		}
	}
	page, facets, err := s.list(ctx, a.Tenant.ID, a.Locale, &q, keyword)
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
	if kept != "" {
		out.DestinationRequired = new(true)
	}
	for _, g := range out.Groups {
		if g.Group == q.Group {
			out.Group = &g
		}
	}
	return out, nil
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
	faq, err := s.Server.Content.FAQ(ctx, a.Tenant.ID, a.Locale)
	if err != nil {
		return gen.DetailPage{}, err
	}
	out := gen.DetailPage{
		Goods: view.Goods(d.Goods), Options: view.Options(d.Options), Coverage: view.Destinations(d.Coverage),
		Related: view.GoodsOf(d.Related), Description: d.Goods.Description, Facts: view.Facts(d.Goods), Faq: view.FAQ(content.Excerpt(faq, content.PlanQuestions)),
	}
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
	faq, err := s.Server.Content.FAQ(ctx, a.Tenant.ID, a.Locale)
	return gen.EsimPage{
		Title: p.Title, Html: p.HTML, UpdatedAt: p.UpdatedAt, Devices: view.Devices(devices), Places: view.Places(devices, a.Locale),
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
	return s.Server.Content.Page(ctx, a.Tenant.ID, kind, name, a.Locale)
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
	entries, err := s.Server.Content.List(ctx, a.Tenant.ID, a.Locale)
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
		list, err = s.Server.Content.FAQ(ctx, a.Tenant.ID, a.Locale)
	} else {
		list, err = s.Server.Content.SearchFAQ(ctx, a.Tenant.ID, a.Locale, keyword)
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

// Freights lists how the site sends cards.
func (s *Source) Freights(ctx context.Context, a pages.Ask) ([]pages.Freight, error) {
	list, err := s.Orders.Freights(ctx, a.Tenant.ID)
	out := make([]pages.Freight, len(list))
	for i, p := range list {
		out[i] = pages.Freight{Method: p.Name(a.Locale), Countries: p.Countries, Amount: p.Amount, DaysMin: p.DaysMin, DaysMax: p.DaysMax}
	}
	return out, err
}

// Sales lists everything the site sells.
func (s *Source) Sales(ctx context.Context, a pages.Ask) ([]pages.Sale, error) {
	list, err := s.Catalog.OnSale(ctx, a.Tenant.ID, a.Locale)
	if err != nil {
		return nil, err
	}
	groups, err := s.Catalog.Groups(ctx, a.Tenant.ID, a.Locale)
	shelves := map[string]string{}
	for _, g := range groups {
		shelves[g.Code] = g.Name
	}
	out := make([]pages.Sale, len(list))
	for i, d := range list {
		out[i] = pages.Sale{
			Goods: view.Goods(d.Goods), Description: d.Goods.Description, Options: view.Options(d.Options), Shelf: shelves[d.Goods.Group],
		}
	}
	return out, err
}

// Inventory lists what the sitemap names.
func (s *Source) Inventory(ctx context.Context, t tenant.Tenant) ([]pages.Entry, error) {
	goods, err := s.Catalog.All(ctx, t.ID, t.DefaultLocale)
	if err != nil {
		return nil, err
	}
	var out []pages.Entry
	newest := map[string]time.Time{}
	for _, g := range goods {
		out = append(out, pages.Entry{
			Kind: pages.Detail, Params: map[string]string{pages.ParamGroup: g.Group, pages.ParamGoods: g.ID}, Updated: g.UpdatedAt,
		})
		if g.UpdatedAt.After(newest[g.Group]) {
			newest[g.Group] = g.UpdatedAt
		}
	}
	groups, err := s.Catalog.Groups(ctx, t.ID, t.DefaultLocale)
	if err != nil {
		return nil, err
	}
	for _, g := range groups {
		out = append(out, pages.Entry{Kind: pages.Group, Params: map[string]string{pages.ParamGroup: g.Code}, Updated: newest[g.Code]})
	}
	docs, err := s.Server.Content.List(ctx, t.ID, t.DefaultLocale)
	for _, d := range docs {
		switch d.Kind {
		case "service":
			out = append(out, pages.Entry{Kind: pages.Service, Params: map[string]string{pages.ParamService: d.Name}, Updated: d.UpdatedAt})
		case "terms":
			out = append(out, pages.Entry{Kind: pages.Terms, Params: map[string]string{pages.ParamTerms: d.Name}, Updated: d.UpdatedAt})
		case "page":
			kind := map[string]pages.Kind{"why-us": pages.WhyUs, "esim": pages.ESIM}[d.Name]
			if kind != "" {
				out = append(out, pages.Entry{Kind: kind, Updated: d.UpdatedAt})
			}
		}
	}
	return out, err
}
