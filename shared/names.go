package shared

import (
	"strings"
	"unicode"
)

// FullName returns a person's name as the language says it: "Ada Lovelace", in Chinese "Lovelace Ada". A name in Chinese
// characters has its family name first, and no blank, in every language. The browser's half is fullName in
// ssr/app/i18n/format.ts.
func FullName(locale, first, last string) string {
	name := last + first
	if name != "" && strings.IndexFunc(name, func(r rune) bool { return !unicode.Is(unicode.Han, r) }) < 0 {
		return name
	}
	return strings.TrimSpace(In(locale, first+" "+last, last+" "+first))
}
