package input_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/roamcart/roamcart/bff/platform/input"
)

// What was read once is read as the same again, is no longer than what was typed, and holds nothing that ends or turns a line.
func FuzzInput(f *testing.F) {
	for _, seed := range []string{
		"", " Ａｄａ＠ｅｘａｍｐｌｅ。ｃｏｍ　", "\u202eadA\u202c", "a\r\nBcc: b@example.com", "1２3–4.5 (6)\u200b", "👩\u200d👧", "\u200c\u3000\u200d", "\x00\xff", "｡｡", "ﾊﾟ",
		"\u2028\u2029\u0085", "a\u00a0\u200db",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		for name, read := range map[string]func(string) string{"Line": input.Line, "Text": input.Text, "Plain": input.Plain, "Joined": input.Joined} {
			once := read(typed)
			if again := read(once); again != once {
				t.Fatalf("%s reads %q as %q, and that as %q", name, typed, once, again)
			}
			for _, r := range once {
				if unicode.IsControl(r) && (name != "Text" || r != '\n' && r != '\t') || unicode.In(r, unicode.Zl, unicode.Zp) || r >= '\u202a' && r <= '\u202e' {
					t.Fatalf("%s reads %q as %q", name, typed, once)
				}
			}
			// Bytes that are no text are read as U+FFFD, which has three.
			if len(once) > 3*len(typed) {
				t.Fatalf("%s reads %d bytes as %d", name, len(typed), len(once))
			}
		}
		mailbox := input.Mailbox(typed)
		if mailbox != strings.ToLower(mailbox) || strings.ContainsAny(mailbox, "\r\n") {
			t.Fatalf("%q is the mailbox %q", typed, mailbox)
		}
		if all := input.Mailboxes(typed); all[0] != mailbox || len(all) > 2 {
			t.Fatalf("%q is the mailbox %q, and %q", typed, mailbox, all)
		}
	})
}
