package cache_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/pages/cache"
	"github.com/roamcart/roamcart/bff/pages/web"
)

// At the start every page is made, and after a change what it expired, and nothing else. Anybody can see how far that is.
func TestPagesAreWarmAfterAStartAndAfterAChange(t *testing.T) {
	t.Parallel()
	tags := map[string]string{"/en/faq": "faq", "/zh/faq": "faq", "/en/home": "site:20"}
	var mark atomic.Int64
	mark.Store(1)
	hold := make(chan struct{})
	f := newFixture(nil, 0, func(n int64, p *web.PageRequest) (*web.Answer, error) {
		if n == 2 {
			<-hold
		}
		if p.Target == "/en/broken" {
			return nil, errors.New("connection refused")
		}
		return page(n, mark.Load(), tags[p.Target]), nil
	})
	w := cache.NewWarmer(f.Cache, f.clock, func(context.Context) ([]*web.PageRequest, error) {
		return []*web.PageRequest{request("/en/faq"), request("/zh/faq"), request("/en/home"), request("/en/broken")}, nil
	})
	require.Zero(t, w.Progress())
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); w.Run(ctx) }()
	t.Cleanup(func() { stop(); <-done })
	requireProgress := func(want string) {
		t.Helper()
		require.Eventually(t, func() bool { return w.Progress().String() == want }, 20*time.Second, 5*time.Millisecond, want)
	}
	requireProgress("pages warm: 1 of 4")
	close(hold)
	requireProgress("pages warm: 3 of 4, 1 failed")
	require.EqualValues(t, 4, f.renderer.renders.Load())

	f.feed.change(1, "faq")
	mark.Store(2)
	require.Equal(t, 2, f.Invalidate([]string{"faq"}))
	w.Trigger()
	require.Equal(t, "pages warm: 0 of 4", w.Progress().String())
	requireProgress("pages warm: 3 of 4, 1 failed")
	require.EqualValues(t, 7, f.renderer.renders.Load(), "the two that changed, and the one that is broken")
	for _, target := range []string{"/en/faq", "/zh/faq", "/en/home"} {
		require.False(t, f.lookup(t, target).Recompressed)
	}
}
