package pages

import (
	"context"
	"maps"
	"net/url"
	"slices"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/shared"
)

// The lists of plans: of all, and of one group.
const (
	Listing Kind = "listing"
	Group   Kind = "group"
)

// ParamGroup is the parameter of paths with the code of a group.
const ParamGroup = "group"

// AllDestinations is what the box for all destinations sends in the place of a country's code.
const AllDestinations = "ALL"

var (
	listingQuery = []Param{
		{Name: "countries", List: true, Default: AllDestinations, Before: "kept"}, {Name: "kept", List: true, NoIndex: true, Without: "countries"},
		{Name: "data"}, {Name: "days"}, {Name: "voice"}, {Name: "simType"}, {Name: "networkType"}, {Name: "keyword", NoIndex: true, Empty: true},
		{Name: "sort", Default: "1", NoIndex: true}, {Name: "page", Default: "1", NoIndex: true},
	}

	listingPage = Page[gen.ListingPage]{
		Row: Row{
			Kind: Listing, Pattern: "/travel-card/listing", Query: listingQuery, Tier: TierShop,
			JSONLD: []string{organization, breadcrumbs, itemList}, OGType: "website", Tiles: true, Filter: "countries",
		},
		Data: listingData, Tags: listingTags, Head: listingHead,
	}

	groupPage = Page[gen.ListingPage]{
		Row: Row{
			Kind: Group, Pattern: "/travel-card/{group}", Query: listingQuery, Tier: TierShop,
			JSONLD: []string{organization, breadcrumbs, itemList}, OGType: "website", Parent: Listing, Tiles: true,
		},
		Data: listingData, Tags: listingTags, Head: listingHead,
		Entries: func(in siteContent) []Entry {
			out := make([]Entry, len(in.groups))
			for i, of := range in.groups {
				updated := in.newest(func(g catalog.Goods) bool { return g.Group == of.Code })
				out[i] = Entry{Kind: Group, Params: map[string]string{ParamGroup: of.Code}, Updated: updated}
			}
			return out
		},
		// A list of one destination is about that, and says so.
		Titled: func(_ PageContext, d gen.ListingPage) catalog.Titled {
			if _, ok := placeOf(d); ok || d.Group == nil {
				return catalog.Titled{}
			}
			return catalog.Titled{Kind: catalog.TitledGroup, Code: d.Group.Group}
		},
	}
)

func listingTags(t *tagList, d gen.ListingPage) {
	t.add("shelves:"+t.site, "destinations")
	if d.Group != nil {
		t.add("group:" + t.site + ":" + d.Group.Group)
	} else {
		t.add("list:" + t.site)
	}
}

// listingHead names the group, and the destination where one is chosen. A list with nothing in it is kept out of search engines.
func listingHead(w Words, d gen.ListingPage) Head {
	h := Head{
		Params: map[string]any{"count": d.List.Total}, Empty: d.List.Total == 0,
		List: itemsOf{goods: d.List.Items, total: d.List.Total, before: (max(d.List.Page, 1) - 1) * d.List.PageSize},
	}
	card := w.card()
	if d.Group != nil {
		h.Params["group"], h.Params["intro"] = d.Group.Name, d.Group.Intro
		h.Crumb, card.Group = d.Group.Name, d.Group.Group
	}
	if place, ok := placeOf(d); ok {
		var types []string
		for _, f := range d.List.Facets.SimType {
			if f.Count > 0 {
				types = append(types, f.Value)
			}
		}
		h.Key = "place"
		h.Params["destination"], h.Params["sim"], h.Params["plans"] = place, w.sims("sim", types), w.sims("plans", types)
		if w.Kind == Listing {
			h.Crumb = place
		}
	}
	if d.Group == nil && len(d.Query.Countries) == 1 && len(d.List.Items) > 0 {
		card.Group = d.List.Items[0].Group
	}
	card.Title = w.crumb(h)
	card.Lines = []string{w.Text("card.plans", map[string]any{"count": d.List.Total})}
	if len(d.List.Items) > 0 { // the cheapest comes first
		card.Price = w.Text("card.from", map[string]any{"price": w.money(d.List.Items[0].Price, d.List.Items[0].Currency)})
	}
	h.Card = &card
	return h
}

// placeOf returns the name of the destination that a list is filtered by, where it is one alone.
func placeOf(d gen.ListingPage) (name string, ok bool) {
	if len(d.Query.Countries) != 1 {
		return "", false
	}
	i := slices.IndexFunc(d.Destinations, func(c gen.DestinationChoice) bool { return c.Code == d.Query.Countries[0] })
	if i < 0 {
		return "", false
	}
	return d.Destinations[i].Name, true
}

// listingData gathers a page of the catalogue. Fault: not_found, behind the last page.
func listingData(ctx context.Context, s *Source, a PageContext) (gen.ListingPage, error) {
	q, err := readListing(a)
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
	if a.Query.Has("keyword") && a.Query.Get("keyword") == "" {
		out.KeywordProblem = shared.Text(a.Locale, "errors", "keyword_required", nil)
	}
	for _, g := range out.Groups {
		if g.Group == q.Group {
			out.Group = &g
		}
	}
	return out, nil
}

// readListing reads what a page of the catalogue is asked for, but for the keyword. The filter has at least one destination
// selected, or all of them: a form that comes without any names those of before as kept.
func readListing(a PageContext) (catalog.Query, error) {
	values := url.Values{}
	maps.Copy(values, a.Query)
	values.Del("kept")
	if kept := a.Query.Get("kept"); kept != "" && kept != AllDestinations {
		values.Set("countries", kept)
	}
	if g := a.Params[ParamGroup]; g != "" {
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
