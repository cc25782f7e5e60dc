package esim

import (
	"errors"
	"regexp"

	"github.com/roamcart/roamcart/bff/platform/input"
)

// ErrPhone says that a text is no international phone number.
var ErrPhone = errors.New("esim: not an international phone number")

var phone = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)

// ParsePhone returns a phone number as E.164 writes it, a plus and 7 to 15 digits; what groups them is removed. The error is ErrPhone.
func ParsePhone(s string) (string, error) {
	s = input.Joined(s)
	if !phone.MatchString(s) {
		return "", ErrPhone
	}
	return s, nil
}
