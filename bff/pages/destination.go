package pages

import (
	"context"
	"net/http"
	"strings"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/catalog/landmark"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/money"
)

// Destination is the page of a country or region, with the plans that work there.
const Destination Kind = "destination"

// ParamCountry is the parameter of paths with an ISO code in lower case.
const ParamCountry = "country"

var destinationPage = Page[gen.DestinationPage]{
	Row: Row{
		Kind: Destination, Pattern: "/travel-card/destination/{country}", Tier: TierShop, OGType: "website", Parent: Listing,
		JSONLD: []string{organization, breadcrumbs, itemList, questions}, Tiles: true,
	},
	Data: destinationData,
	Tags: func(t *tagList, d gen.DestinationPage) {
		t.add("shelves:"+t.site, "destinations", "place:"+t.site+":"+d.Destination.Code)
		t.goods(plansOf(d)...)
	},
	// A destination's page is as new as the newest of its plans.
	Entries: func(in siteContent) []Entry {
		out := make([]Entry, len(in.places))
		for i, d := range in.places {
			updated := in.newest(func(g catalog.Goods) bool { return g.Covers(d.Code) })
			out[i] = Entry{Kind: Destination, Params: destinationParams(d.Code), Updated: updated}
		}
		return out
	},
	Head: destinationHead,
	Titled: func(_ PageContext, d gen.DestinationPage) catalog.Titled {
		return catalog.Titled{Kind: catalog.TitledDestination, Code: d.Destination.Code}
	},
}

func destinationHead(w Words, d gen.DestinationPage) Head {
	h := Head{
		Key: "destination.unpriced", Crumb: d.Destination.Name, Above: w.parents(Destination), Questions: d.Faq,
		List: itemsOf{goods: plansOf(d), total: d.Facts.Plans},
		Params: map[string]any{
			"destination": d.Destination.Name, "count": d.Facts.Plans, "sim": w.sims("sim", d.Facts.SimTypes),
			"plans": w.sims("plans", d.Facts.SimTypes),
		},
	}
	if d.Group != nil {
		h.Above = append(h.Above, crumb{d.Group.Name, Path(Group, w.Locale, map[string]string{ParamGroup: d.Group.Group})})
	}
	card := w.card()
	card.Title, card.Group = d.Destination.Name, d.Destination.Region
	card.Lines = []string{w.Text("card.plans", map[string]any{"count": d.Facts.Plans}), w.sims("sim", d.Facts.SimTypes)}
	if d.Facts.From != nil {
		price := w.money(*d.Facts.From, d.Facts.Currency)
		h.Key, h.Params["price"] = "destination", price
		card.Price = w.Text("card.from", map[string]any{"price": price})
	}
	h.Card = &card
	return h
}

// plansOf are the plans of a destination, in the order of its page.
func plansOf(d gen.DestinationPage) []gen.Goods {
	var out []gen.Goods
	for _, s := range d.Sections {
		for _, p := range s.Plans {
			out = append(out, p.Goods)
		}
	}
	return out
}

// destinationData gathers the page of a destination. Its address has the code; another name of the destination leads there. Fault:
// not_found, where no visible product works.
func destinationData(ctx context.Context, s *Source, a PageContext) (gen.DestinationPage, error) {
	name := a.Params[ParamCountry]
	o, err := s.Catalog.Overview(ctx, a.Tenant.ID, a.Locale, strings.ToUpper(name))
	if fault.Code(err) == "not_found" {
		code, known, aliasErr := s.Catalog.Alias(ctx, a.Tenant.ID, name)
		if aliasErr != nil {
			return gen.DestinationPage{}, aliasErr
		}
		if known {
			to := RedirectTo(Destination, a.Locale, destinationParams(code))
			to.Status = http.StatusPermanentRedirect
			return gen.DestinationPage{}, to
		}
	}
	if err != nil {
		return gen.DestinationPage{}, err
	}
	origin := ""
	if a.Twin {
		origin = a.Origin
	}
	out := view.DestinationPage(o, a.Locale, origin,
		func(amount int64) string { return money.Format(amount, a.Tenant.Currency, a.Tenant.CurrencySymbol) },
		func(g catalog.Goods) string {
			return Path(Detail, a.Locale, map[string]string{ParamGroup: g.Group, ParamGoods: g.ID})
		})
	out.Art = landmark.Of(o.Destination.Code)
	return out, nil
}

// destinationParams are the parameters of the path of a destination's page.
func destinationParams(code string) map[string]string {
	return map[string]string{ParamCountry: strings.ToLower(code)}
}
