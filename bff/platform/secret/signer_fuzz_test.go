package secret

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// What a signer signs, such as a cookie or where a list goes on, is verified for its purpose and its time; nobody else makes such a text.
func FuzzSigner(f *testing.F) {
	f.Add("visitor", "v1", "dg.1.AAAA", int64(1_700_000_000), uint(2))
	f.Add("", "", "..", int64(0), uint(0))
	f.Add("track", "261121ABCDEFGHJ\x00.\n", "dg.9223372036854775808.", int64(-62135596801), uint(40))
	s, err := NewSigner([]byte("0123456789abcdef0123456789abcdef"), []byte("an older one, of 32 bytes length"))
	require.NoError(f, err)
	now := time.Unix(1_700_000_000, 0)
	f.Fuzz(func(t *testing.T, purpose, value, forged string, exp int64, at uint) {
		if got, ok := s.Verify(purpose, forged, now); ok {
			t.Fatalf("%q is believed to say %q", forged, got)
		}
		text := s.Sign(purpose, value, time.Unix(exp, 0))
		if strings.ContainsFunc(text, func(r rune) bool {
			return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.", r))
		}) {
			t.Fatalf("%q does not fit a cookie", text)
		}
		got, ok := s.Verify(purpose, text, now)
		if want := exp > now.Unix(); ok != want || ok && got != value {
			t.Fatalf("%q until %d is verified as %q, %v", value, exp, got, ok)
		}
		if _, ok := s.Verify(purpose+"x", text, now); ok {
			t.Fatal("it is good for another purpose")
		}
		changed := []byte(text)
		if n := at % uint(len(changed)); changed[n] == 'A' {
			changed[n] = 'B'
		} else {
			changed[n] = 'A'
		}
		if got, ok := s.Verify(purpose, string(changed), now); ok {
			t.Fatalf("%q is believed to say %q", changed, got)
		}
	})
}
