package naming

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Reword writes a text with other names: each name that is a key of to becomes its value. names are all names that may stand in the
// text, old and new: one that is part of a longer one there is not that name ("印度" in "印度尼西亚"), nor is a Latin name that is part
// of a word ("Oman" in "Romania").
func Reword(text string, to map[string]string, names []string) string {
	longestFirst := slices.Clone(names)
	slices.SortFunc(longestFirst, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	var out strings.Builder
	before := ' '
	for len(text) > 0 {
		step, says := 0, ""
		for _, name := range longestFirst {
			if name != "" && strings.HasPrefix(text, name) && standsAlone(name, before, text[len(name):]) {
				step, says = len(name), name
				if other, ok := to[name]; ok {
					says = other
				}
				break
			}
		}
		if step == 0 {
			_, step = utf8.DecodeRuneInString(text)
			says = text[:step]
		}
		out.WriteString(says)
		before, _ = utf8.DecodeLastRuneInString(text[:step])
		text = text[step:]
	}
	return out.String()
}

// standsAlone reports whether no word goes on at either end of a name. Chinese has no spaces between words.
func standsAlone(name string, before rune, rest string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	last, _ := utf8.DecodeLastRuneInString(name)
	after, _ := utf8.DecodeRuneInString(rest)
	return !(inWord(first) && inWord(before)) && !(inWord(last) && rest != "" && inWord(after))
}

func inWord(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.Is(unicode.Han, r)
}
