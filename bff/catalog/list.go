package catalog

import (
	"cmp"
	"context"
	"slices"

	"github.com/roamcart/roamcart/bff/platform/fault"
)

// Page is a part of a list.
type Page struct {
	// Items is never nil.
	Items    []Goods
	Total    int
	Page     int
	PageSize int
	// Groups are the groups of Items and how many each has, in their order; nil where they are one list.
	Groups []ReachCount
}

// ReachCount is how many goods of a list reach equally far.
type ReachCount struct {
	Reach Reach
	Count int
}

// Facets count what each value of a filter would leave. No list is nil.
type Facets struct {
	// Destinations holds those with a count, and those that are selected.
	Destinations []DestinationCount
	Data         []Count
	Days         []Count
	Voice        []Count
	SimType      []Count
	NetworkType  []Count
}

// OnlyDestinations returns the facets of a list that only another destination would fill.
func (f Facets) OnlyDestinations() Facets {
	f.Data, f.Days, f.Voice = list(DataValues, nil), list(DaysValues, nil), list(VoiceValues, nil)
	f.SimType, f.NetworkType = list(SimTypeValues, nil), list(NetworkValues, nil)
	return f
}

// DestinationCount is a destination as a filter.
type DestinationCount struct {
	Code, Name string
	Count      int
	Selected   bool
}

// Count is a value of a filter.
type Count struct {
	Value string
	Count int
}

// List returns the page of goods that q asks for, with the facets. The fault is not_found for a group the site does not
// have, validation_failed for a destination nobody covers.
func (s *Service) List(ctx context.Context, tenant int64, lang string, q Query) (Page, Facets, error) {
	snap, err := s.snapshot(ctx, tenant)
	if err != nil {
		return Page{}, Facets{}, err
	}
	v := snap.in(lang)
	if q.Group != "" && !slices.ContainsFunc(v.groups, func(g Group) bool { return g.Code == q.Group }) {
		return Page{}, Facets{}, fault.New("not_found")
	}
	for _, code := range q.Countries {
		if _, ok := v.byCode[code]; !ok {
			return Page{}, Facets{}, fault.Fields(map[string]string{"countries": "destination_unknown"})
		}
	}
	q = q.withDefaults()
	found, facets := v.filter(q)
	slices.SortStableFunc(found, order(q.Sort))
	grouped := q.Grouped && len(q.Countries) == 1
	if grouped {
		slices.SortStableFunc(found, func(a, b *Goods) int { return cmp.Compare(v.reach(a).rank(), v.reach(b).rank()) })
	}
	// Compared as a page number, not as an offset: a product of two huge numbers could wrap round.
	from := len(found)
	if q.Page <= len(found)/q.PageSize+1 {
		from = min((q.Page-1)*q.PageSize, len(found))
	}
	to := min(from+q.PageSize, len(found))
	page := Page{Items: values(found[from:to]), Total: len(found), Page: q.Page, PageSize: q.PageSize}
	if grouped {
		v.group(&page, q.Countries[0])
	}
	return page, facets, nil
}

// group counts the groups of a page of goods for one destination, and names that first among the destinations of each.
func (v *view) group(p *Page, code string) {
	for i := range p.Items {
		g := &p.Items[i]
		reach := v.reach(g)
		if n := len(p.Groups); n == 0 || p.Groups[n-1].Reach != reach {
			p.Groups = append(p.Groups, ReachCount{Reach: reach})
		}
		p.Groups[len(p.Groups)-1].Count++
		isThis := func(d Place) bool { return d.Code == code }
		this := g.Destinations[slices.IndexFunc(g.Destinations, isThis)]
		g.Destinations = append([]Place{this}, slices.DeleteFunc(slices.Clone(g.Destinations), isThis)...)
	}
}

// dimension is a filter that is counted as a facet.
type dimension int

const (
	byDestination dimension = iota
	byData
	byDays
	byVoice
	bySim
	byNetwork
	dimensions
)

// filter goes through the goods once. Goods that fail one filter only still count in the facet of that filter.
func (v *view) filter(q Query) ([]*Goods, Facets) {
	found := []*Goods{}
	codes := map[string]int{}
	counts := map[dimension]map[string]int{byData: {}, byDays: {}, byVoice: {}, bySim: {}, byNetwork: {}}
	for _, g := range v.goods {
		if q.Group != "" && g.Group != q.Group || !v.fits(q.Traits, g) {
			continue
		}
		values := [dimensions][]string{
			byData: {dataValue(*g)}, byDays: {daysValue(*g)}, byVoice: {voiceValue(*g)}, bySim: g.SimTypes, byNetwork: {g.NetworkType},
		}
		fails, failed := 0, dimension(-1)
		for d, filter := range [dimensions]string{byData: q.Data, byDays: q.Days, byVoice: q.Voice, bySim: q.SimType, byNetwork: q.Network} {
			if filter != "" && !slices.Contains(values[d], filter) {
				fails, failed = fails+1, dimension(d)
			}
		}
		if len(q.Countries) > 0 && !slices.ContainsFunc(q.Countries, g.Covers) {
			fails, failed = fails+1, byDestination
		}
		if fails == 0 {
			found = append(found, g)
		}
		if fails == 0 || fails == 1 && failed == byDestination {
			for _, d := range g.Destinations {
				codes[d.Code]++
			}
		}
		for d := byData; d < dimensions; d++ {
			if fails == 0 || fails == 1 && failed == d {
				for _, value := range values[d] {
					counts[d][value]++
				}
			}
		}
	}
	return found, Facets{
		Destinations: v.destinationCounts(codes, q.Countries), Data: list(DataValues, counts[byData]),
		Days: list(DaysValues, counts[byDays]), Voice: list(VoiceValues, counts[byVoice]),
		SimType: list(SimTypeValues, counts[bySim]), NetworkType: list(NetworkValues, counts[byNetwork]),
	}
}

func (v *view) destinationCounts(codes map[string]int, selected []string) []DestinationCount {
	out := []DestinationCount{}
	for _, d := range v.destinations {
		on := slices.Contains(selected, d.Code)
		if codes[d.Code] > 0 || on {
			out = append(out, DestinationCount{Code: d.Code, Name: d.Name, Count: codes[d.Code], Selected: on})
		}
	}
	return out
}

func list(values []string, counts map[string]int) []Count {
	out := []Count{}
	for _, value := range values {
		out = append(out, Count{Value: value, Count: counts[value]})
	}
	return out
}

// order compares by what the shopper asked for; equals keep the same place on every page.
func order(sort int) func(a, b *Goods) int {
	first := map[int]func(a, b *Goods) int{
		PriceUp:     func(a, b *Goods) int { return cmp.Compare(a.Price, b.Price) },
		PriceDown:   func(a, b *Goods) int { return cmp.Compare(b.Price, a.Price) },
		Newest:      func(a, b *Goods) int { return b.PublishedAt.Compare(a.PublishedAt) },
		MostPopular: func(a, b *Goods) int { return cmp.Compare(b.Popularity, a.Popularity) },
	}[sort]
	return func(a, b *Goods) int {
		return cmp.Or(first(a, b), cmp.Compare(b.Popularity, a.Popularity), cmp.Compare(a.ID, b.ID))
	}
}
