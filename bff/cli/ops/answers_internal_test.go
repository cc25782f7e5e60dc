package ops

import "testing"

// Amounts have as many digits as their currency.
func TestAmountsOfEveryCurrency(t *testing.T) {
	t.Parallel()
	for want, got := range map[string]string{
		"12.05 USD": amount(1205, "USD"), "-0.50 HKD": amount(-50, "HKD"), "1200 JPY": amount(1200, "JPY"), "1.250 KWD": amount(1250, "KWD"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
