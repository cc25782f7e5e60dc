package validity

import (
	"fmt"
	"time"
)

// DayRule says what a day is.
type DayRule string

// The day rules.
const (
	Rolling24h  DayRule = "rolling_24h"
	CalendarDay DayRule = "calendar_day"
)

// Activation is what starts a plan.
type Activation string

// The activations.
const (
	OnFirstNetwork Activation = "first_network"
	OnInstall      Activation = "install"
	OnDate         Activation = "date"
	OnRegistration Activation = "registration"
)

// StartsAtInstall reports whether a plan begins when its eSIM is installed; one that has started does not begin again.
func (a Activation) StartsAtInstall(started bool) bool { return a == OnInstall && !started }

// Rule is how the days of a plan are counted.
type Rule struct {
	Days       int
	DayRule    DayRule
	Zone       *time.Location
	Activation Activation
	// UseWithinDays is how many days after its purchase the plan has to be started; 0 means whenever.
	UseWithinDays int
}

// NewRule reads a rule as products hold it.
func NewRule(days int, dayRule, zone, activation string, useWithinDays int) (Rule, error) {
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return Rule{}, fmt.Errorf("day zone %q: %w", zone, err)
	}
	r := Rule{Days: days, DayRule: DayRule(dayRule), Zone: loc, Activation: Activation(activation), UseWithinDays: useWithinDays}
	switch {
	case days < 1:
		return Rule{}, fmt.Errorf("a plan of %d days", days)
	case r.DayRule != Rolling24h && r.DayRule != CalendarDay:
		return Rule{}, fmt.Errorf("day rule %q is not known", dayRule)
	}
	return r, nil
}

// End returns when a plan that starts at start is over.
func (r Rule) End(start time.Time) time.Time { return r.after(start, r.Days) }

// Extended returns when a plan is over that ends at end and gets this plan's days as well. An end by calendar days is a
// midnight already, so that each further day is a whole one.
func (r Rule) Extended(end time.Time) time.Time { return r.after(end, r.Days) }

// UseBefore returns the instant at which an unused plan lapses; ok is false when it never does.
func (r Rule) UseBefore(bought time.Time) (before time.Time, ok bool) {
	if r.UseWithinDays == 0 {
		return time.Time{}, false
	}
	return bought.Add(time.Duration(r.UseWithinDays) * day), true
}

// Events are what has happened to a SIM; a nil time has not happened.
type Events struct {
	Installed     *time.Time
	FirstAttached *time.Time
	Registered    *time.Time
	// Chosen is the date that the shopper picked.
	Chosen *time.Time
}

// Start returns when the plan started by its activation; ok is false while it has not. A date in the future is a start
// that will come.
func (r Rule) Start(e Events) (start time.Time, ok bool) {
	at := map[Activation]*time.Time{
		OnFirstNetwork: e.FirstAttached, OnInstall: e.Installed, OnDate: e.Chosen, OnRegistration: e.Registered,
	}[r.Activation]
	if at == nil {
		return time.Time{}, false
	}
	return *at, true
}

const day = 24 * time.Hour

func (r Rule) after(t time.Time, days int) time.Time {
	if r.DayRule == Rolling24h {
		return t.Add(time.Duration(days) * day)
	}
	local := t.In(r.Zone)
	return midnight(local.Year(), local.Month(), local.Day()+days, r.Zone)
}

// StartOfDay returns the first instant of a calendar day in a zone; of the time only its year, month and day are read.
func StartOfDay(day time.Time, zone *time.Location) time.Time {
	return midnight(day.Year(), day.Month(), day.Day(), zone)
}

// midnight returns the first instant of a local day. Where clocks skip midnight that is one o'clock; where they turn back
// over it, the earlier of two.
func midnight(year int, month time.Month, dayOfMonth int, zone *time.Location) time.Time {
	want := time.Date(year, month, dayOfMonth, 0, 0, 0, 0, time.UTC)
	// A zone's clocks change at most once within two days, so one of the offsets on either side is the right one.
	before, after := offset(want.Add(-day), zone), offset(want.Add(day), zone)
	first := want.Add(-max(before, after))
	if sameDay(first.In(zone), want) {
		return first
	}
	second := want.Add(-min(before, after))
	if sameDay(second.In(zone), want) && sameDay(second.Add(-time.Nanosecond).In(zone), want) {
		_, change := first.In(zone).ZoneBounds()
		return change
	}
	return second
}

func offset(t time.Time, zone *time.Location) time.Duration {
	_, seconds := t.In(zone).Zone()
	return time.Duration(seconds) * time.Second
}

func sameDay(a, b time.Time) bool {
	return a.Year() == b.Year() && a.YearDay() == b.YearDay()
}
