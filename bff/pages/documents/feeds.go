package documents

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/pages/feed"
	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/shared"
)

// Catalog lists everything a site sells, in the language of the context.
type Catalog interface {
	Sales(ctx context.Context, a pages.PageContext) ([]pages.Sale, error)
	Freights(ctx context.Context, a pages.PageContext) ([]pages.Freight, error)
}

// Feeds are the sources of /feeds/{locale}.json and /feeds/{locale}.xml: every plan with its SIM types, prices, stock and
// freight, as on its page.
func Feeds(catalog Catalog) []Source {
	var out []Source
	for _, locale := range pages.Locales() {
		for _, form := range []struct {
			suffix, contentType string
			write               func(feed.Feed) ([]byte, error)
		}{
			{".json", "application/json; charset=utf-8", feed.Feed.JSON},
			{".xml", "application/xml; charset=utf-8", feed.Feed.Merchant},
		} {
			generate := func(ctx context.Context, a pages.PageContext, _ string) (Document, error) {
				f, err := newFeed(ctx, catalog, a)
				if err != nil {
					return Document{}, err
				}
				body, err := form.write(f)
				site := strconv.FormatInt(a.Tenant.ID, 10)
				return Document{Type: form.contentType, Body: body, Tags: []string{
					"site:" + site, "list:" + site, "shelves:" + site, "shipping:" + site, "destinations",
				}}, err
			}
			out = append(out, Source{Path: feedPath(locale, form.suffix), Generate: generate})
		}
	}
	return out
}

func feedPath(locale, suffix string) string { return "/feeds/" + locale + suffix }

func newFeed(ctx context.Context, catalog Catalog, a pages.PageContext) (feed.Feed, error) {
	a.Kind = pages.Home
	w := pages.Words{PageContext: a}
	sales, err := catalog.Sales(ctx, a)
	if err != nil {
		return feed.Feed{}, fmt.Errorf("list what is sold: %w", err)
	}
	if w.Freights, err = catalog.Freights(ctx, a); err != nil {
		return feed.Feed{}, fmt.Errorf("list freights: %w", err)
	}
	title, description := w.Titles(pages.Head{})
	f := feed.Feed{
		Title: title, Description: description, Link: a.Origin + pages.Path(pages.Home, a.Locale, nil), Currency: a.Tenant.Currency,
		Language: shared.Constants().HTMLLangs[a.Locale], Items: []feed.Item{},
	}
	for _, s := range sales {
		for _, o := range s.Options {
			f.Items = append(f.Items, feedItem(w, s, o))
		}
	}
	return f, nil
}

func feedItem(w pages.Words, s pages.Sale, o gen.GoodsOption) feed.Item {
	g := s.Goods
	item := feed.Item{
		ID: g.GoodsId + "-" + o.SimType, Group: g.GoodsId, Title: g.Name + " · " + w.Text("sim."+o.SimType, nil),
		Description: pages.Plain(s.Description), Link: w.GoodsURL(g), Image: w.Origin + w.PlainPicture(g), Available: o.Available,
		Price: money.Decimal(g.Price, g.Currency), PriceMinor: g.Price, Currency: g.Currency, Brand: w.Tenant.Brand, Category: s.Group,
		SimType: o.SimType, DataMB: g.Data.Mb, Per: g.Data.Per, SpeedAfterKbps: g.Data.SpeedAfterKbps, Days: g.Days,
		Network: g.NetworkType, Contract: g.ContractPeriod, Destinations: []string{},
	}
	var names []string
	for _, d := range g.Destinations {
		item.Destinations, names = append(item.Destinations, d.Code), append(names, d.Name)
	}
	for _, fact := range [][2]string{
		{"fullSpeed", w.Allowance(g)}, {"validity", w.Days(g.Days)}, {"network", g.NetworkType},
	} {
		item.Facts = append(item.Facts, feed.Fact{Name: shared.Text(w.Locale, "plan", "label."+fact[0], nil), Value: fact[1]})
	}
	item.Facts = append(item.Facts,
		feed.Fact{Name: w.Text("feed.places", nil), Value: strings.Join(names, w.Text("places.separator", nil))},
		feed.Fact{Name: w.Text("feed.sim", nil), Value: w.Text("sim."+o.SimType, nil)})
	if o.SimType == "physical" {
		item.Freights = feedFreights(w.Freights, g.Currency)
	}
	return item
}

// feedFreights names every country that a freight names; the rest of the world is on the delivery page.
func feedFreights(all []pages.Freight, currency string) []feed.Freight {
	var out []feed.Freight
	for _, f := range all {
		for _, country := range f.Countries {
			out = append(out, feed.Freight{
				Country: country, Method: f.Method, Price: money.Decimal(f.Amount, currency), DaysMin: f.DaysMin, DaysMax: f.DaysMax,
			})
		}
	}
	return out
}
