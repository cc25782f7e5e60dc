package order

import (
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/platform/crockford"
)

// NewNumber returns an order number: the day as YYMMDD, eight random characters (40 bits) and a check character.
func NewNumber(now time.Time) string {
	n := now.Format("060102") + crockford.Random(8)
	return n + string(check(n))
}

// NormalNumber turns what a person typed into the stored form: upper case, no separators, and the look-alikes O, I and L
// read as digits. ok is false when it cannot be an order number; then there is no need to look.
func NormalNumber(s string) (number string, ok bool) {
	s = crockford.Normal(s)
	if len(s) != 15 || !crockford.Valid(s) {
		return "", false
	}
	return s, check(s[:14]) == s[14]
}

// check weighs every place with an odd number: odd numbers are invertible modulo 32, so one wrong character always
// changes the sum.
func check(n string) byte {
	sum := 0
	for i, c := range []byte(n) {
		sum += (2*i + 1) * strings.IndexByte(crockford.Alphabet, c)
	}
	return crockford.Alphabet[sum%32]
}
