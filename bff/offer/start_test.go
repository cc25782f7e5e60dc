package offer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/offer"
)

// The days are those of the site's calendar: late in the evening in London it is tomorrow in Hong Kong already.
func TestWhichDaysCanBeChosen(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 18, 30, 0, 0, time.UTC)
	for zone, days := range map[string]offer.StartDates{
		"Asia/Hong_Kong": {First: "2026-03-02", Last: "2027-03-02"},
		"Europe/London":  {First: "2026-03-01", Last: "2027-03-01"},
	} {
		site, err := time.LoadLocation(zone)
		require.NoError(t, err)
		o := offer.Offer{Activation: "date", UseWithinDays: 365, Site: site}
		require.Equal(t, days, o.StartDates(now), zone)
		require.Equal(t, "start_date_past", o.StartProblem("2026-02-28", now))
		require.Empty(t, o.StartProblem(days.First, now))
		require.Empty(t, o.StartProblem(days.Last, now))
	}
	require.Equal(t, offer.StartDates{First: "2026-03-01", Last: "2026-03-31"}, offer.StartDatesFrom(now, time.UTC, 30))
	require.Equal(t, offer.StartDates{First: "2026-03-01", Last: "2027-03-01"}, offer.StartDatesFrom(now, time.UTC, 0))
}

func TestWhyADateIsRefused(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	dated, other := offer.Offer{Activation: "date", Site: time.UTC}, offer.Offer{Activation: "install", Site: time.UTC}
	for date, want := range map[string]string{
		"": "", "-": "start_date_required", "1 March": "start_date_required", "2026-3-9": "start_date_required", "2026-02-30": "start_date_required",
		"2026-02-28": "start_date_past", "0000-01-01": "start_date_past", "2027-03-02": "start_date_too_late", "9999-12-31": "start_date_too_late",
		"2026-03-01": "",
	} {
		require.Equal(t, want, dated.StartProblem(date, now), date)
	}
	require.Empty(t, other.StartProblem("", now))
	require.Equal(t, "start_date_not_allowed", other.StartProblem("2026-03-05", now))
}

// The first instant of a day is a midnight, and one o'clock where the clocks skip it.
func TestWhenADayBegins(t *testing.T) {
	t.Parallel()
	for zone, want := range map[string]string{
		"Asia/Hong_Kong": "2026-09-05T16:00:00Z", "Europe/London": "2026-09-05T23:00:00Z", "America/Santiago": "2026-09-06T04:00:00Z",
	} {
		site, err := time.LoadLocation(zone)
		require.NoError(t, err)
		at := offer.Offer{Site: site}.StartAt("2026-09-06")
		require.Equal(t, want, at.UTC().Format(time.RFC3339), zone)
	}
	require.Nil(t, offer.Offer{Site: time.UTC}.StartAt(""))
}
