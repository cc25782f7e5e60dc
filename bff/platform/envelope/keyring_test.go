package envelope

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/clock"
)

func TestRotateKeepsTwoKeys(t *testing.T) {
	t.Parallel()
	b := setup(t, 1024)
	open := func(s Sealed) error {
		_, err := b.opener.Open(t.Context(), testMethod, testPath, s)
		return err
	}
	first, late := b.seal(t, "1"), b.seal(t, "late")
	require.NoError(t, b.ring.Rotate(t.Context()))
	second := b.seal(t, "2")
	require.NotEqual(t, first.KID, second.KID)
	require.NoError(t, open(first), "the old key opens for the overlap")
	require.NoError(t, open(second))

	require.NoError(t, b.ring.Rotate(t.Context()))
	require.Same(t, ErrInvalid, open(late), "two rotations drop a key")
	require.NoError(t, open(b.seal(t, "3")))
}

func TestARetiredKeyEndsWithTheOverlap(t *testing.T) {
	t.Parallel()
	b := setup(t, 1024)
	old, err := b.ring.Public(t.Context())
	require.NoError(t, err)
	require.NoError(t, b.ring.Rotate(t.Context()))
	try := func() error {
		s, err := Seal(old, testMethod, testPath, "x", b.clock.Now())
		require.NoError(t, err)
		_, err = b.opener.Open(t.Context(), testMethod, testPath, s)
		return err
	}
	b.clock.Advance(DefaultOverlap - time.Second)
	require.NoError(t, try())
	b.clock.Advance(2 * time.Second)
	require.ErrorIs(t, try(), ErrInvalid)
}

func TestReplicasAgree(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	testReplicasAgree(t, func() (KeyStore, error) { return NewDirStore(dir) })
}

// testReplicasAgree starts four rings at once over one store and rotates on all of them at once.
func testReplicasAgree(t *testing.T, open func() (KeyStore, error)) {
	t.Helper()
	clk := clock.NewFake(testNow)
	rings := make([]*KeyRing, 4)
	each := func(do func(i int)) {
		var wg sync.WaitGroup
		for i := range rings {
			wg.Go(func() { do(i) })
		}
		wg.Wait()
	}
	newest := func() map[string]bool {
		out := map[string]bool{}
		for _, r := range rings {
			pub, err := r.Public(t.Context())
			require.NoError(t, err)
			out[pub.KID] = true
		}
		return out
	}
	each(func(i int) {
		store, err := open()
		if err != nil {
			t.Error(err)
			return
		}
		if rings[i], err = NewKeyRing(t.Context(), store, clk, RingOptions{Bits: 1024}); err != nil {
			t.Error(err)
		}
	})
	require.False(t, t.Failed())
	before := newest()
	require.Len(t, before, 1, "one key for all")

	each(func(i int) {
		if err := rings[i].Rotate(t.Context()); err != nil {
			t.Error(err)
		}
	})
	clk.Advance(refreshEvery)
	after := newest()
	require.Len(t, after, 1)
	require.NotEqual(t, before, after)

	// A replica that has not looked yet opens what was sealed with a key that another one just made.
	clk.Advance(missRefresh)
	require.NoError(t, rings[0].Rotate(t.Context()))
	pub, err := rings[0].Public(t.Context())
	require.NoError(t, err)
	s, err := Seal(pub, testMethod, testPath, "x", clk.Now())
	require.NoError(t, err)
	_, err = NewOpener(rings[1], &memorySeen{}, clk).Open(t.Context(), testMethod, testPath, s)
	require.NoError(t, err)
}

func TestTheRingSurvivesARestartAndFollowsTheConfiguredSize(t *testing.T) {
	t.Parallel()
	dir, clk := t.TempDir(), clock.NewFake(testNow)
	start := func(bits int) PublicKey {
		store, err := NewDirStore(dir)
		require.NoError(t, err)
		ring, err := NewKeyRing(t.Context(), store, clk, RingOptions{Bits: bits})
		require.NoError(t, err)
		pub, err := ring.Public(t.Context())
		require.NoError(t, err)
		return pub
	}
	first := start(1024)
	require.Equal(t, 1024, first.Bits)
	require.Equal(t, testNow.UnixMilli(), first.ServerTime)
	require.Equal(t, first, start(1024))
	second := start(1536)
	require.Equal(t, 1536, second.Bits)
	require.NotEqual(t, first.KID, second.KID)
	require.Equal(t, second, start(1536))
}

func TestRotateIfOlder(t *testing.T) {
	t.Parallel()
	b := setup(t, 1024)
	rotated, err := b.ring.RotateIfOlder(t.Context(), time.Hour)
	require.NoError(t, err)
	require.False(t, rotated)
	b.clock.Advance(time.Hour)
	rotated, err = b.ring.RotateIfOlder(t.Context(), time.Hour)
	require.NoError(t, err)
	require.True(t, rotated)
}

func TestNewKeyRingRefusesSizes(t *testing.T) {
	t.Parallel()
	store, err := NewDirStore(t.TempDir())
	require.NoError(t, err)
	for _, bits := range []int{512, 1020, 4104, -1} {
		_, err := NewKeyRing(t.Context(), store, clock.NewFake(testNow), RingOptions{Bits: bits})
		require.ErrorContains(t, err, "GW_RSA_BITS")
	}
}

func TestDirStoreKeepsItsFilesPrivate(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "keys")
	store, err := NewDirStore(dir)
	require.NoError(t, err)
	ring, err := NewKeyRing(t.Context(), store, clock.NewFake(testNow), RingOptions{Bits: 1024})
	require.NoError(t, err)
	for range 3 {
		require.NoError(t, ring.Rotate(t.Context()))
	}
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, files, 2, "keys that are not live any more are deleted")
	for _, f := range files {
		info, err := f.Info()
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	}
	require.NoError(t, os.Chmod(filepath.Join(dir, files[0].Name()), 0o644))
	_, err = store.Newest(t.Context())
	require.ErrorContains(t, err, "0600")
}

func TestStaticStore(t *testing.T) {
	t.Parallel()
	key, err := GenerateKey(1024, testNow)
	require.NoError(t, err)
	text, err := key.pem()
	require.NoError(t, err)
	old, err := GenerateKey(1024, testNow)
	require.NoError(t, err)
	oldText, err := old.pem()
	require.NoError(t, err)
	store, err := NewStaticStore(text, oldText)
	require.NoError(t, err)
	ring, err := NewKeyRing(t.Context(), store, clock.NewFake(testNow), RingOptions{Bits: 2048})
	require.NoError(t, err)
	pub, err := ring.Public(t.Context())
	require.NoError(t, err)
	require.Equal(t, key.KID, pub.KID, "the configured key wins over the configured size")
	_, ok := ring.find(t.Context(), old.KID)
	require.True(t, ok)
	require.ErrorIs(t, ring.Rotate(t.Context()), ErrReadOnly)

	_, err = NewStaticStore([]byte("no key"))
	require.ErrorContains(t, err, "PEM")
	_, err = NewStaticStore()
	require.Error(t, err)
}
