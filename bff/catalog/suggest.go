package catalog

import (
	"context"
	"math"
	"slices"
)

// Suggestion is what a search field offers while a shopper types: a destination, or a group such as Europe.
type Suggestion struct {
	Tile
	// Words is what shoppers call it in either language, without accents, spaces and punctuation; cities, pinyin and traditional
	// characters among them.
	Words []string
}

// Suggestions returns the destinations that a site sells prepaid plans for, those that are asked for most first, and then the
// groups of the regions, which have neither a flag nor a price. It is small enough to be searched by the browser.
func (s *Service) Suggestions(ctx context.Context, tenant int64, lang string) ([]Suggestion, error) {
	tiles, err := s.Tiles(ctx, tenant, lang, math.MaxInt)
	if err != nil {
		return nil, err
	}
	snap, err := s.snapshot(ctx, tenant)
	if err != nil {
		return nil, err
	}
	words := map[string][]string{}
	for _, e := range snap.index {
		if !e.region {
			words[e.codes[0]] = withTraditional(e.names)
		}
	}
	out := make([]Suggestion, 0, len(tiles))
	for _, t := range tiles {
		out = append(out, Suggestion{Tile: t, Words: words[t.Code]})
	}
	for i, g := range snap.in(lang).groups {
		row := snap.raw.groups[i]
		inRegion := func(d destinationRow) bool { return d.Region == g.Code }
		if g.Goods > 0 && slices.ContainsFunc(snap.raw.destinations, inRegion) {
			out = append(out, Suggestion{
				Tile:  Tile{Code: g.Code, Name: g.Name, Path: "/travel-card/" + g.Code},
				Words: withTraditional([]string{normal(row.NameEn), normal(row.NameZh)}),
			})
		}
	}
	return out, nil
}
