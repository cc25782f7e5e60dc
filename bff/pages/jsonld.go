package pages

import (
	"cmp"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/platform/money"
)

// jsonLD returns the structured data of a page: what its row lists and its data can say. Nothing is said that the page
// does not show.
func jsonLD(w words, at, canonical place, data any) []map[string]any {
	out := []map[string]any{}
	for _, kind := range at.row.JSONLD {
		var facts map[string]any
		switch kind {
		case organization:
			facts = organizationFacts(w)
		case "WebSite":
			facts = siteFacts(w, canonical)
		case breadcrumbs:
			facts = breadcrumbFacts(w, at, canonical, data)
		case "ItemList":
			facts = listFacts(w, data)
		case "Product":
			facts = productFacts(w, canonical, data)
		case questions:
			facts = faqFacts(w, data)
		}
		if facts != nil {
			out = append(out, facts)
		}
	}
	return out
}

func organizationFacts(w words) map[string]any {
	t := w.a.Tenant
	facts := thing(organization, "@id", organizationID(w), "name", t.Brand, "url", w.a.Origin+"/", "logo", w.a.Origin+"/favicon.svg")
	contact := map[string]any{"@type": "ContactPoint", "contactType": "customer support", "availableLanguage": []string{"en", "zh-Hans"}}
	if t.SupportEmail != "" {
		contact["email"] = t.SupportEmail
	}
	if t.Hotline != "" {
		contact["telephone"] = t.Hotline
	}
	facts["contactPoint"] = contact
	if l := t.Settings.Legal; l.Name != "" {
		facts["legalName"], facts["address"] = l.Name, l.Address.In(w.a.Locale)
	}
	return facts
}

func organizationID(w words) string { return w.a.Origin + "/#organization" }

func siteFacts(w words, canonical place) map[string]any {
	search := w.a.Origin + Path(Listing, w.a.Locale, nil) + "?keyword={search_term_string}"
	return thing("WebSite", "@id", w.a.Origin+canonical.path+"#website", "name", w.a.Tenant.Brand, "url", w.a.Origin+canonical.path,
		"inLanguage", w.text("inLanguage", nil), "publisher", map[string]any{"@id": organizationID(w)},
		"potentialAction", map[string]any{
			"@type": "SearchAction", "target": map[string]any{"@type": "EntryPoint", "urlTemplate": search},
			"query-input": "required name=search_term_string",
		})
}

// breadcrumbFacts leads from home over the parents to the page.
func breadcrumbFacts(w words, at, canonical place, data any) map[string]any {
	type step struct{ name, href string }
	steps := []step{{w.crumb(at.row.Kind, data), canonical.path + canonical.query}}
	parent := at.row.Parent
	if d, ok := data.(gen.DetailPage); ok {
		// A plan stands in its group, whose name only the plan's page knows.
		steps = append(steps, step{d.GroupName, Path(Group, w.a.Locale, w.a.Params)})
		parent = ""
	}
	if d, ok := data.(gen.DestinationPage); ok && d.Group != nil {
		steps = append(steps, step{d.Group.Name, Path(Group, w.a.Locale, map[string]string{ParamGroup: d.Group.Group})})
	}
	for kind := parent; kind != ""; {
		i := slices.IndexFunc(rows, func(r Row) bool { return r.Kind == kind })
		steps = append(steps, step{w.text("crumb."+string(kind), nil), Path(kind, w.a.Locale, w.a.Params)})
		kind = rows[i].Parent
	}
	steps = append(steps, step{w.text("crumb.home", nil), Path(Home, w.a.Locale, nil)})
	slices.Reverse(steps)
	items := []map[string]any{}
	for i, s := range steps {
		items = append(items, map[string]any{"@type": "ListItem", "position": i + 1, "name": s.name, "item": w.a.Origin + s.href})
	}
	return thing(breadcrumbs, "itemListElement", items)
}

// crumb is the page's own name.
func (w words) crumb(kind Kind, data any) string {
	switch d := data.(type) {
	case gen.ListingPage:
		if _, params := w.listing(d); params["destination"] != nil && kind == Listing {
			return params["destination"].(string)
		}
		if d.Group != nil {
			return d.Group.Name
		}
	case gen.DetailPage:
		return d.Goods.Name
	case gen.DestinationPage:
		return d.Destination.Name
	case gen.ContentPage:
		return d.Title
	}
	return w.text("crumb."+string(kind), nil)
}

func listFacts(w words, data any) map[string]any {
	var list []gen.Goods
	total, before := 0, 0
	switch d := data.(type) {
	case gen.ListingPage:
		list, total, before = d.List.Items, d.List.Total, (max(d.List.Page, 1)-1)*d.List.PageSize
	case gen.DestinationPage:
		list, total = goodsOf(d), d.Facts.Plans
	}
	if len(list) == 0 {
		return nil
	}
	items := []map[string]any{}
	for i, g := range list {
		items = append(items, map[string]any{"@type": "ListItem", "position": before + i + 1, "url": w.goodsURL(g)})
	}
	return thing("ItemList", "numberOfItems", total, "itemListElement", items)
}

// goodsOf are the plans of a destination, in the order of its page.
func goodsOf(d gen.DestinationPage) []gen.Goods {
	var out []gen.Goods
	for _, s := range d.Sections {
		for _, p := range s.Plans {
			out = append(out, p.Goods)
		}
	}
	return out
}

func productFacts(w words, canonical place, data any) map[string]any {
	d, ok := data.(gen.DetailPage)
	if !ok || d.Goods.Price <= 0 {
		return nil
	}
	g, address := d.Goods, w.a.Origin+canonical.path
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
	facts := thing("Product", "@id", address+"#product", "name", g.Name, "sku", g.GoodsId,
		"brand", map[string]any{"@type": "Brand", "name": w.a.Tenant.Brand}, "offers", offer)
	images := []string{w.a.Origin + w.plainPicture(g)}
	if g.Image != "" {
		images = append(images, absolute(w.a.Origin, g.Image))
	}
	facts["image"] = images
	if text := plain(d.Description); text != "" {
		facts["description"] = text
	}
	if r := d.Reviews; r != nil {
		facts["aggregateRating"] = map[string]any{"@type": "AggregateRating", "ratingValue": r.Average, "reviewCount": r.Count, "bestRating": 5, "worstRating": 1}
		facts["review"] = reviewFacts(w, r.Latest)
	}
	return facts
}

// reviewFacts are the reviews that a page shows. One without a name is by a customer, as the page says.
func reviewFacts(w words, list []gen.Review) []map[string]any {
	out := []map[string]any{}
	for _, r := range list {
		facts := map[string]any{
			"@type": "Review", "author": map[string]any{"@type": "Person", "name": cmp.Or(r.Name, w.text("buyer", nil))},
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

// shippingFacts tells what a card's way to the countries that a freight names costs and takes. The rest of the world is told
// only where no country is named: no term says "all other countries".
func (w words) shippingFacts(currency string) []map[string]any {
	named := slices.ContainsFunc(w.a.Freights, func(p Freight) bool { return len(p.Countries) > 0 })
	out := []map[string]any{}
	for _, p := range w.a.Freights {
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
func returnPolicy(w words, policy string) map[string]any {
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

// faqFacts are the questions that a page shows; those that a search has found are a part of another page.
func faqFacts(w words, data any) map[string]any {
	var list []gen.Faq
	switch d := data.(type) {
	case gen.FaqPage:
		if d.Keyword == nil {
			list = d.Items
		}
	case gen.HomePage:
		list = d.Faq
	case gen.DetailPage:
		list = d.Faq
	case gen.DestinationPage:
		list = d.Faq
	case gen.EsimPage:
		list = d.Faq
	}
	if len(list) == 0 {
		return nil
	}
	items := []map[string]any{}
	for _, q := range list {
		items = append(items, map[string]any{"@type": "Question", "name": q.Question,
			"acceptedAnswer": map[string]any{"@type": "Answer", "text": localHref.ReplaceAllString(q.AnswerHtml, `href="`+w.a.Origin+`/$1`)}})
	}
	return thing(questions, "mainEntity", items)
}

func (w words) goodsURL(g gen.Goods) string { return w.a.Origin + w.goodsPath(g) }

func (w words) goodsPath(g gen.Goods) string {
	return Path(Detail, w.a.Locale, map[string]string{ParamGroup: g.Group, ParamGoods: g.GoodsId})
}

func (w words) servicePage(name string) string {
	return w.a.Origin + Path(Service, w.a.Locale, map[string]string{ParamService: name})
}

var (
	refundDays = regexp.MustCompile(`(?:^|_)(\d+)_days$`)
	tags       = regexp.MustCompile(`<[^>]*>`)
	localHref  = regexp.MustCompile(`href="/([^/])`)

	// The days of a freight are working days, as the delivery page says.
	workingDays = []string{
		"https://schema.org/Monday", "https://schema.org/Tuesday", "https://schema.org/Wednesday", "https://schema.org/Thursday",
		"https://schema.org/Friday",
	}
)

// plain is the text of a piece of HTML.
func plain(s string) string {
	return strings.Join(strings.Fields(html.UnescapeString(tags.ReplaceAllString(s, " "))), " ")
}

func thing(kind string, pairs ...any) map[string]any {
	out := map[string]any{"@context": "https://schema.org", "@type": kind}
	for i := 0; i+1 < len(pairs); i += 2 {
		out[pairs[i].(string)] = pairs[i+1]
	}
	return out
}
