package advice

import (
	"math"
	"strconv"

	"github.com/roamcart/roamcart/bff/catalog"
)

// Lack is what a plan is short of for a trip. Its zero value lacks nothing.
type Lack struct {
	// Countries are the destinations of the trip that it does not cover.
	Countries           []string
	Days, Data, Hotspot bool
}

func (l Lack) none() bool { return len(l.Countries) == 0 && !l.Days && !l.Data && !l.Hotspot }

// lackOf returns what goods are short of.
func (t Trip) lackOf(g catalog.Goods) Lack {
	l := Lack{Days: g.Days < t.Days, Data: !t.enough(g), Hotspot: t.shared() > 0 && !sharesUpTo(g, t.shared())}
	for _, code := range t.Countries {
		if !g.Covers(code) {
			l.Countries = append(l.Countries, code)
		}
	}
	return l
}

// enough compares data at full speed: that of a day where a plan has it by the day, else that of the trip.
func (t Trip) enough(g catalog.Goods) bool {
	switch {
	case g.FullSpeedMB() == 0:
		return true
	case g.Data.Per == "day":
		return atLeast(g.Data.MB, t.PerDay())
	default:
		return atLeast(g.Data.MB, t.Need())
	}
}

func sharesUpTo(g catalog.Goods, tenths int64) bool {
	if gb, err := strconv.ParseInt(g.Hotspot, 10, 64); err == nil {
		return gb*10 >= tenths
	}
	return g.Hotspot == "yes"
}

// dataFor is the data at full speed that goods have on the days of the trip, in megabytes.
func (t Trip) dataFor(g catalog.Goods) int64 {
	switch {
	case g.FullSpeedMB() == 0:
		return math.MaxInt32
	case g.Data.Per == "day":
		return g.Data.MB * int64(min(g.Days, t.Days))
	default:
		return g.Data.MB
	}
}

// lasts is for how many days of the trip goods last, by their validity and their data.
func (t Trip) lasts(g catalog.Goods) int {
	if g.FullSpeedMB() == 0 || g.Data.Per == "day" && t.enough(g) {
		return g.Days
	}
	if g.Data.Per == "day" {
		return 0
	}
	return min(g.Days, int(g.Data.MB*10/(t.PerDay()*catalog.MBPerGB)))
}

func atLeast(mb, tenths int64) bool { return mb*10 >= tenths*catalog.MBPerGB }
