package money_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/money"
)

func TestDecimal(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		amount         int64
		currency, want string
	}{
		{1590, "USD", "15.90"}, {5, "USD", "0.05"}, {0, "GBP", "0.00"}, {1590, "JPY", "1590"}, {1005, "KWD", "1.005"}, {-250, "HKD", "-2.50"},
	} {
		require.Equal(t, tc.want, money.Decimal(tc.amount, tc.currency))
	}
}

func TestMoneyIsWrittenAsOnThePage(t *testing.T) {
	t.Parallel()
	for amount, want := range map[int64]string{5: "HK$0.05", 11800: "HK$118.00", 118800: "HK$1,188.00", 123456789: "HK$1,234,567.89"} {
		require.Equal(t, want, money.Format(amount, "HKD", "HK$"))
	}
	require.Equal(t, "HK$1,188", money.Format(1188, "JPY", "HK$"))
}
