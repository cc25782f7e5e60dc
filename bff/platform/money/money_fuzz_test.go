package money_test

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/roamcart/roamcart/bff/platform/money"
)

var decimal = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?$`)

// An amount that is written is read as the same amount, in every currency and with every symbol.
func FuzzFormat(f *testing.F) {
	for _, amount := range []int64{0, 5, -5, 1590, -118800, math.MaxInt64, math.MinInt64} {
		f.Add(amount, "USD", "US$")
		f.Add(amount, "jpy", "¥")
		f.Add(amount, "KWD", "KD ")
	}
	f.Fuzz(func(t *testing.T, amount int64, currency, symbol string) {
		text := money.Decimal(amount, currency)
		digits := money.Decimals(currency)
		whole, rest, _ := strings.Cut(text, ".")
		if read, err := strconv.ParseInt(whole+rest, 10, 64); err != nil || read != amount || len(rest) != digits || !decimal.MatchString(text) {
			t.Fatalf("%d %s is written as %s", amount, currency, text)
		}
		if shown := money.Format(amount, currency, symbol); strings.ReplaceAll(strings.TrimPrefix(shown, symbol), ",", "") != text {
			t.Fatalf("%d %s is shown as %s", amount, currency, shown)
		}
	})
}

// Sums and products are exact or refused, and parts add up.
func FuzzCompute(f *testing.F) {
	f.Add(int64(650), int64(3), int64(1), int64(2))
	f.Add(int64(math.MaxInt64), int64(math.MaxInt64), int64(0), int64(math.MaxInt64))
	f.Add(int64(math.MinInt64), int64(-1), int64(7), int64(0))
	f.Fuzz(func(t *testing.T, a, b, c, d int64) {
		if p, err := money.Mul(a, b); err == nil && b != 0 && (p/b != a || p%b != 0) {
			t.Fatalf("%d * %d = %d", a, b, p)
		}
		if sum, err := money.Add(a, b); err == nil && (sum-b != a || (a > 0 && b > 0 && sum < 0) || (a < 0 && b < 0 && sum >= 0)) {
			t.Fatalf("%d + %d = %d", a, b, sum)
		}
		total, weights := a&math.MaxInt64, []int64{b & math.MaxInt64, c & math.MaxInt64, d & math.MaxInt64}
		left := total
		for _, part := range money.Split(total, weights) {
			if part < 0 || part > left {
				t.Fatalf("%d over %v: %v", total, weights, money.Split(total, weights))
			}
			left -= part
		}
		if left != 0 {
			t.Fatalf("%d over %v leaves %d", total, weights, left)
		}
	})
}
