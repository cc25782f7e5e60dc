package view

import (
	"slices"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/catalog/advice"
)

// Habits returns what data can be used for.
func Habits() []gen.WhichHabit {
	return each(advice.Habits(), func(h advice.Habit) gen.WhichHabit { return gen.WhichHabit{Id: h.ID, Tenths: h.Tenths} })
}

// DestinationChoices returns the destinations to choose from: the popular ones, then the others in the regions of the shop's groups.
func DestinationChoices(
	tiles []catalog.Tile, destinations []catalog.Destination, groups []catalog.Group,
) (popular []gen.DestinationName, regions []gen.WhichRegion) {
	popular = each(tiles, func(t catalog.Tile) gen.DestinationName { return gen.DestinationName{Code: t.Code, Name: t.Name} })
	regions = each(groups, func(g catalog.Group) gen.WhichRegion {
		return gen.WhichRegion{Code: g.Code, Name: g.Name, Destinations: []gen.DestinationName{}}
	})
	other := gen.WhichRegion{Code: "other", Destinations: []gen.DestinationName{}}
	for _, d := range destinations {
		name := gen.DestinationName{Code: d.Code, Name: d.Name}
		if slices.Contains(popular, name) {
			continue
		}
		region := &other
		if i := slices.IndexFunc(regions, func(r gen.WhichRegion) bool { return r.Code == d.Region }); i >= 0 {
			region = &regions[i]
		}
		region.Destinations = append(region.Destinations, name)
	}
	regions = slices.DeleteFunc(append(regions, other), func(r gen.WhichRegion) bool { return len(r.Destinations) == 0 })
	return popular, regions
}

// Advise writes what is recommended for a trip into the page. destinations have the names.
func Advise(page *gen.WhichPage, trip advice.Trip, a advice.Advice, destinations []catalog.Destination) {
	name := namesOf(destinations)
	whole := name.trip(trip)
	page.Trip = &whole
	page.Choices = each(a.Choices, func(c advice.Choice) gen.WhichChoice {
		out := gen.WhichChoice{Kind: string(c.Kind), Parts: each(c.Parts, name.part), Total: c.Total, Currency: c.Parts[0].Plan.Goods.Currency}
		if c.Separate > 0 {
			out.Separate = &c.Separate
		}
		return out
	})
	if n := a.Nearest; n != nil {
		page.Nearest = &gen.WhichNearest{
			Part: name.part(advice.Part{Plan: n.Plan, Stay: trip, Quantity: 1}), Missing: name.places(n.Lack.Countries),
			Days: n.Lack.Days, Data: n.Lack.Data, Hotspot: n.Lack.Hotspot,
		}
	}
}

// names are what destinations are called, by code.
type names map[string]string

func namesOf(destinations []catalog.Destination) names {
	n := names{}
	for _, d := range destinations {
		n[d.Code] = d.Name
	}
	return n
}

func (n names) places(codes []string) []gen.DestinationName {
	return each(codes, func(code string) gen.DestinationName { return gen.DestinationName{Code: code, Name: n[code]} })
}

func (n names) trip(t advice.Trip) gen.WhichTrip {
	return gen.WhichTrip{Places: n.places(t.Countries), Days: t.Days, PerDayTenths: t.PerDay(), NeedTenths: t.Need()}
}

func (n names) part(p advice.Part) gen.WhichPart {
	types := []string{}
	for _, o := range p.Plan.Options {
		if o.Available {
			types = append(types, o.SimType)
		}
	}
	return gen.WhichPart{Goods: Goods(p.Plan.Goods), SimTypes: types, Stay: n.trip(p.Stay), Quantity: p.Quantity}
}
