package view_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/offer/validity"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

// A plan that ends at a midnight is shown in the zone of that midnight; any other in that of the site, like its order.
func TestTheZoneOfASIM(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ rule, zone, shown string }{
		{"calendar_day", "Asia/Hong_Kong", "Asia/Hong_Kong"},
		{"rolling_24h", "UTC", ""},
	} {
		rule, err := validity.NewRule(7, tc.rule, tc.zone, "first_network", 0)
		require.NoError(t, err)
		sim := view.SIM(owned.SIM{Rule: &rule}, view.SIMExtras{Stale: func(owned.SIM) bool { return false }, Now: time.Now(), Locale: "en"})
		require.Equal(t, tc.shown, sim.DayZone, tc.rule)
	}
	require.Empty(t, view.SIM(owned.SIM{}, view.SIMExtras{Stale: func(owned.SIM) bool { return false }, Locale: "en"}).DayZone)
}

// A SIM that waits for its day says which day that is, and by whose clock it begins; without a day the plan starts like most.
func TestASIMShowsTheStartDayOfItsPlan(t *testing.T) {
	t.Parallel()
	rule, err := validity.NewRule(10, "rolling_24h", "UTC", "date", 365)
	require.NoError(t, err)
	midnight := time.Date(2026, 6, 30, 23, 0, 0, 0, time.UTC)
	dated := owned.SIM{
		Rule: &rule, StartDate: "2026-07-01", StartAt: &midnight, Profile: carrier.ProfileReleased,
		Plans: []owned.Plan{{State: carrier.PlanScheduled}},
	}
	undated := dated
	undated.StartDate, undated.StartAt, undated.Plans = "", nil, nil
	for locale, want := range map[string]struct{ title, hint, starts, otherwise string }{
		"en": {
			"Your plan starts on 1 Jul 2026",
			"It starts by itself at 00:00 (UTC+1); there is no data before that. Install an eSIM beforehand.",
			"The plan starts on 1 Jul 2026 at 00:00 (UTC+1).",
			"The plan starts when the SIM first connects to a network at the destination.",
		},
		"zh": {
			"您的套餐将于 2026年7月1日开始",
			"当日 00:00（UTC+1）自动生效，此前无法上网。eSIM 请提前安装。",
			"套餐于 2026年7月1日 00:00（UTC+1）开始生效。",
			"SIM 卡在目的地首次连接网络时，套餐开始生效。",
		},
	} {
		b := view.SIMExtras{Stale: func(owned.SIM) bool { return false }, Now: midnight.AddDate(0, 0, -9), Locale: locale}
		sim := view.SIMDetail(dated, nil, b)
		require.Equal(t, want.title, sim.Hint.Title)
		require.Equal(t, want.hint, sim.Hint.Text)
		require.Equal(t, want.starts, sim.Validity.ActivationText)
		require.Equal(t, want.otherwise, view.SIMDetail(undated, nil, b).Validity.ActivationText)
	}
}

// A registration that was refused is not asked for as if it were the first.
func TestASIMShowsItsRefusedRegistration(t *testing.T) {
	t.Parallel()
	for state, want := range map[carrier.KycState]struct{ en, zh string }{
		carrier.KycRequired: {"Register this SIM first", "请先登记此 SIM 卡"},
		carrier.KycRejected: {"The registration was not accepted", "实名登记未通过"},
	} {
		l := owned.SIM{Profile: carrier.ProfileReleased, Regimes: []string{"TH"}, Cases: []owned.Case{{Regime: "TH", State: state}}}
		for locale, title := range map[string]string{"en": want.en, "zh": want.zh} {
			sim := view.SIM(l, view.SIMExtras{Stale: func(owned.SIM) bool { return false }, Now: time.Now(), Locale: locale})
			require.Equal(t, title, sim.Hint.Title)
			require.Equal(t, "real_name", sim.Hint.Code)
			require.NotEmpty(t, sim.Hint.Text)
		}
	}
}
