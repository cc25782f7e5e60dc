package account

import (
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/dial"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
)

// Target returns the normal form of an address, the same however it is written: a mailbox in lower case, a number as E.164
// has it. Callers have put the country code before a number that was typed without ([dial.Number]). Faults on the field target:
// email_required, email_invalid, phone_required, phone_invalid, phone_code_missing.
func Target(channel, target string) (string, error) {
	bad := fault.Form{}
	switch channel {
	case notify.Email:
		email, ok := NormalEmail(target)
		bad.Correct("target", target, "email", ok)
		return email, bad.Err()
	case notify.SMS:
		number, problem := dial.ReadRequired(target)
		if problem != "" {
			bad["target"] = problem
		}
		return number, bad.Err()
	}
	return "", fault.Fields(map[string]string{"channel": "channel_invalid"})
}

// NormalEmail returns an address in lower case, and whether it is one that mail can reach.
func NormalEmail(s string) (string, bool) { return input.Email(s) }

// Email reports whether s is an address that mail can reach.
func Email(s string) bool {
	_, ok := NormalEmail(s)
	return ok
}
