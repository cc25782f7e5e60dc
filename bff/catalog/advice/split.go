package advice

import (
	"math/bits"

	"github.com/roamcart/roamcart/bff/catalog"
)

// split returns the cheapest set of two or more different plans that divide the destinations among them, nil where there is
// none. Each plan is for its stay alone. sale is sorted, the cheapest first.
func (t Trip) split(sale []catalog.Detail) *Choice {
	whole := 1<<len(t.Countries) - 1
	// best holds the cheapest set for each subset of the destinations, a bit for each; nil where none can be had.
	best := make([]*Choice, whole+1)
	best[0] = &Choice{Kind: Split}
	for set := 1; set <= whole; set++ {
		// One part takes the first destination of the set; the others are divided already.
		first := 1 << bits.TrailingZeros(uint(set))
		for part := set; part > 0; part = (part - 1) & set {
			rest := best[set&^part]
			if part&first == 0 || part == whole || rest == nil {
				continue
			}
			stay := t.stay(t.pick(part))
			plan, ok := stay.cheapest(sale, rest.Parts...)
			if total := rest.Total + plan.Goods.Price; ok && (best[set] == nil || total < best[set].Total) {
				parts := append([]Part{{Plan: plan, Stay: stay, Quantity: 1}}, rest.Parts...)
				best[set] = &Choice{Kind: Split, Parts: parts, Total: total}
			}
		}
	}
	return best[whole]
}

// pick returns the destinations whose bits are set.
func (t Trip) pick(set int) []string {
	var out []string
	for i, code := range t.Countries {
		if set&(1<<i) != 0 {
			out = append(out, code)
		}
	}
	return out
}
