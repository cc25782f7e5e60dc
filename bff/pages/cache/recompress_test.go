package cache_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/pages/cache"
	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/platform/redistest"
)

// prose is text as pages have it, the same for the same seed: long enough that the level of packing shows.
func prose(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 1))
	words := strings.Fields("days data plan Japan Europe eSIM travel card phone price refund activation network hotspot delivery order")
	var b strings.Builder
	for b.Len() < 20_000 {
		fmt.Fprintf(&b, "<li class=\"%s-%d\">%s</li>", words[r.IntN(len(words))], r.IntN(50), words[r.IntN(len(words))])
	}
	return b.String()
}

// newProseFixture returns a fixture whose pages are prose made from a seed.
func newProseFixture(client redis.UniversalClient) (f *fixture, mark *int64, seed *uint64) {
	mark, seed = new(int64(10)), new(uint64(1))
	f = newFixture(client, 0, func(n int64, _ *web.PageRequest) (*web.Answer, error) {
		a := page(n, *mark, "faq")
		a.Body = []byte("all renders " + prose(*seed))
		return a, nil
	})
	return f, mark, seed
}

func (f *fixture) startRecompress(t *testing.T) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); f.Recompress(ctx) }()
	t.Cleanup(func() { stop(); <-done })
}

// lookup looks a page up in memory, as the fast path does for a visitor.
func (f *fixture) lookup(t *testing.T, target string) *web.Answer {
	t.Helper()
	a, ok := f.Lookup(request(target))
	require.True(t, ok, target)
	return a
}

// lookupRecompressed looks a page up until it is recompressed.
func (f *fixture) lookupRecompressed(t *testing.T, target string) *web.Answer {
	t.Helper()
	require.Eventually(t, func() bool { return f.lookup(t, target).Recompressed }, 20*time.Second, 5*time.Millisecond)
	return f.lookup(t, target)
}

func TestRequestedPagesAreRecompressed(t *testing.T) {
	t.Parallel()
	const filtered = "/en/faq?keyword=hotspot"
	f, _, _ := newProseFixture(nil)
	f.startRecompress(t)
	for _, target := range []string{"/en/faq", filtered} {
		for range 20 { // a warmer is no visitor
			f.fetch(t, target)
		}
	}
	for range 3 {
		require.False(t, f.lookup(t, filtered).Recompressed)
	}
	before := f.Stats().Bytes
	loose := f.lookup(t, "/en/faq")
	tight := f.lookupRecompressed(t, "/en/faq")
	saved := len(decodedBody(t, loose, "br")) - len(decodedBody(t, tight, "br"))
	require.Greater(t, saved, len(decodedBody(t, loose, "br"))/50)
	require.Equal(t, before-saved, f.Stats().Bytes)
	require.Equal(t, "all renders", firstWords(t, tight))
	require.Same(t, &decodedBody(t, loose, "gzip")[0], &decodedBody(t, tight, "gzip")[0])
	require.Equal(t, loose.ETag, tight.ETag, "of the content")
	require.False(t, f.lookup(t, filtered).Recompressed, "three visits are not enough for one of many")
	require.True(t, f.lookupRecompressed(t, filtered).Recompressed)
	require.EqualValues(t, 2, f.renderer.renders.Load())
}

func TestAnUnchangedPageStaysRecompressed(t *testing.T) {
	t.Parallel()
	f, mark, seed := newProseFixture(nil)
	f.startRecompress(t)
	f.fetch(t, "/en/faq")
	tight := f.lookupRecompressed(t, "/en/faq")
	renew := func() *web.Answer {
		f.feed.change(*mark, "faq")
		require.Equal(t, 1, f.Invalidate([]string{"faq"}))
		*mark++
		from, _ := f.fetch(t, "/en/faq")
		require.Equal(t, cache.Miss, from)
		return f.lookup(t, "/en/faq")
	}
	require.Same(t, &decodedBody(t, tight, "br")[0], &decodedBody(t, renew(), "br")[0])
	*seed = 2
	other := renew()
	require.False(t, other.Recompressed)
	require.NotEqual(t, tight.ETag, other.ETag)
	require.True(t, f.lookupRecompressed(t, "/en/faq").Recompressed)
}

func TestReplicasShareRecompressedPages(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	client := server.Client(t)
	one, _, _ := newProseFixture(client)
	two, _, _ := newProseFixture(server.Client(t))
	one.fetch(t, "/en/faq")
	two.fetch(t, "/en/faq")
	keys, err := client.Keys(t.Context(), "page:*").Result()
	require.NoError(t, err)
	require.Len(t, keys, 1)
	require.NoError(t, client.Expire(t.Context(), keys[0], time.Hour).Err())
	one.startRecompress(t)
	tight := one.lookupRecompressed(t, "/en/faq")
	stored := func() []byte {
		raw, err := client.Get(t.Context(), keys[0]).Bytes()
		require.NoError(t, err)
		return raw
	}
	require.Eventually(t, func() bool { return strings.Contains(string(stored()), string(decodedBody(t, tight, "br"))) },
		20*time.Second, 5*time.Millisecond)
	left, err := client.TTL(t.Context(), keys[0]).Result()
	require.NoError(t, err)
	require.LessOrEqual(t, left, time.Hour, "it does not live longer for that")

	three, _, _ := newProseFixture(server.Client(t))
	from, _ := three.fetch(t, "/en/faq")
	require.Equal(t, cache.Shared, from)
	require.True(t, three.lookup(t, "/en/faq").Recompressed, "also after a start")
	two.startRecompress(t)
	require.Equal(t, decodedBody(t, tight, "br"), decodedBody(t, two.lookupRecompressed(t, "/en/faq"), "br"))
}
