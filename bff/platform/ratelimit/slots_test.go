package ratelimit_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/ratelimit"
)

func TestSlots(t *testing.T) {
	t.Parallel()
	s := ratelimit.NewSlots[string](3, 2)
	require.NoError(t, s.Take("a"))
	require.NoError(t, s.Take("a"))
	require.ErrorIs(t, s.Take("a"), ratelimit.ErrShare)
	require.NoError(t, s.Take("b"), "another key has slots of its own")
	require.ErrorIs(t, s.Take("b"), ratelimit.ErrFull)
	s.Free("a")
	require.NoError(t, s.Take("b"), "what was returned can be taken again")
	require.Equal(t, 3, s.Taken())

	none := ratelimit.NewSlots[string](0, 0)
	for range 1000 {
		require.NoError(t, none.Take("a"))
	}
}

// However many ask at once, no more than the bound are under way.
func TestSlotsAreNeverMoreThanTheBound(t *testing.T) {
	t.Parallel()
	s := ratelimit.NewSlots[int](5, 2)
	var underWay, most atomic.Int64
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			for range 500 {
				if s.Take(i%4) != nil {
					continue
				}
				if n := underWay.Add(1); n > most.Load() {
					most.Store(n)
				}
				underWay.Add(-1)
				s.Free(i % 4)
			}
		})
	}
	all.Wait()
	require.LessOrEqual(t, most.Load(), int64(5))
	require.Zero(t, s.Taken())
}
