package account

import (
	"strings"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/dial"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
)

// Target returns the normal form of an address, the same however it is written: a mailbox in lower case, a number as E.164
// has it. Callers have put the country code before a number that was typed without ([dial.Number]). Faults on the field target:
// email_required, email_invalid, phone_required, phone_invalid, phone_code_missing.
func Target(channel, target string) (string, error) {
	normal, problem := "", ""
	switch channel {
	case notify.Email:
		normal, problem = emailTarget(target)
	case notify.SMS:
		normal, problem = phoneTarget(target)
	default:
		return "", fault.Fields(map[string]string{"channel": "invalid_value"})
	}
	if problem != "" {
		return "", fault.Fields(map[string]string{"target": problem})
	}
	return normal, nil
}

// emailTarget returns a mailbox in its normal form, or what is wrong with it.
func emailTarget(typed string) (email, problem string) {
	email, ok := NormalEmail(typed)
	switch {
	case ok:
		return email, ""
	case strings.TrimSpace(typed) == "":
		return "", "email_required"
	}
	return "", "email_invalid"
}

// phoneTarget returns a number in its normal form, or what is wrong with it.
func phoneTarget(typed string) (number, problem string) {
	if strings.TrimSpace(typed) == "" {
		return "", "phone_required"
	}
	return dial.Read(typed)
}

// NormalEmail returns an address in lower case, and whether it is one that mail can reach.
func NormalEmail(s string) (string, bool) { return input.Email(s) }

// Email reports whether s is an address that mail can reach.
func Email(s string) bool {
	_, ok := NormalEmail(s)
	return ok
}
