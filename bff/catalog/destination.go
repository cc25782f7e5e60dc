package catalog

import (
	"context"
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/fault"
)

// Reach is how far plans for a destination work beyond it.
type Reach string

// The reaches, in the order in which a destination's page has them.
const (
	// ReachOnly is the destination alone.
	ReachOnly Reach = "only"
	// ReachRegion is several destinations in at most regionalRegions regions: neighbours.
	ReachRegion Reach = "region"
	// ReachGlobal is destinations in more regions.
	ReachGlobal Reach = "global"
)

var reaches = []Reach{ReachOnly, ReachRegion, ReachGlobal}

func (r Reach) rank() int { return slices.Index(reaches, r) }

// regionalRegions is how many of the shop's regions a regional plan may touch. Asia, and Mainland China, Hong Kong and Macao
// are two of them, and Asian plans cover both.
const regionalRegions = 2

// Section holds the plans for a destination that reach equally far, the cheapest first and those that are sold out last.
type Section struct {
	Reach Reach
	Goods []Goods
}

// Overview is everything that a site sells for a destination.
type Overview struct {
	Destination Destination
	// Region is the group of the destination's region; its code is empty where the site has none.
	Region Group
	// Sections holds those with plans, in the order of the reaches. Never empty.
	Sections []Section
	// BestValue is the id of the plan that BestValue finds among all of them, or empty.
	BestValue string
}

// Goods returns the plans of all sections.
func (o Overview) Goods() []Goods {
	var out []Goods
	for _, s := range o.Sections {
		out = append(out, s.Goods...)
	}
	return out
}

// Overview returns what the site sells for a destination, by its upper-case ISO code. The fault is not_found when no visible
// product works there.
func (s *Service) Overview(ctx context.Context, tenant int64, lang, code string) (Overview, error) {
	snap, err := s.snapshot(ctx, tenant)
	if err != nil {
		return Overview{}, err
	}
	v := snap.in(lang)
	i, ok := v.byCode[code]
	if !ok {
		return Overview{}, fault.New("not_found")
	}
	out := Overview{Destination: v.destinations[i]}
	for _, g := range v.groups {
		if g.Code == out.Destination.Region {
			out.Region = g
		}
	}
	byReach := map[Reach][]*Goods{}
	for _, g := range v.goods {
		if g.Covers(code) {
			reach := v.reach(g)
			byReach[reach] = append(byReach[reach], g)
		}
	}
	for _, reach := range reaches {
		if goods := byReach[reach]; len(goods) > 0 {
			slices.SortStableFunc(goods, availableFirst)
			out.Sections = append(out.Sections, Section{Reach: reach, Goods: values(goods)})
		}
	}
	out.BestValue = BestValue(out.Goods())
	return out, nil
}

// Alias returns the code of the destination that a name of it means: its name in either language, a city, a short form. ok is
// false when the name means none, or one where the site sells nothing.
func (s *Service) Alias(ctx context.Context, tenant int64, name string) (code string, ok bool, err error) {
	snap, err := s.snapshot(ctx, tenant)
	if err != nil {
		return "", false, err
	}
	name = normal(strings.TrimSpace(name))
	for _, e := range snap.index {
		if !e.region && slices.Contains(e.names, name) {
			_, sold := snap.in("en").byCode[e.codes[0]]
			return e.codes[0], sold, nil
		}
	}
	return "", false, nil
}

// reach counts the regions in which goods work.
func (v *view) reach(g *Goods) Reach {
	if len(g.Destinations) == 1 {
		return ReachOnly
	}
	regions := map[string]bool{}
	for _, d := range g.Destinations {
		regions[v.destinations[v.byCode[d.Code]].Region] = true
	}
	if len(regions) <= regionalRegions {
		return ReachRegion
	}
	return ReachGlobal
}

func availableFirst(a, b *Goods) int {
	switch {
	case a.Available && !b.Available:
		return -1
	case b.Available && !a.Available:
		return 1
	}
	return order(PriceUp)(a, b)
}
