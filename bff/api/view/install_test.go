package view

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/order"
)

// Whoever bought it as a guest has no account that would say so.
func TestAPlanThatIsRegisteredSaysWhere(t *testing.T) {
	t.Parallel()
	g := catalog.Goods{ID: "th", Days: 8, DayRule: "rolling_24h", Activation: "registration", DayZone: "UTC"}
	require.Len(t, installFacts(g, "en"), 3)
	g.RealName = []string{"TH"}
	require.Contains(t, installFacts(g, "en")[3], "under My SIMs")
	require.Contains(t, installFacts(g, "zh")[3], "使用前须实名登记")
	require.Empty(t, installFacts(catalog.Goods{}, "en"))
}

func TestAnAccessPointIsNamedInTheLanguageOfItsSheet(t *testing.T) {
	t.Parallel()
	for locale, want := range map[string]string{"en": "APN: internet", "zh": "接入点（APN）：internet"} {
		require.Equal(t, want, installSheet(gen.Install{Apn: "internet"}, order.Line{}, catalog.Goods{}, "", locale).Apn)
	}
}
