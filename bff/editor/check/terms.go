package check

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/roamcart/roamcart/shared"
)

// term is how the glossary calls a thing in a language, and what it does not call it.
type term struct {
	says []*regexp.Regexp
	use  string
	not  []*regexp.Regexp
	// plain are the words of not in small letters: a text without any of them has no need of patterns.
	plain []string
}

var row = regexp.MustCompile(`(?m)^\| (.+) \|$`)

// glossaries are the terms by language.
var glossaries = sync.OnceValue(func() map[string][]term {
	out := map[string][]term{}
	for _, found := range row.FindAllStringSubmatch(shared.Glossary(), -1) {
		cells := strings.Split(found[1], " | ")
		if len(cells) != 5 || cells[0] == "thing" || strings.HasPrefix(cells[0], "---") {
			continue
		}
		for lang, two := range map[string][]string{"en": cells[1:3], "zh": cells[3:5]} {
			out[lang] = append(out[lang], term{words(two[0]), strings.TrimSpace(two[0]), words(two[1]), strings.Split(strings.ToLower(strings.TrimSpace(two[1])), ", ")})
		}
	}
	return out
})

func words(cell string) []*regexp.Regexp {
	var out []*regexp.Regexp
	for word := range strings.SplitSeq(cell, ", ") {
		if word = strings.TrimSpace(word); word != "" {
			out = append(out, regexp.MustCompile(`(?i)`+regexp.QuoteMeta(word)))
		}
	}
	return out
}

var address = regexp.MustCompile(`\]\([^)]*\)`)

// terms finds words for which the glossary has another one. What a term itself contains is no fault, and neither are addresses.
func (l *list) terms(in Input) {
	text := blank(l.source, address.FindAllStringIndex(l.source, -1))
	lower := strings.ToLower(text)
	for _, t := range glossaries()[in.Locale] {
		if !slices.ContainsFunc(t.plain, func(word string) bool { return strings.Contains(lower, word) }) {
			continue
		}
		rest := text
		for _, says := range t.says {
			rest = blank(rest, says.FindAllStringIndex(rest, -1))
		}
		for _, not := range t.not {
			for _, place := range not.FindAllStringIndex(rest, -1) {
				if letter(rest, place[0]-1) || letter(rest, place[1]) {
					continue
				}
				l.at(place[0], place[1]-place[0], Finding{
					Code: "term", Severity: Warning, Params: map[string]any{"found": l.source[place[0]:place[1]], "use": t.use},
				})
			}
		}
	}
}

// letter reports whether there is an English letter at an offset: a word ends where its letters do.
func letter(s string, at int) bool {
	return at >= 0 && at < len(s) && (s[at] >= 'a' && s[at] <= 'z' || s[at] >= 'A' && s[at] <= 'Z')
}

// blank puts spaces in place of parts of a text, byte by byte, so that all else stays where it is.
func blank(text string, places [][]int) string {
	if len(places) == 0 {
		return text
	}
	out := []byte(text)
	for _, place := range places {
		for i := place[0]; i < place[1]; i++ {
			out[i] = ' '
		}
	}
	return string(out)
}

// Terms lists the words of a line for which the glossary has another one. Never nil.
func Terms(locale, line string) []Finding {
	l := &list{source: line, found: []Finding{}}
	l.terms(Input{Locale: locale})
	return l.found
}
