package money

import (
	"strconv"
	"strings"
)

// Decimal writes minor units as a decimal string, "15.90".
func Decimal(amount int64, currency string) string {
	unit, size := uint64(Unit(currency)), uint64(amount)
	sign, digits := "", Decimals(currency)
	if amount < 0 {
		sign, size = "-", -size // the smallest amount has no positive counterpart among signed numbers
	}
	whole := strconv.FormatUint(size/unit, 10)
	if digits == 0 {
		return sign + whole
	}
	rest := strconv.FormatUint(size%unit, 10)
	return sign + whole + "." + strings.Repeat("0", digits-len(rest)) + rest
}

// Format writes an amount in minor units of a currency as people read it, "HK$1,188.00".
func Format(amount int64, currency, symbol string) string {
	number := Decimal(amount, currency)
	whole, rest, _ := strings.Cut(number, ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if rest != "" {
		whole += "." + rest
	}
	return symbol + whole
}
