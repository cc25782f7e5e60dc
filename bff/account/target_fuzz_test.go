package account_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/notify"
)

var e164 = regexp.MustCompile(`^\+[1-9][0-9]{5,14}$`)

// An address or a number that is accepted has one form, in which it is accepted again, and which can do nothing in the head of a mail.
func FuzzTarget(f *testing.F) {
	for _, seed := range []string{
		"Ada@Example.com", "ａｄａ＠ｅｘａｍｐｌｅ。ｃｏｍ", "a@b.c\r\nBcc: d@e.f", `"a b"@example.com`, "Ada <ada@example.com>", "a@[127.0.0.1]", "a@b..c", "@example.com", "a@.b.",
		"+852 5123-4567", "００８５２５１２３４５６７", "0041 (0) 44 668 18 00", "+0123456", "+\u0661\u0662\u0663\u0664\u0665\u0666", strings.Repeat("a", 300) + "@b.co", "\x00a@b.co", "a@\u212a.co",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		for _, channel := range []string{notify.Email, notify.SMS} {
			target, err := account.Target(channel, typed)
			if err != nil {
				if target != "" {
					t.Fatalf("%s %q is refused as %q", channel, typed, target)
				}
				continue
			}
			if again, err := account.Target(channel, target); err != nil || again != target {
				t.Fatalf("%s %q is %q, and that %q: %v", channel, typed, target, again, err)
			}
			if len(target) > 254 || strings.ContainsFunc(target, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) }) || strings.ContainsAny(target, `<>,;"`) {
				t.Fatalf("%s %q is %q", channel, typed, target)
			}
			if channel == notify.Email && strings.Count(target, "@") != 1 || channel == notify.SMS && !e164.MatchString(target) {
				t.Fatalf("%s %q is %q", channel, typed, target)
			}
		}
	})
}
