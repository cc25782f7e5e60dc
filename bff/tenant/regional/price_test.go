package regional

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPricesEndAsThoseOfTheirCurrencyDo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		amount   int64
		factor   string
		from, to string
		want     int64
	}{
		{650, "1", "USD", "USD", 650}, {650, "0.92", "USD", "EUR", 590}, {1590, "1.35", "USD", "SGD", 2150}, {650, "7.8", "USD", "HKD", 5100},
		{650, "150", "USD", "JPY", 980}, {990, "150", "USD", "JPY", 1490}, {980, "0.0067", "JPY", "USD", 650}, {0, "7.8", "USD", "HKD", 0},
		{1, "0.000001", "USD", "USD", 0}, {1, "1", "USD", "USD", 50}, {3, "100", "USD", "JPY", 10}, {40, "1", "USD", "HKD", 100},
		{99_999_999, "100000", "USD", "JPY", 99_999_999_000}, {670, "1", "USD", "USD", 690},
	} {
		by, ok := factor(c.factor)
		require.True(t, ok, c.factor)
		require.Equal(t, c.want, scaledAndRounded(c.amount, by, c.from, c.to), "%d %s × %s in %s", c.amount, c.from, c.factor, c.to)
	}
	for _, text := range []string{"", "0", "0.0", "-1", "+1", "1e3", "100001", "1.0000001", "1,5", "NaN", "½", "1/2", ".5", "5."} {
		_, ok := factor(text)
		require.False(t, ok, text)
	}
	require.Equal(t, int64(maxAmount), scaled(99_999_999, big.NewRat(100_000, 1), "USD", "USD"), "no amount is too large to be refused")
}

func TestEveryMethodTakesACurrencyThatTheShopSellsIn(t *testing.T) {
	t.Parallel()
	for method, list := range wallets {
		for _, currency := range list {
			require.True(t, knownCurrency(currency), "%s %s", method, currency)
		}
	}
	require.True(t, Takes("card", "THB"))
	require.False(t, Takes("alipay", "THB"))
}
