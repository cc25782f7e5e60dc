package validity_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/offer/validity"
)

func at(t *testing.T, text string) time.Time {
	t.Helper()
	instant, err := time.Parse(time.RFC3339, text)
	require.NoError(t, err)
	return instant
}

func rule(t *testing.T, days int, dayRule validity.DayRule, zone string) validity.Rule {
	t.Helper()
	r, err := validity.NewRule(days, string(dayRule), zone, "first_network", 0)
	require.NoError(t, err)
	return r
}

// Both day rules over changes of clocks both ways, over midnight of UTC+8 seen from elsewhere, and over the ends of months
// and leap years.
func TestEnd(t *testing.T) {
	t.Parallel()
	const (
		rolling  = validity.Rolling24h
		calendar = validity.CalendarDay
	)
	for _, c := range []struct {
		what  string
		days  int
		rule  validity.DayRule
		zone  string
		start string
		end   string
	}{
		{"a day of 24 hours", 1, rolling, "UTC", "2026-03-05T14:30:00Z", "2026-03-06T14:30:00Z"},
		{"24 hours ignore the zone", 7, rolling, "Asia/Shanghai", "2026-03-05T23:58:00+08:00", "2026-03-12T23:58:00+08:00"},
		{"seven days over London's spring", 7, rolling, "Europe/London", "2026-03-27T10:00:00Z", "2026-04-03T11:00:00+01:00"},
		{"seven days over London's autumn", 7, rolling, "Europe/London", "2026-10-23T10:00:00+01:00", "2026-10-30T09:00:00Z"},
		{"seven days over New York's spring", 7, rolling, "America/New_York", "2026-03-05T10:00:00-05:00", "2026-03-12T11:00:00-04:00"},
		{"seven days over New York's autumn", 7, rolling, "America/New_York", "2026-10-29T10:00:00-04:00", "2026-11-05T09:00:00-05:00"},
		{"one more than 27 hundred hours", 113, rolling, "UTC", "2026-11-01T00:00:00Z", "2027-02-22T00:00:00Z"},

		{"two minutes before midnight of UTC+8", 1, calendar, "Asia/Shanghai", "2026-03-05T23:58:00+08:00", "2026-03-06T00:00:00+08:00"},
		{"midnight of UTC+8 itself", 1, calendar, "Asia/Shanghai", "2026-03-06T00:00:00+08:00", "2026-03-07T00:00:00+08:00"},
		{"afternoon in London is the next day of UTC+8", 1, calendar, "Asia/Shanghai", "2026-03-05T16:00:00Z", "2026-03-07T00:00:00+08:00"},
		{"a minute before that is not", 1, calendar, "Asia/Shanghai", "2026-03-05T15:59:59Z", "2026-03-06T00:00:00+08:00"},
		{"eight days of UTC+8", 8, calendar, "Asia/Hong_Kong", "2026-03-05T09:00:00+08:00", "2026-03-13T00:00:00+08:00"},
		{"London's day of 23 hours", 1, calendar, "Europe/London", "2026-03-29T00:30:00Z", "2026-03-30T00:00:00+01:00"},
		{"into London's summer", 3, calendar, "Europe/London", "2026-03-28T10:00:00Z", "2026-03-31T00:00:00+01:00"},
		{"London's day of 25 hours", 1, calendar, "Europe/London", "2026-10-25T00:30:00+01:00", "2026-10-26T00:00:00Z"},
		{"out of London's summer", 3, calendar, "Europe/London", "2026-10-24T10:00:00+01:00", "2026-10-27T00:00:00Z"},
		{"New York's day of 23 hours", 1, calendar, "America/New_York", "2026-03-08T00:30:00-05:00", "2026-03-09T00:00:00-04:00"},
		{"ends as New York's day of 23 hours begins", 1, calendar, "America/New_York", "2026-03-07T12:00:00-05:00", "2026-03-08T00:00:00-05:00"},
		{"New York's day of 25 hours", 1, calendar, "America/New_York", "2026-11-01T00:30:00-04:00", "2026-11-02T00:00:00-05:00"},
		{"the second of two hours past one", 1, calendar, "America/New_York", "2026-11-01T01:30:00-05:00", "2026-11-02T00:00:00-05:00"},
		{"Cairo has no midnight", 1, calendar, "Africa/Cairo", "2026-04-23T20:00:00+02:00", "2026-04-24T01:00:00+03:00"},
		{"Havana has two midnights, the first counts", 1, calendar, "America/Havana", "2026-10-31T20:00:00-04:00", "2026-11-01T00:00:00-04:00"},
		{"end of January", 1, calendar, "UTC", "2026-01-31T12:00:00Z", "2026-02-01T00:00:00Z"},
		{"end of February", 2, calendar, "UTC", "2027-02-27T12:00:00Z", "2027-03-01T00:00:00Z"},
		{"end of February in a leap year", 2, calendar, "UTC", "2028-02-27T12:00:00Z", "2028-02-29T00:00:00Z"},
		{"24 hours from a leap day", 365, rolling, "UTC", "2028-02-29T12:00:00Z", "2029-02-28T12:00:00Z"},
		{"a year of days over a leap day", 365, calendar, "UTC", "2028-01-01T12:00:00Z", "2028-12-31T00:00:00Z"},
		{"end of the year", 30, calendar, "Asia/Tokyo", "2026-12-15T09:00:00+09:00", "2027-01-14T00:00:00+09:00"},
	} {
		got := rule(t, c.days, c.rule, c.zone).End(at(t, c.start))
		require.Truef(t, got.Equal(at(t, c.end)), "%s: %s, want %s", c.what, got, c.end)
	}
}

// Beirut turned its clocks back at midnight to 23:00: the day that ends there has 25 hours.
func TestClocksThatTurnBackBeforeMidnight(t *testing.T) {
	t.Parallel()
	got := rule(t, 1, validity.CalendarDay, "Asia/Beirut").End(at(t, "2025-10-25T12:00:00+03:00"))
	require.True(t, got.Equal(at(t, "2025-10-26T00:00:00+02:00")), got)
}

// However a plan is cut into shorter ones that follow each other, it ends at the same instant.
func TestDaysAddUp(t *testing.T) {
	t.Parallel()
	for _, zone := range []string{"Europe/London", "America/New_York", "Asia/Shanghai", "Africa/Cairo", "America/Havana", "Pacific/Apia"} {
		for _, dayRule := range []validity.DayRule{validity.Rolling24h, validity.CalendarDay} {
			start := at(t, "2026-01-01T00:00:00Z").Add(7*time.Hour + 58*time.Minute)
			one := rule(t, 1, dayRule, zone)
			end := one.End(start)
			for days := 2; days <= 400; days++ {
				if end = one.Extended(end); !end.Equal(rule(t, days, dayRule, zone).End(start)) {
					t.Fatalf("%s, %s: %d days end at %s", zone, dayRule, days, end)
				}
			}
		}
	}
}

func TestStartAndUseBefore(t *testing.T) {
	t.Parallel()
	installed, attached, registered, chosen := at(t, "2026-03-01T08:00:00Z"), at(t, "2026-03-02T08:00:00Z"), at(t, "2026-03-03T08:00:00Z"), at(t, "2026-03-04T00:00:00Z")
	all := validity.Events{Installed: &installed, FirstAttached: &attached, Registered: &registered, Chosen: &chosen}
	for activation, want := range map[string]time.Time{
		"install": installed, "first_network": attached, "registration": registered, "date": chosen,
	} {
		r, err := validity.NewRule(7, "rolling_24h", "UTC", activation, 180)
		require.NoError(t, err)
		start, ok := r.Start(all)
		require.True(t, ok)
		require.Equal(t, want, start, activation)
		_, ok = r.Start(validity.Events{})
		require.False(t, ok, activation)
		before, ok := r.UseBefore(installed)
		require.True(t, ok)
		require.Equal(t, installed.Add(180*24*time.Hour), before)
	}
	_, ok := rule(t, 1, validity.Rolling24h, "UTC").UseBefore(installed)
	require.False(t, ok)
}

func TestRulesThatNoProductCanHave(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		days          int
		dayRule, zone string
	}{{0, "rolling_24h", "UTC"}, {1, "weekly", "UTC"}, {1, "calendar_day", "Mars/Olympus"}} {
		_, err := validity.NewRule(c.days, c.dayRule, c.zone, "install", 0)
		require.Error(t, err)
	}
}
