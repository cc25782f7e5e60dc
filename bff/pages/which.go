package pages

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/catalog/advice"
)

// Which is the page that recommends plans for a trip.
const Which Kind = "which"

// Parameters of a query with the answers of somebody who asks which plan to take.
const (
	ParamCountries = "countries"
	ParamDays      = "days"
	ParamHabits    = "habits"
)

var whichPage = Page[gen.WhichPage]{
	Row: Row{
		Kind: Which, Pattern: "/travel-card/which", Tier: TierShop, JSONLD: []string{organization, breadcrumbs}, OGType: "website",
		Parent: Listing, Tiles: true,
		Query: []Param{
			{Name: ParamCountries, List: true, NoIndex: true}, {Name: ParamDays, NoIndex: true, Empty: true},
			{Name: ParamHabits, List: true, Lower: true, NoIndex: true},
		},
	},
	Data: whichData,
	Tags: func(t *tagList, d gen.WhichPage) {
		t.add("shelves:"+t.site, "destinations")
		if d.Trip != nil { // any plan may begin or cease to fit
			t.add("list:" + t.site)
		}
	},
}

// whichPopular is how many destinations can be chosen at first sight.
const whichPopular = 12

// whichData recommends plans for the trip that the query describes. Where the query is wrong, it says so and recommends nothing;
// without one there is the form alone.
func whichData(ctx context.Context, s *Source, a PageContext) (gen.WhichPage, error) {
	destinations, err := s.Catalog.Destinations(ctx, a.Tenant.ID, a.Locale, "")
	if err != nil {
		return gen.WhichPage{}, err
	}
	groups, err := s.Catalog.Groups(ctx, a.Tenant.ID, a.Locale)
	if err != nil {
		return gen.WhichPage{}, err
	}
	popular, err := s.Catalog.Tiles(ctx, a.Tenant.ID, a.Locale, whichPopular)
	if err != nil {
		return gen.WhichPage{}, err
	}
	out := gen.WhichPage{
		Habits: view.Habits(), MostPlaces: advice.MaxCountries, MostDays: advice.MaxDays, Choices: []gen.WhichChoice{},
	}
	out.Popular, out.Regions = view.DestinationChoices(popular, destinations, groups)
	trip, answers, errors := readTrip(a.Query, destinations)
	out.Answers, out.Errors = answers, errors
	if trip == nil {
		return out, nil
	}
	sale, err := s.Catalog.OnSale(ctx, a.Tenant.ID, a.Locale)
	if err != nil {
		return gen.WhichPage{}, err
	}
	view.Advise(&out, *trip, advice.For(*trip, sale), destinations)
	return out, nil
}

// readTrip reads the answers of the form. trip is nil where one is wrong, and where the form was not sent: a link may name
// destinations alone.
func readTrip(query url.Values, destinations []catalog.Destination) (trip *advice.Trip, answers gen.WhichAnswers, errors map[string]string) {
	countries, habits := listOf(query, ParamCountries), listOf(query, ParamHabits)
	sent := query.Has(ParamDays) || len(habits) > 0
	errors = map[string]string{}
	answers = gen.WhichAnswers{Countries: []string{}, Habits: []string{}, Days: query.Get(ParamDays)}
	for _, code := range countries {
		if slices.ContainsFunc(destinations, func(d catalog.Destination) bool { return d.Code == code }) {
			answers.Countries = append(answers.Countries, code)
		}
	}
	switch {
	case len(answers.Countries) < len(countries):
		errors[ParamCountries] = "unknown"
	case len(countries) > advice.MaxCountries:
		errors[ParamCountries] = "too_many"
	case sent && len(countries) == 0:
		errors[ParamCountries] = "required"
	}
	known := advice.Habits()
	if !sent {
		answers.Habits = []string{known[0].ID}
		return nil, answers, errors
	}
	days, err := strconv.Atoi(norm.NFKC.String(answers.Days))
	switch {
	case answers.Days == "":
		errors[ParamDays] = "required"
	case err != nil || days < 1 || days > advice.MaxDays:
		errors[ParamDays] = "out_of_range"
	}
	for _, id := range habits {
		if slices.ContainsFunc(known, func(h advice.Habit) bool { return h.ID == id }) {
			answers.Habits = append(answers.Habits, id)
		}
	}
	switch {
	case len(habits) == 0:
		errors[ParamHabits] = "required"
	case len(answers.Habits) < len(habits):
		errors[ParamHabits] = "unknown"
	}
	if len(errors) > 0 {
		return nil, answers, errors
	}
	return &advice.Trip{Countries: answers.Countries, Days: days, Habits: answers.Habits}, answers, errors
}

// listOf returns the values of a list parameter, which the page table has joined with commas.
func listOf(query url.Values, name string) []string {
	return strings.FieldsFunc(query.Get(name), func(r rune) bool { return r == ',' })
}
