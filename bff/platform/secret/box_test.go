package secret_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/roamcart/roamcart/bff/platform/secret"
)

func box(t require.TestingT, current string, older ...string) *secret.Box {
	var rest [][]byte
	for _, o := range older {
		rest = append(rest, []byte(o))
	}
	b, err := secret.NewBox([]byte(current), rest...)
	require.NoError(t, err)
	return b
}

const (
	first  = "0123456789abcdef0123456789abcdef"
	second = "fedcba9876543210fedcba9876543210"
)

func TestABoxOpensWhatItSealed(t *testing.T) {
	t.Parallel()
	b := box(t, first)
	rapid.Check(t, func(t *rapid.T) {
		purpose, plain := rapid.String().Draw(t, "purpose"), rapid.SliceOf(rapid.Byte()).Draw(t, "plain")
		sealed, err := b.Seal(purpose, plain)
		require.NoError(t, err)
		require.Len(t, sealed, len(plain)+30)
		opened, err := b.Open(purpose, sealed)
		require.NoError(t, err)
		require.True(t, bytes.Equal(plain, opened))

		i := rapid.IntRange(0, len(sealed)-1).Draw(t, "byte")
		sealed[i] ^= byte(rapid.IntRange(1, 255).Draw(t, "flip"))
		_, err = b.Open(purpose, sealed)
		require.ErrorIs(t, err, secret.ErrOpen)
	})
}

func TestSealedTwiceDiffers(t *testing.T) {
	t.Parallel()
	b := box(t, first)
	one, err := b.Seal("p", []byte("LPA:1$a.co$X"))
	require.NoError(t, err)
	two, err := b.Seal("p", []byte("LPA:1$a.co$X"))
	require.NoError(t, err)
	require.NotEqual(t, one, two)
	require.NotContains(t, string(one), "LPA")
}

func TestABoxOpensForItsPurposeOnly(t *testing.T) {
	t.Parallel()
	b := box(t, first)
	sealed, err := b.Seal("esim:1", []byte("x"))
	require.NoError(t, err)
	_, err = b.Open("esim:2", sealed)
	require.ErrorIs(t, err, secret.ErrOpen)
}

func TestABoxOpensWhatOlderSecretsSealed(t *testing.T) {
	t.Parallel()
	old, err := box(t, first).Seal("p", []byte("old"))
	require.NoError(t, err)
	rotated := box(t, second, first)
	plain, err := rotated.Open("p", old)
	require.NoError(t, err)
	require.Equal(t, "old", string(plain))

	fresh, err := rotated.Seal("p", []byte("new"))
	require.NoError(t, err)
	_, err = box(t, first).Open("p", fresh)
	require.ErrorIs(t, err, secret.ErrOpen, "the newest secret seals")
	plain, err = box(t, second).Open("p", fresh)
	require.NoError(t, err)
	require.Equal(t, "new", string(plain))
}

func TestABoxRefusesWhatItDidNotSeal(t *testing.T) {
	t.Parallel()
	_, err := secret.NewBox([]byte("short"))
	require.Error(t, err)
	_, err = secret.NewBox([]byte(first), []byte("short"))
	require.Error(t, err)
	for _, sealed := range [][]byte{nil, {}, {1}, make([]byte, 29), make([]byte, 30), bytes.Repeat([]byte{1}, 64)} {
		_, err := box(t, first).Open("p", sealed)
		require.ErrorIs(t, err, secret.ErrOpen)
	}
}
