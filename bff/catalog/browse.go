package catalog

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/address"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// Groups returns the groups of the site in their order. Never nil.
func (s *Service) Groups(ctx context.Context, tenant int64, lang string) ([]Group, error) {
	snap, err := s.snapshot(ctx, tenant)
	if err != nil {
		return nil, err
	}
	return append([]Group{}, snap.in(lang).groups...), nil
}

// Group returns one group. The fault is not_found.
func (s *Service) Group(ctx context.Context, tenant int64, lang, code string) (Group, error) {
	groups, err := s.Groups(ctx, tenant, lang)
	if err != nil {
		return Group{}, err
	}
	for _, g := range groups {
		if g.Code == code {
			return g, nil
		}
	}
	return Group{}, fault.New("not_found")
}

// Destinations returns what the goods of a group cover, or all goods when group is empty, as a dictionary of
// the language has them, in Chinese by pinyin. Never nil. The fault is not_found for a group the site does not have.
func (s *Service) Destinations(ctx context.Context, tenant int64, lang, group string) ([]Destination, error) {
	snap, err := s.snapshot(ctx, tenant)
	if err != nil {
		return nil, err
	}
	v := snap.in(lang)
	if group == "" {
		return append([]Destination{}, v.destinations...), nil
	}
	if !slices.ContainsFunc(v.groups, func(g Group) bool { return g.Code == group }) {
		return nil, fault.New("not_found")
	}
	covered := map[string]int{}
	for _, g := range v.goods {
		if g.Group == group {
			for _, d := range g.Destinations {
				covered[d.Code]++
			}
		}
	}
	out := []Destination{}
	for _, d := range v.destinations {
		if d.Goods = covered[d.Code]; d.Goods > 0 {
			out = append(out, d)
		}
	}
	return out, nil
}

// PlaceName returns a country's or region's name in a language: the shop's own where it has one.
func (s *Service) PlaceName(ctx context.Context, tenant int64, lang, code string) (string, error) {
	names, err := s.PlaceNames(ctx, tenant, lang)
	if err != nil {
		return "", fmt.Errorf("name %s: %w", code, err)
	}
	return CountryName(names, code, lang), nil
}

// CountryName returns a country's or region's name in a language: the one in names, which PlaceNames gave, else the usual one.
func CountryName(names map[string]string, code, lang string) string {
	return cmp.Or(names[code], address.CountryName(code, lang))
}

// PlaceNames returns what the shop calls places in a language, by code, whether or not the site sells plans for them.
func (s *Service) PlaceNames(ctx context.Context, tenant int64, lang string) (map[string]string, error) {
	snap, err := s.snapshot(ctx, tenant)
	if err != nil {
		return nil, err
	}
	return snap.in(lang).names, nil
}

// NeutralTiles returns the codes of the destinations that the site shows by a neutral tile in a language, instead of by their flag:
// sorted, nil for none.
func (s *Service) NeutralTiles(ctx context.Context, tenant int64, lang string) ([]string, error) {
	snap, err := s.snapshot(ctx, tenant)
	if err != nil {
		return nil, err
	}
	return snap.in(lang).tiles, nil
}

// Tiles returns the n destinations that shoppers ask for most, each with the price of its cheapest prepaid plan that
// can be bought. A destination counts as much as the plan that speaks for it most: a popular one that covers few others.
func (s *Service) Tiles(ctx context.Context, tenant int64, lang string, n int) ([]Tile, error) {
	snap, err := s.snapshot(ctx, tenant)
	if err != nil {
		return nil, err
	}
	v := snap.in(lang)
	weight, cheapest := map[string]int{}, map[string]*Goods{}
	for _, g := range v.goods {
		if g.ContractPeriod != "" || !g.Available {
			continue
		}
		for _, d := range g.Destinations {
			weight[d.Code] = max(weight[d.Code], g.Popularity/len(g.Destinations))
			if c, ok := cheapest[d.Code]; !ok || g.Price < c.Price {
				cheapest[d.Code] = g
			}
		}
	}
	out := []Tile{}
	for _, row := range snap.raw.destinations {
		g, ok := cheapest[row.Code]
		if ok {
			d := v.destinations[v.byCode[row.Code]]
			out = append(out, Tile{
				Code: d.Code, Name: d.Name, Flag: d.Flag, FromPrice: g.Price, Currency: g.Currency,
				Path: "/travel-card/destination/" + strings.ToLower(d.Code),
			})
		}
	}
	slices.SortStableFunc(out, func(a, b Tile) int { return cmp.Compare(weight[b.Code], weight[a.Code]) })
	return out[:min(n, len(out))], nil
}

// Cheapest returns the prepaid plan with the lowest price that can be bought with the SIM type at this moment without
// picking a number, nil when there is none.
func (s *Service) Cheapest(ctx context.Context, tenant int64, lang, simType string) (*Goods, error) {
	snap, err := s.snapshot(ctx, tenant)
	if err != nil {
		return nil, err
	}
	found, _ := snap.in(lang).filter(Query{SimType: simType}.withDefaults())
	slices.SortStableFunc(found, order(PriceUp))
	for _, g := range found {
		if g.ContractPeriod != "" || g.LocalNumber || !g.Available {
			continue
		}
		options, err := s.options(ctx, tenant, *g)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(options, func(o Option) bool { return o.SimType == simType && o.Available }) {
			return new(*g), nil
		}
	}
	return nil, nil
}

// Featured returns the n most popular goods that can be bought.
func (s *Service) Featured(ctx context.Context, tenant int64, lang string, n int) ([]Goods, error) {
	snap, err := s.snapshot(ctx, tenant)
	if err != nil {
		return nil, err
	}
	out := []*Goods{}
	for _, g := range snap.in(lang).goods {
		if g.Available {
			out = append(out, g)
		}
	}
	slices.SortFunc(out, order(MostPopular))
	return values(out[:min(n, len(out))]), nil
}
