package advice

import "slices"

// Limits of a trip.
const (
	MaxCountries = 5
	MaxDays      = 365
)

// hotspot is the habit that not every plan allows.
const hotspot = "hotspot"

// Habit is something a traveller uses data for.
type Habit struct {
	ID string
	// Tenths is how much it takes a day, in tenths of a gigabyte.
	Tenths int64
}

// Habits returns the habits that can be chosen, the lightest first.
func Habits() []Habit {
	return []Habit{{"maps", 3}, {"social", 7}, {"video", 10}, {hotspot, 10}}
}

// Trip is what somebody needs plans for.
type Trip struct {
	// Countries are upper-case ISO codes, each once.
	Countries []string
	Days      int
	// Habits are ids of Habits.
	Habits []string
}

// PerDay is the data of a day, in tenths of a gigabyte.
func (t Trip) PerDay() int64 { return t.perDay(func(Habit) bool { return true }) }

// Need is the data of the whole trip, in tenths of a gigabyte.
func (t Trip) Need() int64 { return t.PerDay() * int64(t.Days) }

func (t Trip) perDay(counts func(Habit) bool) int64 {
	var sum int64
	for _, h := range Habits() {
		if slices.Contains(t.Habits, h.ID) && counts(h) {
			sum += h.Tenths
		}
	}
	return sum
}

// shared is the data of the whole trip that goes over a hotspot, in tenths of a gigabyte.
func (t Trip) shared() int64 {
	return t.perDay(func(h Habit) bool { return h.ID == hotspot }) * int64(t.Days)
}

// stay is the part of a trip that is spent in some of its destinations, with the same number of days in each, rounded up.
func (t Trip) stay(countries []string) Trip {
	all := len(t.Countries)
	return Trip{Countries: countries, Days: (t.Days*len(countries) + all - 1) / all, Habits: t.Habits}
}
