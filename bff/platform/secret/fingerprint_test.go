package secret_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/secret"
)

func maker(t *testing.T, secrets ...string) *secret.Fingerprinter {
	t.Helper()
	var older [][]byte
	for _, s := range secrets[1:] {
		older = append(older, []byte(strings.Repeat(s, 16)))
	}
	m, err := secret.NewFingerprinter([]byte(strings.Repeat(secrets[0], 16)), older...)
	require.NoError(t, err)
	return m
}

func TestAFingerprintStandsForOneTextPurposeSiteAndSecret(t *testing.T) {
	t.Parallel()
	m := maker(t, "a")
	own := m.Of("login", 20, "ada@example.com")
	if len(own) != 43 || own != maker(t, "a").Of("login", 20, "ada@example.com") {
		t.Fatalf("fingerprint %q", own)
	}
	for what, other := range map[string]string{
		"text": m.Of("login", 20, "eve@example.com"), "purpose": m.Of("order", 20, "ada@example.com"),
		"site": m.Of("login", 21, "ada@example.com"), "secret": maker(t, "b").Of("login", 20, "ada@example.com"),
		"the border between site and text": m.Of("login", 2, "0:ada@example.com"),
	} {
		if other == own {
			t.Errorf("another %s, the same fingerprint", what)
		}
	}
}

func TestARotationIsRecognised(t *testing.T) {
	t.Parallel()
	before := maker(t, "a").Of("order", 20, "ada@example.com")
	after := maker(t, "b", "a")
	if after.Of("order", 20, "ada@example.com") == before || !slices.Contains(after.All("order", 20, "ada@example.com"), before) {
		t.Fatal("what was kept before the rotation is not recognised")
	}
	if _, err := secret.NewFingerprinter([]byte("short")); err == nil {
		t.Fatal("a short secret was taken")
	}
}
