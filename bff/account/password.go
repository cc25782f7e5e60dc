package account

import (
	_ "embed"
	"strings"
	"unicode"

	"github.com/roamcart/roamcart/shared"
)

// commonFile lists passwords that satisfy the rule and that guessers try first, in lower case, a line each.
//
//go:embed common.txt
var commonFile string

var common = func() map[string]bool {
	set := map[string]bool{}
	for line := range strings.Lines(commonFile) {
		set[strings.TrimSpace(line)] = true
	}
	return set
}()

// checkPassword names what is wrong with a chosen password and with its repetition.
func checkPassword(bad map[string]string, password, again string) {
	switch {
	case password == "":
		bad["password"] = "password_required"
	case !followsRule(password):
		bad["password"] = "password_rule"
	case common[strings.ToLower(password)]:
		bad["password"] = "password_common"
	}
	if password != again {
		bad["confirmPassword"] = "password_mismatch"
	}
}

// followsRule is the specification's rule: 8 to 20 characters with digits, letters and symbols.
func followsRule(password string) bool {
	var digits, letters, symbols, all int
	for _, r := range string(normalizePassword(password)) {
		all++
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r) || unicode.IsMark(r):
			letters++
		case unicode.IsControl(r) || r == unicode.ReplacementChar:
			return false
		case !unicode.IsSpace(r):
			symbols++
		}
	}
	c := shared.Constants()
	return all >= c.PasswordMinLength && all <= c.PasswordMaxLength && digits > 0 && letters > 0 && symbols > 0
}
