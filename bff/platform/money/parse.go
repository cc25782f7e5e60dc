package money

import (
	"errors"
	"strconv"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/input"
)

// Errors of Parse.
var (
	// ErrNoAmount is returned for a text that is no amount.
	ErrNoAmount = errors.New("money: no amount")
	// ErrTooFine is returned for an amount that is finer than the smallest unit of the currency.
	ErrTooFine = errors.New("money: finer than the currency's smallest unit")
)

// Parse reads an amount as people type it, "99", "99.5" or "-99.50", and returns it in minor units of the currency. Zeros beyond
// the smallest unit are no harm. Errors: ErrNoAmount, ErrTooFine.
func Parse(text, currency string) (int64, error) {
	whole, rest, dot := strings.Cut(input.Plain(text), ".")
	digits, negative := strings.CutPrefix(whole, "-")
	if digits == "" || !decimal(digits) || dot && rest == "" || !decimal(rest) {
		return 0, ErrNoAmount
	}
	places := Decimals(currency)
	rest = strings.TrimRight(rest, "0")
	if len(rest) > places {
		return 0, ErrTooFine
	}
	amount, err := strconv.ParseInt(digits+rest+strings.Repeat("0", places-len(rest)), 10, 64)
	if err != nil {
		return 0, ErrNoAmount
	}
	if negative {
		amount = -amount
	}
	return amount, nil
}

func decimal(s string) bool { return strings.Trim(s, "0123456789") == "" }
