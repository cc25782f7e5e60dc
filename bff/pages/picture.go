package pages

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/catalog/palette"
	"github.com/roamcart/roamcart/bff/pages/share"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/shared"
)

// errNoPicture says that an address is no picture's.
var errNoPicture = fault.New("not_found")

const (
	pictureFolder  = "/share/"
	pictureSuffix  = ".png"
	pictureVersion = "v"
	// picturePlain asks for the picture without the price: merchant centres refuse prices in pictures.
	picturePlain = "plain"

	// parallelPictures are drawn at the same time; others wait.
	parallelPictures = 2
)

// Pictures returns the press of the pictures that shared links show: /share/en/home.png?v=1a2b3c. Each is at the address of
// its page with the version that its facts give it; any other version leads there.
func (s *PageService) Pictures() DocumentSource {
	desks := make(chan struct{}, parallelPictures)
	return DocumentSource{
		Path: pictureFolder, Query: []Param{{Name: "countries", List: true}, {Name: picturePlain}, {Name: pictureVersion}}, CacheControl: cacheForever,
		Generate: func(ctx context.Context, a Ask, path string) (Document, error) {
			at, card, tags, err := s.card(ctx, a, path)
			if err != nil {
				return Document{}, err
			}
			isPlain := a.Query.Get(picturePlain) != ""
			if isPlain {
				card.Price = ""
			}
			if a.Query.Get(pictureVersion) != card.Version() {
				return Document{}, &Redirect{To: pictureAddress(at, card, isPlain)}
			}
			select {
			case desks <- struct{}{}:
				defer func() { <-desks }()
			case <-ctx.Done():
				return Document{}, context.Cause(ctx)
			}
			body, err := share.Draw(card)
			return Document{Type: "image/png", Body: body, Tags: tags}, err
		},
	}
}

// card returns what the picture at a path says, and which page it belongs to.
func (s *PageService) card(ctx context.Context, a Ask, path string) (place, share.Card, []string, error) {
	path, isPicture := strings.CutSuffix(strings.TrimPrefix(path, strings.TrimSuffix(pictureFolder, "/")), pictureSuffix)
	locale, rest := SplitLocale(path)
	row, params, ok := s.table.Match(rest)
	if !isPicture || locale == "" || !ok || !row.Indexed() {
		return place{}, share.Card{}, nil, errNoPicture
	}
	a.Locale, a.Kind, a.Params, a.Query = locale, row.Kind, params, row.CanonicalQuery(url.Values{"countries": a.Query["countries"]})
	at := place{row: row, path: path, query: row.EncodeQuery(a.Query)}
	data, err := s.data(ctx, a, at)
	if err != nil {
		if _, moved := err.(*Redirect); moved || missing(err) {
			err = errNoPicture
		}
		return at, share.Card{}, nil, err
	}
	if !hasPicture(at, data) {
		return at, share.Card{}, nil, errNoPicture
	}
	return at, words{a}.card(data), TagsOf(a.Tenant.ID, gen.PageQuery{Kind: string(a.Kind), Data: data}), nil
}

// hasPicture reports whether a page has a picture of its own: one that search engines may show, at its own address.
func hasPicture(at place, data any) bool {
	return !hidden(at, data) && canonicalPlace(at).query == at.query
}

// setPicture says what those who share the page see: its own picture, or else home's.
func setPicture(og *gen.OpenGraph, w words, at place, data any) {
	if !hasPicture(at, data) {
		at, w.a.Kind, data = place{path: Path(Home, w.a.Locale, nil)}, Home, nil
	}
	card := w.card(data)
	og.Image, og.ImageAlt = w.a.Origin+pictureAddress(at, card, false), w.alt(card)
	og.ImageWidth, og.ImageHeight = new(share.Width), new(share.Height)
}

// pictureAddress is where the picture of a page is.
func pictureAddress(at place, card share.Card, isPlain bool) string {
	query := strings.TrimPrefix(at.query, "?")
	if query != "" {
		query += "&"
	}
	if isPlain {
		query += picturePlain + "=1&"
	}
	return strings.TrimSuffix(pictureFolder, "/") + at.path + pictureSuffix + "?" + query + pictureVersion + "=" + card.Version()
}

// plainPicture is the address of a plan's picture without the price.
func (w words) plainPicture(g gen.Goods) string {
	card := w.card(gen.DetailPage{Goods: g})
	card.Price = ""
	return pictureAddress(place{path: w.goodsPath(g)}, card, true)
}

// card is what the picture of a page says.
func (w words) card(data any) share.Card {
	c := share.Card{Brand: w.a.Tenant.Brand, Group: palette.Shop}
	switch d := data.(type) {
	case gen.DetailPage:
		w.planCard(&c, d.Goods)
		return c
	case gen.ListingPage:
		c.Title = w.crumb(w.a.Kind, data)
		switch {
		case d.Group != nil:
			c.Group = d.Group.Group
		case len(d.Query.Countries) == 1 && len(d.List.Items) > 0:
			c.Group = d.List.Items[0].Group
		}
		c.Lines = []string{w.text("card.plans", map[string]any{"count": d.List.Total})}
		if len(d.List.Items) > 0 {
			// The cheapest comes first.
			c.Price = w.text("card.from", map[string]any{"price": w.money(d.List.Items[0].Price, d.List.Items[0].Currency)})
		}
		return c
	case gen.DestinationPage:
		c.Title, c.Group = d.Destination.Name, d.Destination.Region
		c.Lines = []string{w.text("card.plans", map[string]any{"count": d.Facts.Plans}), w.sims("sim", d.Facts.SimTypes)}
		if d.Facts.From != nil {
			c.Price = w.text("card.from", map[string]any{"price": w.money(*d.Facts.From, d.Facts.Currency)})
		}
		return c
	case gen.ContentPage:
		c.Title = d.Title
	default:
		if c.Title = w.text(string(w.a.Kind)+".title", nil); w.a.Kind == Home {
			c.Title = w.text("card.home", nil) // the brand stands above it
		}
	}
	_, description := w.titles(data)
	c.Lines = []string{description}
	return c
}

// placesOnCard is how many destinations fit beside the price, whatever their names.
const placesOnCard = 2

func (w words) planCard(c *share.Card, g gen.Goods) {
	c.Title, c.Group = g.Name, g.Group
	c.Amount = w.allowance(g)
	c.Lines = []string{w.days(g.Days) + " · " + g.NetworkType, w.sims("sim", g.SimTypes), w.places(g.Destinations, placesOnCard)}
	c.Price = w.money(g.Price, g.Currency)
	if g.ContractPeriod != "" {
		c.Price += " " + shared.Text(w.a.Locale, "plan", "perMonth", nil)
	}
}

// allowance is the big number of a plan, "3 GB" or "2 GB/day".
func (w words) allowance(g gen.Goods) string {
	if g.Data.Per == "day" {
		return shared.Text(w.a.Locale, "plan", "perDay", map[string]any{"volume": volume(g.Data.Mb)})
	}
	return volume(g.Data.Mb)
}

// alt says in one line what a picture shows.
func (w words) alt(c share.Card) string {
	var parts []string
	for _, part := range append([]string{c.Brand, c.Title, c.Amount, c.Price}, c.Lines...) {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " · ")
}

func (w words) days(n int) string {
	form := "days_other"
	if n == 1 && shared.Messages(w.a.Locale).Has("plan", "days_one") {
		form = "days_one"
	}
	return shared.Text(w.a.Locale, "plan", form, map[string]any{"count": n})
}

// volume writes an amount of data as plans show it, "3 GB", "1.5 GB", "500 MB".
func volume(mb int64) string {
	const gb = 1024
	if mb < gb {
		return fmt.Sprintf("%d MB", mb)
	}
	if tenths := (mb*10 + gb/2) / gb; tenths%10 != 0 {
		return fmt.Sprintf("%d.%d GB", tenths/10, tenths%10)
	}
	return fmt.Sprintf("%d GB", (mb+gb/2)/gb)
}
