package view_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/sim/lines"
	"github.com/roamcart/roamcart/bff/sim/validity"
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
		sim := view.SIM(lines.Line{Rule: &rule}, view.SIMBeside{Stale: func(lines.Line) bool { return false }, Now: time.Now(), Locale: "en"})
		require.Equal(t, tc.shown, sim.DayZone, tc.rule)
	}
	require.Empty(t, view.SIM(lines.Line{}, view.SIMBeside{Stale: func(lines.Line) bool { return false }, Locale: "en"}).DayZone)
}
