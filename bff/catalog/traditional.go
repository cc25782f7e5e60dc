package catalog

import (
	_ "embed"
	"slices"
	"strings"
)

// traditionalFile has every Chinese character of the names that searches know, with the traditional characters that it stands for,
// after the dictionaries of OpenCC. scripts/traditional.mjs writes it.
//
//go:embed traditional.txt
var traditionalFile string

// toSimplified has the simplified character of each traditional one, toTraditional the other way round, the usual one first.
var toSimplified, toTraditional = func() (map[rune]rune, map[rune][]rune) {
	simple, traditional := map[rune]rune{}, map[rune][]rune{}
	for entry := range strings.FieldsSeq(traditionalFile) {
		forms := []rune(entry)
		traditional[forms[0]] = forms[1:]
		for _, form := range forms[1:] {
			simple[form] = forms[0]
		}
	}
	return simple, traditional
}()

// simplified returns the simplified form of a traditional character that names have, and any other character as it is.
func simplified(r rune) rune {
	if s, ok := toSimplified[r]; ok {
		return s
	}
	return r
}

// withTraditional adds the names as they are written in traditional characters, for searches in the browser, which has no table. Where
// a character may stay as it is (台), both are.
func withTraditional(names []string) []string {
	out := slices.Clone(names)
	for _, name := range names {
		for _, most := range []int{1, len(traditionalFile)} {
			written := strings.Map(func(r rune) rune {
				if forms := toTraditional[r]; len(forms) > 0 && len(forms) <= most {
					return forms[0]
				}
				return r
			}, name)
			if !slices.Contains(out, written) {
				out = append(out, written)
			}
		}
	}
	return out
}
