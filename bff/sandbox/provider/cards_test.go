package provider_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/payment/stripe"
	"github.com/roamcart/roamcart/bff/sandbox/provider"
)

func TestTestCardsNameTheirOutcome(t *testing.T) {
	t.Parallel()
	var shops []provider.Card
	for _, c := range stripe.TestCards() {
		shops = append(shops, provider.Card(c))
	}
	require.Equal(t, provider.Cards(), shops, "the shop's test pages show the cards that are played")
	told := map[string]string{}
	for _, c := range provider.Cards() {
		require.NotContains(t, told, c.Number)
		require.NotEmpty(t, c.Brand, c.Number)
		told[c.Number] = c.Outcome
	}
	for number, want := range map[string]string{
		"4242424242424242": "accepted", "4000000000000002": "generic_decline", "4000000000009995": "insufficient_funds",
		"4000000000000069": "expired_card", "4000000000003220": "authenticate", "4000008260003178": "authenticate_declined",
		"4000000000003055": "accepted", "4000000000000259": "disputed", "4000000000007726": "refund_pending",
		"4000000000005126": "refund_failed",
	} {
		require.Equal(t, want, told[number], number)
	}
}
