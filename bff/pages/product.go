package pages

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/platform/money"
)

// productFacts are the facts of a plan that is sold at an address; a price of nothing is no offer.
func productFacts(w Words, address string, d gen.DetailPage) map[string]any {
	g := d.Goods
	if g.Price <= 0 {
		return nil
	}
	availability := "https://schema.org/OutOfStock"
	if g.Available {
		availability = "https://schema.org/InStock"
	}
	offer := map[string]any{
		"@type": "Offer", "url": address, "price": money.Decimal(g.Price, g.Currency), "priceCurrency": g.Currency,
		"availability": availability, "itemCondition": "https://schema.org/NewCondition",
		"seller": map[string]any{"@id": organizationID(w)}, "hasMerchantReturnPolicy": returnPolicy(w, d.Facts.RefundPolicy),
	}
	if slices.Contains(g.SimTypes, "physical") {
		offer["shippingDetails"] = w.shippingFacts(g.Currency)
	}
	facts := thing(product, "@id", address+"#product", "name", g.Name, "sku", g.GoodsId,
		"brand", map[string]any{"@type": "Brand", "name": w.Tenant.Brand}, "offers", offer)
	images := []string{w.Origin + w.PlainPicture(g)}
	if g.Image != "" {
		images = append(images, absolute(w.Origin, g.Image))
	}
	facts["image"] = images
	if text := Plain(d.Description); text != "" {
		facts["description"] = text
	}
	if r := d.Reviews; r != nil {
		facts["aggregateRating"] = map[string]any{
			"@type":       "AggregateRating",
			"ratingValue": r.Average,
			"reviewCount": r.Count,
			"bestRating":  5,
			"worstRating": 1,
		}
		facts["review"] = reviewFacts(w, r.Latest)
	}
	return facts
}

// reviewFacts are the reviews that a page shows. One without a name is by a customer, as the page says.
func reviewFacts(w Words, list []gen.Review) []map[string]any {
	out := []map[string]any{}
	for _, r := range list {
		facts := map[string]any{
			"@type": "Review", "author": map[string]any{"@type": "Person", "name": cmp.Or(r.Name, w.Text("buyer", nil))},
			"datePublished": r.At.UTC().Format(time.DateOnly), "inLanguage": string(r.Lang),
			"reviewRating": map[string]any{"@type": "Rating", "ratingValue": r.Stars, "bestRating": 5, "worstRating": 1},
		}
		if r.Text != "" {
			facts["reviewBody"] = r.Text
		}
		out = append(out, facts)
	}
	return out
}

// shippingFacts returns what a card's way to the countries that a freight names costs and takes. The rest of the world is told
// only where no country is named: no term says "all other countries".
func (w Words) shippingFacts(currency string) []map[string]any {
	named := slices.ContainsFunc(w.Freights, func(p Freight) bool { return len(p.Countries) > 0 })
	out := []map[string]any{}
	for _, p := range w.Freights {
		if named && len(p.Countries) == 0 {
			continue
		}
		facts := map[string]any{
			"@type": "OfferShippingDetails", "shippingLabel": p.Method, "shippingSettingsLink": w.servicePage("delivery"),
			"shippingRate": map[string]any{"@type": "MonetaryAmount", "value": money.Decimal(p.Amount, currency), "currency": currency},
			"deliveryTime": map[string]any{
				"@type": "ShippingDeliveryTime", "businessDays": map[string]any{"@type": "OpeningHoursSpecification", "dayOfWeek": workingDays},
				"transitTime": map[string]any{"@type": "QuantitativeValue", "minValue": p.DaysMin, "maxValue": p.DaysMax, "unitCode": "DAY"},
			},
		}
		if named {
			facts["shippingDestination"] = map[string]any{"@type": "DefinedRegion", "addressCountry": p.Countries}
		}
		out = append(out, facts)
	}
	return out
}

// returnPolicy reads the days out of a policy's name, "unused_30_days"; the page it links to has the terms.
func returnPolicy(w Words, policy string) map[string]any {
	facts := map[string]any{"@type": "MerchantReturnPolicy", "merchantReturnLink": w.servicePage("refund")}
	if found := refundDays.FindStringSubmatch(policy); found != nil {
		days, _ := strconv.Atoi(found[1])
		facts["returnPolicyCategory"] = "https://schema.org/MerchantReturnFiniteReturnWindow"
		facts["merchantReturnDays"] = days
	} else if policy == "none" {
		facts["returnPolicyCategory"] = "https://schema.org/MerchantReturnNotPermitted"
	}
	return facts
}

var (
	refundDays = regexp.MustCompile(`(?:^|_)(\d+)_days$`)

	// The days of a freight are working days, as the delivery page says.
	workingDays = []string{
		"https://schema.org/Monday", "https://schema.org/Tuesday", "https://schema.org/Wednesday", "https://schema.org/Thursday",
		"https://schema.org/Friday",
	}
)
