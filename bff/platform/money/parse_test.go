package money_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/money"
)

func TestParseReadsWhatPeopleType(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text, currency string
		want           int64
	}{
		{"99", "HKD", 9900}, {"99.5", "HKD", 9950}, {" 99.50 ", "HKD", 9950}, {"99.500", "HKD", 9950}, {"０.０５", "GBP", 5},
		{"１２３。４", "HKD", 12340}, {"1590", "JPY", 1590}, {"1590.00", "JPY", 1590}, {"1.005", "KWD", 1005}, {"-2.5", "USD", -250}, {"007", "USD", 700},
	} {
		got, err := money.Parse(tc.text, tc.currency)
		require.NoError(t, err, tc.text)
		require.Equal(t, tc.want, got, tc.text)
	}
	for _, text := range []string{"", ".", "5.", ".5", "1,188", "1e3", "HK$5", "5 5", "+5", "--5", "0x5", "92233720368547759", "9999999999999999999"} {
		_, err := money.Parse(text, "USD")
		require.ErrorIs(t, err, money.ErrNoAmount, text)
	}
	for text, currency := range map[string]string{"99.505": "HKD", "1590.5": "JPY", "1.0005": "KWD"} {
		_, err := money.Parse(text, currency)
		require.ErrorIs(t, err, money.ErrTooFine, text)
	}
}
