package account

import (
	"net/mail"
	"regexp"
	"strings"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
)

var (
	// anyPhone is a number however its owner writes it, without its spaces; mobile is one that names its country, as E.164 does.
	anyPhone = regexp.MustCompile(`^\+?[0-9]{6,15}$`)
	mobile   = regexp.MustCompile(`^(?:\+|00)?([1-9][0-9]{5,14})$`)
)

// Target returns the normal form of an address, the same however it is written: a mailbox in lower case, a number as E.164
// has it. Faults on the field target: email_required, email_invalid, phone_required, phone_invalid.
func Target(channel, target string) (string, error) {
	bad := fault.Form{}
	switch channel {
	case notify.Email:
		if email, ok := NormalEmail(target); ok {
			return email, nil
		}
		bad.Correct("target", target, "email", false)
		return "", fault.Fields(bad)
	case notify.SMS:
		if m := mobile.FindStringSubmatch(input.Joined(target)); m != nil {
			return "+" + m[1], nil
		}
		bad.Correct("target", target, "phone", false)
		return "", fault.Fields(bad)
	}
	return "", fault.Fields(map[string]string{"channel": "invalid_value"})
}

// NormalEmail returns an address in lower case, and whether it is one that mail can reach.
func NormalEmail(s string) (string, bool) {
	s = strings.ToLower(input.Plain(s))
	a, err := mail.ParseAddress(s)
	if err != nil || a.Address != s || len(s) > 254 {
		return "", false
	}
	_, domain, _ := strings.Cut(s, "@")
	return s, strings.Contains(strings.Trim(domain, "."), ".")
}

// Email reports whether s is an address that mail can reach.
func Email(s string) bool {
	_, ok := NormalEmail(s)
	return ok
}

// Phone reports whether s can be a phone number.
func Phone(s string) bool { return anyPhone.MatchString(input.Joined(s)) }

// Mobile reports whether a text message can reach s: it names its country.
func Mobile(s string) bool {
	_, err := Target(notify.SMS, s)
	return err == nil
}
