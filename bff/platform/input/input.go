// Package input reads what people type. The same thing is typed in many ways: a Chinese input method writes １２３ for 123
// and ＠ for @, codes are pasted with the blanks and dashes that made them readable, and a copied name brings characters
// along that nobody sees and that turn a line of text round. What is stored, compared or sent on has gone through here.
package input

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Line returns one line of a person's own words, such as a name or a street: without blanks around it, without line ends
// and without what is not seen. Text that shows nothing is empty.
func Line(s string) string { return visible(s, func(rune) bool { return false }) }

// Text is [Line] for several lines.
func Text(s string) string {
	return visible(strings.ReplaceAll(s, "\r\n", "\n"), func(r rune) bool { return r == '\n' || r == '\t' })
}

// Plain returns what a machine compares, such as an e-mail address, a postcode or a promo code: [Line] with full-width
// characters as plain ones.
func Plain(s string) string {
	return strings.Trim(strings.ReplaceAll(width.Fold.String(Line(s)), "。", "."), joiners+" ")
}

// Joined is [Plain] without the blanks, dashes, dots and brackets that group the digits of a code or a number.
func Joined(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.In(r, unicode.Pd, unicode.Cf) || strings.ContainsRune("().", r) {
			return -1
		}
		return r
	}, Plain(s))
}

// Mailbox returns what the mailbox of an e-mail address is known by: [Plain], in lower case, without the tag that makes one
// mailbox look like many, and, where Google keeps it, without the dots, which it does not read, and under gmail.com. It is empty
// for what is no address. Mail goes to the address itself, and an account is found by it.
func Mailbox(email string) string {
	local, domain := untagged(email)
	if domain != "@gmail.com" && domain != "@googlemail.com" {
		return local + domain
	}
	if plain := strings.ReplaceAll(local, ".", ""); plain != "" {
		local = plain
	}
	return local + "@gmail.com"
}

// Mailboxes returns what a mailbox may be known by where it was kept: [Mailbox], and what that was before it knew Google's rules.
func Mailboxes(email string) []string {
	now := Mailbox(email)
	local, domain := untagged(email)
	if before := local + domain; before != now {
		return []string{now, before}
	}
	return []string{now}
}

// untagged returns what stands before the @ of an address, without the tag, and the rest; "" and "" for what is none.
func untagged(email string) (local, domain string) {
	email = strings.ToLower(Plain(email))
	at := strings.LastIndexByte(email, '@')
	if at < 1 {
		return "", ""
	}
	local, _, _ = strings.Cut(email[:at], "+")
	return local, email[at:]
}

// joiners connect letters of some scripts, and the parts of an emoji; alone they show nothing.
const joiners = "\u200c\u200d"

// visible drops control and format characters other than joiners and those that are kept; a line end becomes a blank.
func visible(s string, kept func(rune) bool) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case kept(r) || strings.ContainsRune(joiners, r):
			return r
		case unicode.In(r, unicode.Zl, unicode.Zp) || unicode.IsControl(r) && unicode.IsSpace(r):
			return ' '
		case unicode.In(r, unicode.Cc, unicode.Cf):
			return -1
		}
		return r
	}, s)
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(joiners, r) })
}
