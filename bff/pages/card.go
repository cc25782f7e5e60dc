package pages

import (
	"strings"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/catalog/palette"
	"github.com/roamcart/roamcart/bff/pages/share"
	"github.com/roamcart/roamcart/shared"
)

// Pictures of shared links are at the address of their page.
const (
	// PictureFolder is above all of them.
	PictureFolder  = "/share/"
	pictureSuffix  = ".png"
	pictureVersion = "v"
	// picturePlain asks for the picture without the price: merchant centres refuse prices in pictures.
	picturePlain = "plain"
)

// hasPicture reports whether a page has a picture of its own: one that search engines may show, at its own address.
func hasPicture(at place, h Head) bool {
	return !hidden(at, h) && canonicalPlace(at).query == at.query
}

// setPicture says what those who share the page see: its own picture, or else home's.
func setPicture(og *gen.OpenGraph, w Words, at place, h Head) {
	if !hasPicture(at, h) {
		at, w.Kind = place{path: Path(Home, w.Locale, nil)}, Home
		h = homeHead(w, gen.HomePage{})
	}
	card := w.picture(h)
	og.Image, og.ImageAlt = w.Origin+pictureAddress(at, card, false), alt(card)
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
	return strings.TrimSuffix(PictureFolder, "/") + at.path + pictureSuffix + "?" + query + pictureVersion + "=" + card.Version()
}

// PlainPicture is the address of a plan's picture without the price.
func (w Words) PlainPicture(g gen.Goods) string {
	card := w.planCard(g)
	card.Price = ""
	return pictureAddress(place{path: w.goodsPath(g)}, card, true)
}

// picture is what the picture of a page says.
func (w Words) picture(h Head) share.Card {
	if h.Card == nil {
		card := w.card()
		card.Title = w.Text(string(w.Kind)+".title", nil)
		h.Card = &card
	}
	card := *h.Card
	if card.Lines == nil {
		_, description := w.Titles(h)
		card.Lines = []string{description}
	}
	return card
}

// card is what all pictures of a site have.
func (w Words) card() share.Card { return share.Card{Brand: w.Tenant.Brand, Group: palette.Shop} }

// placesOnCard is how many destinations fit beside the price, whatever their names.
const placesOnCard = 2

// planCard is what the picture of a plan says.
func (w Words) planCard(g gen.Goods) share.Card {
	c := w.card()
	c.Title, c.Group = g.Name, g.Group
	c.Amount = w.Allowance(g)
	c.Lines = []string{w.Days(g.Days) + " · " + g.NetworkType, w.sims("sim", g.SimTypes), w.places(g.Destinations, placesOnCard)}
	c.Price = w.money(g.Price, g.Currency)
	if g.ContractPeriod != "" {
		c.Price += " " + shared.Text(w.Locale, "plan", "perMonth", nil)
	}
	return c
}

// alt says in one line what a picture shows.
func alt(c share.Card) string {
	var parts []string
	for _, part := range append([]string{c.Brand, c.Title, c.Amount, c.Price}, c.Lines...) {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " · ")
}
