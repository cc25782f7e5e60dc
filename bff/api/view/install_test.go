package view

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/order"
)

// A sheet of paper says so, too.
func TestARegisteredPlanNamesItsRegime(t *testing.T) {
	t.Parallel()
	g := catalog.Goods{ID: "th", Days: 8, DayRule: "rolling_24h", Activation: "registration", DayZone: "UTC"}
	require.Len(t, installFacts(order.Line{}, g, "en"), 3)
	g.RealName = []string{"TH"}
	require.Contains(t, installFacts(order.Line{}, g, "en")[3], "the form is with your order")
	require.Contains(t, installFacts(order.Line{}, g, "zh")[3], "使用前须实名登记")
	require.Empty(t, installFacts(order.Line{}, catalog.Goods{}, "en"))
}

func TestAPlanShowsItsOwnDayRule(t *testing.T) {
	t.Parallel()
	g := catalog.Goods{ID: "us", Days: 10, DayRule: "rolling_24h", Activation: "date", DayZone: "UTC"}
	midnight := time.Date(2026, 3, 4, 16, 0, 0, 0, time.UTC)
	l := order.Line{StartDate: "2026-03-05", StartAt: &midnight}
	require.Equal(t, "It starts on 5 Mar 2026 at 00:00 (UTC+8), or with the delivery if that is later.", installFacts(l, g, "en")[2])
	require.Equal(t, "于 2026年3月5日 00:00（UTC+8）开始；如交付晚于该日，则从交付时起算。", installFacts(l, g, "zh")[2])
	require.Equal(t, "starts 5 Mar 2026", startText("2026-03-05", "en"))
	require.Empty(t, startText("", "zh"))
}

func TestAnAccessPointIsNamedInTheLanguageOfItsSheet(t *testing.T) {
	t.Parallel()
	for locale, want := range map[string]string{"en": "APN: internet", "zh": "接入点（APN）：internet"} {
		require.Equal(t, want, installSheet(gen.Install{Apn: "internet"}, order.Line{}, catalog.Goods{}, "", locale).Apn)
	}
}
