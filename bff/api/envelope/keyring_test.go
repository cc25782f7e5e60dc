package envelope

import (
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/clock"
)

func TestRotateKeepsTwoKeys(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1024)
	open := func(s Sealed) error {
		_, err := f.opener.Open(t.Context(), testMethod, testPath, s)
		return err
	}
	first, late := f.seal(t, "1"), f.seal(t, "late")
	require.NoError(t, f.ring.Rotate(t.Context()))
	second := f.seal(t, "2")
	require.NotEqual(t, first.KID, second.KID)
	require.NoError(t, open(first), "the old key opens for the overlap")
	require.NoError(t, open(second))

	require.NoError(t, f.ring.Rotate(t.Context()))
	require.Same(t, ErrInvalid, open(late), "two rotations drop a key")
	require.NoError(t, open(f.seal(t, "3")))
}

func TestARetiredKeyEndsWithTheOverlap(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 1024)
	old, err := f.ring.Public(t.Context())
	require.NoError(t, err)
	require.NoError(t, f.ring.Rotate(t.Context()))
	try := func() error {
		s, err := Seal(old, testMethod, testPath, "x", f.clock.Now())
		require.NoError(t, err)
		_, err = f.opener.Open(t.Context(), testMethod, testPath, s)
		return err
	}
	f.clock.Advance(DefaultOverlap - time.Second)
	require.NoError(t, try())
	f.clock.Advance(2 * time.Second)
	require.ErrorIs(t, try(), ErrInvalid)
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
	store, clk := &memoryStore{}, clock.NewFake(testNow)
	start := func(bits int) PublicKey {
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
	f := newFixture(t, 1024)
	rotated, err := f.ring.RotateIfOlder(t.Context(), time.Hour)
	require.NoError(t, err)
	require.False(t, rotated)
	f.clock.Advance(time.Hour)
	rotated, err = f.ring.RotateIfOlder(t.Context(), time.Hour)
	require.NoError(t, err)
	require.True(t, rotated)
}

func TestNewKeyRingRefusesSizes(t *testing.T) {
	t.Parallel()
	for _, bits := range []int{512, 1020, 4104, -1} {
		_, err := NewKeyRing(t.Context(), &memoryStore{}, clock.NewFake(testNow), RingOptions{Bits: bits})
		require.ErrorContains(t, err, "GW_RSA_BITS")
	}
}
