package view

import (
	"slices"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/offer"
	"github.com/roamcart/roamcart/shared"
)

// StartDates returns the days on which a plan of so many days can begin, with what is counted from the day on.
func StartDates(d offer.StartDates, site *time.Location, days int, simTypes []string, locale string) *gen.StartDates {
	zone, text := "UTC", "start.hint"
	if first, err := time.ParseInLocation(time.DateOnly, d.First, site); err == nil {
		zone = notify.Offset(first)
	}
	if slices.Contains(simTypes, offer.Physical) {
		text = "start.hintCard"
	}
	return &gen.StartDates{First: d.First, Last: d.Last, Text: shared.Text(locale, "server", text, map[string]any{
		"days": days, "zone": zone, "last": notify.Day(locale, d.Last),
	})}
}

// startText says on which day a plan begins, "" for one that begins otherwise.
func startText(date, locale string) string {
	if date == "" {
		return ""
	}
	return shared.Text(locale, "plan", "startIs", map[string]any{"date": notify.Day(locale, date)})
}

// startRule says what starts a plan that is not ordered yet, as its page does, or on which day it begins; "" for a plan that is added to
// others.
func startRule(date, activation, locale string) string {
	if date != "" || activation == "" {
		return startText(date, locale)
	}
	return shared.Text(locale, "plan", "activation."+activation, nil)
}

// startWords are the day on which a plan begins, at 00:00, and the zone of that midnight: a day is one of the site's, so its
// first instant determines the zone. None for a plan that begins otherwise.
func startWords(date string, at *time.Time, locale string) map[string]any {
	midnight, err := time.Parse(time.DateOnly, date)
	if err != nil || at == nil {
		return nil
	}
	zone := time.FixedZone("", int(midnight.Sub(*at).Seconds()))
	return map[string]any{"date": notify.Day(locale, date), "zone": notify.Offset(at.In(zone))}
}

// StartProblem says why a plan cannot begin on its date, "" when it can.
func StartProblem(code, locale string) string {
	if code == "" {
		return ""
	}
	return message(locale, code)
}
