package input_test

import (
	"slices"
	"testing"

	"github.com/roamcart/roamcart/bff/platform/input"
)

func TestWhatPeopleType(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, typed, want string
		read              func(string) string
	}{
		{"blanks of two languages", "\t　Ada Lovelace \u00a0", "Ada Lovelace", input.Line},
		{"several lines", "Ada\r\nLovelace\u2028", "Ada  Lovelace", input.Line},
		{"nothing that is seen", "\u200b\u2060\ufeff\u200d", "", input.Line},
		{"a turned line", "\u202eadA\u202c", "adA", input.Line},
		{"control characters", "A\u0000d\u0007a", "Ada", input.Line},
		{"joined letters", "می\u200cخواهم", "می\u200cخواهم", input.Line},
		{"a joined emoji", "👩\u200d👧", "👩\u200d👧", input.Line},
		{"full-width words", "（上海）１号", "（上海）１号", input.Line},
		{"paragraphs", " a\r\n\r\n\tb\u202e ", "a\n\n\tb", input.Text},
		{"a full-width address", " Ａｄａ＠ｅｘａｍｐｌｅ。ｃｏｍ　", "Ada@example.com", input.Plain},
		{"a full-width postcode", "ＳＷ１Ａ　１ＡＡ", "SW1A 1AA", input.Plain},
		{"a full-width code", "１２３ ４５６", "123456", input.Joined},
		{"a code with dashes", "123–456\u200b", "123456", input.Joined},
		{"a full-width number", "＋８５２（０）９１２３－４５６７", "+852091234567", input.Joined},
		{"a tagged mailbox", " Ada+Shop@Example.com", "ada@example.com", input.Mailbox},
		{"a full-width mailbox", "Ａｄａ＠ｅｘａｍｐｌｅ。ｃｏｍ", "ada@example.com", input.Mailbox},
		{"a mailbox at Google", "A.b.C+shop@GoogleMail.com", "abc@gmail.com", input.Mailbox},
		{"the same at Google", "abc@gmail.com", "abc@gmail.com", input.Mailbox},
		{"dots elsewhere", "a.b.c@example.com", "a.b.c@example.com", input.Mailbox},
		{"Google within a name", "a.b@gmail.com.example", "a.b@gmail.com.example", input.Mailbox},
		{"only dots", "..@gmail.com", "..@gmail.com", input.Mailbox},
		{"a mailbox of nobody", "@example.com", "", input.Mailbox},
		{"no mailbox", "ada", "", input.Mailbox},
		{"a number with dots", "+1 415.555.0100", "+14155550100", input.Joined},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := c.read(c.typed); got != c.want {
				t.Errorf("%q is read as %q, want %q", c.typed, got, c.want)
			}
		})
	}
}

func TestFormerSpellingsOfMailboxes(t *testing.T) {
	t.Parallel()
	for email, want := range map[string][]string{
		"A.b+1@googlemail.com": {"ab@gmail.com", "a.b@googlemail.com"},
		"ab@gmail.com":         {"ab@gmail.com"},
		"a.b+1@example.com":    {"a.b@example.com"},
		"":                     {""},
	} {
		if got := input.Mailboxes(email); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", email, got, want)
		}
	}
}
