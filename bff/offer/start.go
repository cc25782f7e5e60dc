package offer

import (
	"time"

	"github.com/roamcart/roamcart/bff/offer/validity"
)

// yearAhead is how far ahead a plan can begin whose product does not say, in days.
const yearAhead = 365

// StartDates are the first and the last day on which a plan can begin, each as YYYY-MM-DD by the site's calendar.
type StartDates struct{ First, Last string }

// StartDatesFrom returns the days that can be chosen now: from today by the site's clocks, within days ahead; 0 means a year.
func StartDatesFrom(now time.Time, site *time.Location, within int) StartDates {
	if within == 0 {
		within = yearAhead
	}
	today := now.In(site)
	return StartDates{First: today.Format(time.DateOnly), Last: today.AddDate(0, 0, within).Format(time.DateOnly)}
}

// OnChosenDate reports whether an activation lets the shopper choose the day on which the plan begins.
func OnChosenDate(activation string) bool { return validity.Activation(activation) == validity.OnDate }

// StartsOnDate reports whether the shopper chooses the day on which the plan begins.
func (o Offer) StartsOnDate() bool { return OnChosenDate(o.Activation) }

// StartDates returns the days on which the plan can begin when it is ordered now.
func (o Offer) StartDates(now time.Time) StartDates {
	return StartDatesFrom(now, o.Site, o.UseWithinDays)
}

// StartProblem says why a plan cannot begin on a date when it is ordered now, as a key of the errors; "" when it can. A plan
// whose start is not chosen has no date. One for which nobody gives a date begins with its first connection: callers that
// know nothing of dates can order it, and lose no day of it.
func (o Offer) StartProblem(date string, now time.Time) string {
	if !o.StartsOnDate() {
		if date != "" {
			return "start_date_not_allowed"
		}
		return ""
	}
	days := o.StartDates(now)
	switch _, err := time.Parse(time.DateOnly, date); {
	case date == "":
		return ""
	case err != nil:
		return "start_date_required"
	case date < days.First:
		return "start_date_past"
	case date > days.Last:
		return "start_date_too_late"
	}
	return ""
}

// StartAt returns the first instant of a date at the site, nil for no date.
func (o Offer) StartAt(date string) *time.Time {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return nil
	}
	at := validity.StartOfDay(day, o.Site)
	return &at
}
