package catalog

import (
	"cmp"
	"slices"
)

// MBPerGB is how many megabytes the shop counts as a gigabyte.
const MBPerGB = 1024

// Rate is what goods cost per unit, in minor units of their currency, rounded to the nearest.
type Rate struct {
	// PerGB is for a gigabyte at full speed; 0 where data at full speed has no bound.
	PerGB int64
	// PerDay is for a day of the validity.
	PerDay int64
}

// Rate returns what the goods cost per gigabyte and per day.
func (g Goods) Rate() Rate {
	var r Rate
	if mb := g.FullSpeedMB(); mb > 0 {
		r.PerGB = rounded(g.Price*MBPerGB, mb)
	}
	if g.Days > 0 {
		r.PerDay = rounded(g.Price, int64(g.Days))
	}
	return r
}

// FullSpeedMB returns the data at full speed over the whole validity, in megabytes; 0 where it has no bound.
func (g Goods) FullSpeedMB() int64 {
	switch {
	case g.Data.Unlimited && g.Data.SpeedAfterKbps == 0:
		return 0
	case g.Data.Per == "day":
		return g.Data.MB * int64(g.Days)
	default:
		return g.Data.MB
	}
}

// BestValue returns the id of the goods with the lowest price per gigabyte at full speed among the prepaid ones that can be
// bought, of equals the cheapest. It is empty when fewer than two compete: one alone is no better than another.
func BestValue(goods []Goods) string {
	var found []Goods
	for _, g := range goods {
		if g.ContractPeriod == "" && g.Available && g.FullSpeedMB() > 0 {
			found = append(found, g)
		}
	}
	if len(found) < 2 {
		return ""
	}
	// The exact prices per gigabyte are compared, not the rounded ones that a page shows.
	return slices.MinFunc(found, func(a, b Goods) int {
		return cmp.Or(cmp.Compare(a.Price*b.FullSpeedMB(), b.Price*a.FullSpeedMB()), cmp.Compare(a.Price, b.Price), cmp.Compare(a.ID, b.ID))
	}).ID
}

// rounded divides, to the nearest whole number.
func rounded(amount, by int64) int64 { return (amount + by/2) / by }
