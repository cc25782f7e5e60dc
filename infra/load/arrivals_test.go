package main

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestVisitsArriveInTime(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	begun := map[int]time.Time{}
	began := time.Now()
	all := runAtRate(t.Context(), 100, 300*time.Millisecond, func(_ context.Context, n int) error {
		mu.Lock()
		defer mu.Unlock()
		begun[n] = time.Now()
		return nil
	})
	require.Len(t, all, 30)
	require.Len(t, begun, 30)
	for n, at := range begun {
		require.GreaterOrEqual(t, at.Sub(began), time.Duration(n)*10*time.Millisecond, "no visit is early")
	}
	require.NoError(t, fault(all))
}

// A shop that serves one visit every 20 ms is visited every 5 ms: visits do not wait for each other to arrive, and each has waited
// for all before it.
func TestVisitsThatWaitAreSlow(t *testing.T) {
	t.Parallel()
	var counter sync.Mutex
	all := runAtRate(t.Context(), 200, 100*time.Millisecond, func(context.Context, int) error {
		counter.Lock()
		defer counter.Unlock()
		time.Sleep(20 * time.Millisecond)
		return nil
	})
	require.Len(t, all, 20)
	every := latencies(all, func(int) bool { return true })
	require.GreaterOrEqual(t, part(every, 1), 300.0, "20 visits take 400 ms, and the last came after 95")
	require.Greater(t, part(every, 0.5), 100.0)
}

func TestVisitsEndWithTheirContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	all := runAtRate(ctx, 1000, time.Minute, func(_ context.Context, n int) error {
		if n == 3 {
			cancel()
		}
		return nil
	})
	require.Less(t, len(all), 1000)
}

func TestFaultNamesEachErrorOnce(t *testing.T) {
	t.Parallel()
	closed := errors.New("closed")
	require.EqualError(t, fault([]visitResult{{err: closed}, {}, {err: closed}, {err: errors.New("full")}}), "closed\nfull")
}

func TestPart(t *testing.T) {
	t.Parallel()
	of := func(n int) (out []time.Duration) {
		for i := range n {
			out = append(out, time.Duration(n-i)*time.Millisecond)
		}
		return out
	}
	for _, c := range []struct {
		n         int
		of, meant float64
	}{{100, 0.5, 50}, {100, 0.99, 99}, {100, 1, 100}, {10, 0.99, 10}, {10, 0.5, 5}, {1, 0.5, 1}, {3, 0, 1}, {0, 0.5, 0}} {
		require.Equal(t, c.meant, part(of(c.n), c.of), "%v", c)
	}
}

func TestHighestRate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ limit, found float64 }{{130, 130}, {77, 75}, {20, 20}, {9, 8.75}, {1, 0}} {
		found, err := highestRate(40, 5, func(rate float64) (bool, error) { return rate <= c.limit, nil })
		require.NoError(t, err)
		require.Equal(t, c.found, found, "%v", c)
	}
	broken := errors.New("broken")
	_, err := highestRate(40, 5, func(float64) (bool, error) { return false, broken })
	require.ErrorIs(t, err, broken)
}
