package view

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/order"
)

func TestHowLongAParcelTakes(t *testing.T) {
	t.Parallel()
	ways := []order.ShippingMethod{{DaysMin: 2, DaysMax: 5}, {DaysMin: 1, DaysMax: 1}, {DaysMin: 3, DaysMax: 3}}
	for locale, want := range map[string][]string{
		"en": {"2–5 working days", "1 working day", "3 working days"},
		"zh": {"2–5 个工作日送达", "1 个工作日送达", "3 个工作日送达"},
	} {
		for i, m := range ShippingMethods(ways, locale, "USD") {
			require.Equal(t, want[i], m.Eta)
		}
	}
}
