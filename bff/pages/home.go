package pages

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/content"
)

// Home is the first page of a site.
const Home Kind = "home"

var homePage = Page[gen.HomePage]{
	Row: Row{
		Kind: Home, Pattern: "/home", Query: []Param{previewParam}, Tier: TierShop, JSONLD: []string{organization, webSite, questions}, OGType: "website",
		Tiles: true,
	},
	Data: homeData,
	Tags: func(t *tagList, d gen.HomePage) {
		t.add("shelves:"+t.site, "destinations", "faq", "reviews:"+t.site)
		t.goods(d.Featured...)
		for _, place := range d.Destinations {
			t.add("place:" + t.site + ":" + place.Code)
		}
	},
	Head: homeHead,
}

// homeHead is what the head of a page says of home. The brand stands above the title of its picture.
func homeHead(w Words, d gen.HomePage) Head {
	card := w.card()
	card.Title = w.Text("card.home", nil)
	return Head{Questions: d.Faq, Card: &card}
}

// How much the home page shows.
const (
	homeTiles    = 12
	homeFeatured = 6
)

// homeData gathers the home page.
func homeData(ctx context.Context, s *Source, a PageContext) (gen.HomePage, error) {
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
	faq, err := s.Content.FAQ(ctx, a.Tenant.ID, a.Locale)
	if err != nil {
		return out, err
	}
	reviews, err := s.Reviews.Of(ctx, a.Tenant.ID, "")
	if err != nil {
		return out, err
	}
	out = gen.HomePage{
		Reviews:  view.Reviews(reviews, a.Locale, a.Tenant.Location, true),
		Groups:   view.Groups(groups),
		Featured: view.GoodsOf(featured),
		Faq:      a.questions(content.Excerpt(faq, content.HomeQuestions)),
	}
	if words := a.Tenant.Words(a.Locale); words != nil {
		out.Words = &words
	}
	if text, href := a.Tenant.Campaign(a.Locale); text != "" {
		out.Campaign = &gen.HomeCampaign{Text: text, Href: href}
	}
	out.Destinations = make([]gen.DestinationTile, len(tiles))
	for i, t := range tiles {
		out.Destinations[i] = gen.DestinationTile{
			Code: t.Code, Name: t.Name, Flag: t.Flag, FromPrice: t.FromPrice, Currency: t.Currency, Href: "/" + a.Locale + t.Path,
		}
	}
	return out, nil
}
