package esim

import (
	"errors"
	"regexp"
	"strings"
)

// ErrPhone says that a text is no international phone number.
var ErrPhone = errors.New("esim: not an international phone number")

var (
	phone    = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)
	grouping = strings.NewReplacer(" ", "", "-", "", "(", "", ")", "")
)

// ParsePhone returns a phone number as E.164 writes it, a plus and 7 to 15 digits; spaces, hyphens and brackets that group
// them are removed. The error is ErrPhone.
func ParsePhone(s string) (string, error) {
	s = grouping.Replace(strings.TrimSpace(s))
	if !phone.MatchString(s) {
		return "", ErrPhone
	}
	return s, nil
}
