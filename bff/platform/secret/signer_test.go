package secret_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/roamcart/roamcart/bff/platform/secret"
)

var now = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

func signer(t require.TestingT, current string, older ...string) *secret.Signer {
	var rest [][]byte
	for _, o := range older {
		rest = append(rest, []byte(o))
	}
	s, err := secret.NewSigner([]byte(current), rest...)
	require.NoError(t, err)
	return s
}

func TestASignedTextIsVerified(t *testing.T) {
	t.Parallel()
	s := signer(t, first)
	rapid.Check(t, func(t *rapid.T) {
		purpose, value := rapid.String().Draw(t, "purpose"), rapid.String().Draw(t, "value")
		text := s.Sign(purpose, value, now.Add(time.Hour))
		require.NotContains(t, text, ";", "fits a cookie")
		got, ok := s.Verify(purpose, text, now)
		require.True(t, ok)
		require.Equal(t, value, got)

		i := rapid.IntRange(0, len(text)-1).Draw(t, "at")
		with := rapid.StringMatching(`[A-Za-z0-9._-]`).Draw(t, "with")
		if changed := text[:i] + with + text[i+1:]; changed != text {
			_, ok = s.Verify(purpose, changed, now)
			require.False(t, ok, "%s and %s", text, changed)
		}
	})
}

func TestASignedTextExpires(t *testing.T) {
	t.Parallel()
	s := signer(t, first)
	text := s.Sign("visitor", "v", now.Add(time.Minute))
	_, ok := s.Verify("visitor", text, now.Add(time.Minute-time.Second))
	require.True(t, ok)
	_, ok = s.Verify("visitor", text, now.Add(time.Minute))
	require.False(t, ok)
}

func TestASignedTextHasOnePurpose(t *testing.T) {
	t.Parallel()
	s := signer(t, first)
	_, ok := s.Verify("track", s.Sign("visitor", "v", now.Add(time.Hour)), now)
	require.False(t, ok)
}

func TestOlderSignaturesAreVerified(t *testing.T) {
	t.Parallel()
	old := signer(t, first).Sign("visitor", "v", now.Add(time.Hour))
	rotated := signer(t, second, first)
	_, ok := rotated.Verify("visitor", old, now)
	require.True(t, ok)
	_, ok = signer(t, first).Verify("visitor", rotated.Sign("visitor", "v", now.Add(time.Hour)), now)
	require.False(t, ok, "the current secret signs")
	_, ok = signer(t, second).Verify("visitor", old, now)
	require.False(t, ok, "a secret that was left out is out")
}

func TestASignerRefusesWhatItDidNotSign(t *testing.T) {
	t.Parallel()
	s := signer(t, first)
	good := s.Sign("visitor", "v", now.Add(time.Hour))
	parts := strings.Split(good, ".")
	for _, text := range []string{
		"", ".", "..", "a", "a.b", "a.b.c", good + ".", good + "=", "." + good, good + "\n", parts[0] + "." + parts[1],
		parts[0] + ".99999999999." + parts[2], parts[0] + "." + parts[2], strings.Replace(good, ".", "..", 1),
	} {
		value, ok := s.Verify("visitor", text, now)
		require.False(t, ok, "%q", text)
		require.Empty(t, value)
	}
	_, err := secret.NewSigner([]byte("short"))
	require.Error(t, err)
	_, err = secret.NewSigner([]byte(first), nil)
	require.Error(t, err)
}
