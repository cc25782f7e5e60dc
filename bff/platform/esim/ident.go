package esim

import (
	"errors"
	"regexp"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/input"
)

// Reasons why a text is no identifier of its kind.
var (
	ErrICCID = errors.New("esim: not an ICCID")
	ErrEID   = errors.New("esim: not an EID")
)

var (
	iccid         = regexp.MustCompile(`^89[0-9]{17,18}$`)
	iccidMainland = regexp.MustCompile(`^8986[0-9A-F]{16}$`)
	eid           = regexp.MustCompile(`^[0-9]{32}$`)
)

// Form says what carries an ICCID.
type Form int

// The forms of a SIM.
const (
	// Profile is an eSIM.
	Profile Form = iota
	// Card is a piece of plastic.
	Card
)

// ParseICCID returns the 19 or 20 characters of an ICCID, what groups them removed, in upper case. The error is ErrICCID when
// the shape is wrong. luhn is false when only the check digit is: callers warn and go on, because numbers that fail are
// printed on real cards. Cards (not profiles) of mainland China may hold the letters A to F.
func ParseICCID(s string, form Form) (number string, luhn bool, err error) {
	s = compact(s)
	if iccid.MatchString(s) {
		return s, luhnValid(s), nil
	}
	if form == Card && iccidMainland.MatchString(s) {
		return s, false, nil
	}
	return "", false, ErrICCID
}

// ParseEID returns the 32 digits of an EID, what groups them removed. The error is ErrEID when the length or the check digits
// (the number modulo 97 is 1) are wrong. An EID need not start with 89 (SGP.29).
func ParseEID(s string) (string, error) {
	s = compact(s)
	if !eid.MatchString(s) {
		return "", ErrEID
	}
	rest := 0
	for i := range len(s) {
		rest = (rest*10 + int(s[i]-'0')) % 97
	}
	if rest != 1 {
		return "", ErrEID
	}
	return s, nil
}

// Last4 returns the last four characters of an identifier, the most of it that is ever shown; all of a shorter one.
func Last4(s string) string {
	r := []rune(s)
	return string(r[max(0, len(r)-4):])
}

func compact(s string) string { return strings.ToUpper(input.Joined(s)) }

// CheckDigit returns the Luhn digit that completes a number of decimal digits.
func CheckDigit(body string) string {
	sum := 0
	for i := range len(body) {
		d := int(body[len(body)-1-i] - '0')
		if i%2 == 0 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return string(rune('0' + (10-sum%10)%10))
}

// luhnValid expects digits only.
func luhnValid(s string) bool { return s[len(s)-1:] == CheckDigit(s[:len(s)-1]) }
