package catalog

import (
	"slices"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// Every Chinese character of a name is in the table, be it that it has no other form: otherwise scripts/traditional.mjs has to run again.
func TestTheTableKnowsEveryCharacterOfNames(t *testing.T) {
	t.Parallel()
	var names []string
	for _, e := range seeded(t) {
		names = append(names, e.names...)
	}
	for _, p := range longestFirst {
		names = append(names, p.text)
	}
	require.Greater(t, len(names), 500)
	for _, name := range names {
		for _, r := range name {
			if _, known := toTraditional[r]; unicode.Is(unicode.Han, r) && !known {
				t.Errorf("%q of %s is not in traditional.txt", r, name)
			}
		}
	}
	for form, simple := range toSimplified {
		require.Equal(t, utf8.RuneLen(simple), utf8.RuneLen(form), "%q takes the place of %q", simple, form)
		_, both := toTraditional[form]
		require.False(t, both, "%q is in simplified names, too", form)
	}
}

func TestNamesInTraditionalCharacters(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]string{
		"韩国": {"韩国", "韓國"}, "台湾": {"台湾", "台灣", "臺灣"}, "日本": {"日本"}, "japan": {"japan"},
	} {
		got := withTraditional([]string{name})
		slices.Sort(got)
		slices.Sort(want)
		require.Equal(t, want, got)
	}
}
