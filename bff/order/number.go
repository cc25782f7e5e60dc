package order

import (
	"crypto/rand"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/platform/input"
)

// crockford is Crockford's base32: no I, L, O or U, so a number can be read out over the phone.
const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// NewNumber returns an order number: the day as YYMMDD, eight random characters (40 bits) and a check character.
func NewNumber(now time.Time) string {
	var b [8]byte
	_, _ = rand.Read(b[:])
	n := []byte(now.Format("060102"))
	for _, x := range b {
		n = append(n, crockford[x&31])
	}
	return string(append(n, check(n)))
}

// NormalNumber turns what a person typed into the stored form: upper case, no separators, and the look-alikes O, I and L
// read as digits. ok is false when it cannot be an order number; then there is no need to look.
func NormalNumber(s string) (number string, ok bool) {
	s = plainNumber(s)
	if len(s) != 15 || !crockfordOnly(s) {
		return "", false
	}
	return s, check([]byte(s[:14])) == s[14]
}

func plainNumber(s string) string {
	return strings.NewReplacer("O", "0", "I", "1", "L", "1").Replace(strings.ToUpper(input.Joined(s)))
}

func crockfordOnly(s string) bool {
	for i := range s {
		if strings.IndexByte(crockford, s[i]) < 0 {
			return false
		}
	}
	return true
}

// check weighs every place with an odd number: odd numbers are invertible modulo 32, so one wrong character always
// changes the sum.
func check(n []byte) byte {
	sum := 0
	for i, c := range n {
		sum += (2*i + 1) * strings.IndexByte(crockford, c)
	}
	return crockford[sum%32]
}
