package advice

import (
	"cmp"
	"slices"

	"github.com/roamcart/roamcart/bff/catalog"
)

// Kind is why something is recommended.
type Kind string

// The kinds, at most three of which are recommended.
const (
	// Cheapest is one plan with the lowest price of all that is recommended.
	Cheapest Kind = "cheapest"
	// One is the cheapest plan for the whole trip, where a Split is cheaper.
	One Kind = "one"
	// Split is a plan for each stay.
	Split Kind = "split"
	// Roomy has far more data for little more.
	Roomy Kind = "roomy"
	// Twice is the same plan two times, one after the other, where no single plan fits and no split is cheaper.
	Twice Kind = "twice"
)

// Part is a plan with the part of the trip that it is for.
type Part struct {
	Plan catalog.Detail
	Stay Trip
	// Quantity is how many of it are bought.
	Quantity int
}

// Choice is what is recommended.
type Choice struct {
	Kind  Kind
	Parts []Part
	// Total is the price of everything, in minor units of the site's currency.
	Total int64
	// Separate is what plans for each stay would cost instead of one plan; 0 where it is no more, or cannot be had.
	Separate int64
}

// Nearest is the plan that comes nearest where nothing fits.
type Nearest struct {
	Plan catalog.Detail
	Lack Lack
}

// Advice answers for a trip.
type Advice struct {
	// Choices are what fits, three at most.
	Choices []Choice
	// Nearest is nil where something fits, or where nothing covers any of the destinations.
	Nearest *Nearest
}

// A plan is roomy when it has half as much data again as the cheapest and costs at most half as much again; a plan for each
// stay is worth the trouble when it saves a tenth.
const (
	roomyData, roomyPrice = 150, 150
	splitPrice            = 90
	hundred               = 100
)

// For recommends plans for a trip of those that are on sale.
func For(t Trip, sale []catalog.Detail) Advice {
	sale = slices.DeleteFunc(slices.Clone(sale), func(d catalog.Detail) bool {
		return d.Goods.ContractPeriod != "" || !slices.ContainsFunc(d.Options, func(o catalog.Option) bool { return o.Available })
	})
	slices.SortStableFunc(sale, cheaper(t))
	single, found := t.cheapest(sale)
	split := t.split(sale)
	if !found {
		return t.without(split, sale)
	}
	var out Advice
	choice := t.one(Cheapest, single)
	switch {
	case split == nil:
	case split.Total*hundred <= choice.Total*splitPrice:
		choice.Kind = One
		out.Choices = append(out.Choices, *split)
	case split.Total > choice.Total && t.divided(split.Parts):
		choice.Separate = split.Total
	}
	out.Choices = append(out.Choices, choice)
	if roomy := t.roomy(single, sale); roomy != nil {
		out.Choices = append(out.Choices, *roomy)
	}
	return out
}

// without answers where no single plan fits: the cheaper of several plans and one plan twice, else what comes nearest.
func (t Trip) without(split *Choice, sale []catalog.Detail) Advice {
	best := split
	if twice := t.twice(sale); twice != nil && (split == nil || twice.Total < split.Total) {
		best = twice
	}
	if best == nil {
		return Advice{Nearest: t.nearest(sale)}
	}
	return Advice{Choices: []Choice{*best}}
}

// divided reports whether no part has a plan that would work on the whole trip.
func (t Trip) divided(parts []Part) bool {
	return !slices.ContainsFunc(parts, func(p Part) bool { return len(t.lackOf(p.Plan.Goods).Countries) == 0 })
}

// cheaper orders by price; of equals the one with more data on the trip comes first, then the one with more days.
func cheaper(t Trip) func(a, b catalog.Detail) int {
	return func(a, b catalog.Detail) int {
		return cmp.Or(cmp.Compare(a.Goods.Price, b.Goods.Price), cmp.Compare(t.dataFor(b.Goods), t.dataFor(a.Goods)),
			cmp.Compare(b.Goods.Days, a.Goods.Days), cmp.Compare(a.Goods.ID, b.Goods.ID))
	}
}

// cheapest returns the first plan that fits and is in none of the other parts.
func (t Trip) cheapest(sale []catalog.Detail, others ...Part) (catalog.Detail, bool) {
	i := slices.IndexFunc(sale, func(d catalog.Detail) bool {
		taken := slices.ContainsFunc(others, func(p Part) bool { return p.Plan.Goods.ID == d.Goods.ID })
		return !taken && t.lackOf(d.Goods).none()
	})
	if i < 0 {
		return catalog.Detail{}, false
	}
	return sale[i], true
}

func (t Trip) one(kind Kind, d catalog.Detail) Choice {
	return Choice{Kind: kind, Parts: []Part{{Plan: d, Stay: t, Quantity: 1}}, Total: d.Goods.Price}
}

// roomy returns the plan with the most data among those that cost little more than the cheapest.
func (t Trip) roomy(cheapest catalog.Detail, sale []catalog.Detail) *Choice {
	least, most := t.dataFor(cheapest.Goods)*roomyData, cheapest.Goods.Price*roomyPrice
	var found *catalog.Detail
	for _, d := range sale {
		data := t.dataFor(d.Goods)
		if data*hundred < least || d.Goods.Price*hundred > most || !t.lackOf(d.Goods).none() {
			continue
		}
		if found == nil || data > t.dataFor(found.Goods) {
			found = &d
		}
	}
	if found == nil {
		return nil
	}
	choice := t.one(Roomy, *found)
	return &choice
}

// twice returns the cheapest plan of which two, one after the other, last the trip. The second begins when it is first used.
func (t Trip) twice(sale []catalog.Detail) *Choice {
	for _, d := range sale {
		l := t.lackOf(d.Goods)
		several := slices.ContainsFunc(d.Options, func(o catalog.Option) bool { return o.Available && o.MaxQuantity > 1 })
		if len(l.Countries) > 0 || l.Hotspot || !several || d.Goods.Activation != "first_network" || 2*t.lasts(d.Goods) < t.Days {
			continue
		}
		return &Choice{Kind: Twice, Parts: []Part{{Plan: d, Stay: t, Quantity: 2}}, Total: 2 * d.Goods.Price}
	}
	return nil
}

// nearest returns the plan that lacks the fewest destinations; of equals the one that allows the hotspot, then the one that
// lasts for the most of the trip, then the cheapest.
func (t Trip) nearest(sale []catalog.Detail) *Nearest {
	var found *Nearest
	for _, d := range sale {
		l := t.lackOf(d.Goods)
		if len(l.Countries) == len(t.Countries) {
			continue
		}
		if found == nil || t.nearer(d.Goods, l, found.Plan.Goods, found.Lack) {
			found = &Nearest{Plan: d, Lack: l}
		}
	}
	return found
}

func (t Trip) nearer(a catalog.Goods, lackA Lack, b catalog.Goods, lackB Lack) bool {
	return cmp.Or(cmp.Compare(len(lackA.Countries), len(lackB.Countries)), boolean(lackA.Hotspot, lackB.Hotspot),
		-cmp.Compare(t.share(a), t.share(b))) < 0
}

// share is which part of the trip goods are good for, in thousandths.
func (t Trip) share(g catalog.Goods) int64 {
	data := int64(1000)
	if !t.enough(g) {
		data = min(1000, t.dataFor(g)*10*1000/(t.Need()*catalog.MBPerGB))
	}
	return data * int64(min(g.Days, t.Days)) / int64(t.Days)
}

func boolean(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
