package crockford_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/crockford"
)

func TestRandomWordsDifferAndUseTheWholeAlphabet(t *testing.T) {
	t.Parallel()
	seen, all := map[string]bool{}, ""
	for range 1000 {
		w := crockford.Random(8)
		require.Len(t, w, 8)
		require.True(t, crockford.Valid(w), w)
		seen[w], all = true, all+w
	}
	require.Len(t, seen, 1000)
	for _, c := range crockford.Alphabet {
		require.Contains(t, all, string(c))
	}
}

func TestNormalReadsWhatPeopleType(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{" ab-12 cd\t": "AB12CD", "oO0iIlL1": "00011111", "ＡＢ１２": "AB12", "": ""} {
		require.Equal(t, want, crockford.Normal(typed), typed)
		require.True(t, crockford.Valid(want))
	}
}

func TestOtherCharactersAreNotValid(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"U", "I", "ab", "A B", "0é0", "00U00", strings.Repeat("0", 100) + "\x00"} {
		require.False(t, crockford.Valid(s), s)
	}
}
