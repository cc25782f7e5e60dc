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

// newProse is a bench whose pages are prose that a change of its seed changes.
func newProse(client redis.UniversalClient) (b *bench, mark *int64, seed *uint64) {
	mark, seed = new(int64(10)), new(uint64(1))
	b = newBench(client, 0, func(n int64, _ *web.PageRequest) (*web.Answer, error) {
		a := page(n, *mark, "faq")
		a.Body = []byte("all renders " + prose(*seed))
		return a, nil
	})
	return b, mark, seed
}

func (b *bench) recompress(t *testing.T) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); b.Recompress(ctx) }()
	t.Cleanup(func() { stop(); <-done })
}

// visit asks as a visitor does.
func (b *bench) visit(t *testing.T, target string) *web.Answer {
	t.Helper()
	a, ok := b.Lookup(request(target))
	require.True(t, ok, target)
	return a
}

// visited visits a page until it is packed tight.
func (b *bench) visited(t *testing.T, target string) *web.Answer {
	t.Helper()
	require.Eventually(t, func() bool { return b.visit(t, target).Recompressed }, 20*time.Second, 5*time.Millisecond)
	return b.visit(t, target)
}

func TestWhatIsAskedForIsPackedTighter(t *testing.T) {
	t.Parallel()
	const filtered = "/en/faq?keyword=hotspot"
	b, _, _ := newProse(nil)
	b.recompress(t)
	for _, target := range []string{"/en/faq", filtered} {
		for range 20 { // a warmer is no visitor
			b.got(t, target)
		}
	}
	for range 3 {
		require.False(t, b.visit(t, filtered).Recompressed)
	}
	before := b.Stats().Bytes
	loose := b.visit(t, "/en/faq")
	tight := b.visited(t, "/en/faq")
	saved := len(form(t, loose, "br")) - len(form(t, tight, "br"))
	require.Greater(t, saved, len(form(t, loose, "br"))/50)
	require.Equal(t, before-saved, b.Stats().Bytes)
	require.Equal(t, "all renders", plain(t, tight))
	require.Same(t, &form(t, loose, "gzip")[0], &form(t, tight, "gzip")[0])
	require.Equal(t, loose.ETag, tight.ETag, "of the content")
	require.False(t, b.visit(t, filtered).Recompressed, "three visits are not enough for one of many")
	require.True(t, b.visited(t, filtered).Recompressed)
	require.EqualValues(t, 2, b.r.renders.Load())
}

func TestAPageThatSaysTheSameStaysTight(t *testing.T) {
	t.Parallel()
	b, mark, seed := newProse(nil)
	b.recompress(t)
	b.got(t, "/en/faq")
	tight := b.visited(t, "/en/faq")
	renew := func() *web.Answer {
		b.feed.change(*mark, "faq")
		require.Equal(t, 1, b.Invalidate([]string{"faq"}))
		*mark++
		from, _ := b.got(t, "/en/faq")
		require.Equal(t, cache.Miss, from)
		return b.visit(t, "/en/faq")
	}
	require.Same(t, &form(t, tight, "br")[0], &form(t, renew(), "br")[0])
	*seed = 2
	other := renew()
	require.False(t, other.Recompressed)
	require.NotEqual(t, tight.ETag, other.ETag)
	require.True(t, b.visited(t, "/en/faq").Recompressed)
}

func TestReplicasShareWhatOneHasPacked(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	client := server.Client(t)
	one, _, _ := newProse(client)
	two, _, _ := newProse(server.Client(t))
	one.got(t, "/en/faq")
	two.got(t, "/en/faq")
	keys, err := client.Keys(t.Context(), "page:*").Result()
	require.NoError(t, err)
	require.Len(t, keys, 1)
	require.NoError(t, client.Expire(t.Context(), keys[0], time.Hour).Err())
	one.recompress(t)
	tight := one.visited(t, "/en/faq")
	stored := func() []byte {
		raw, err := client.Get(t.Context(), keys[0]).Bytes()
		require.NoError(t, err)
		return raw
	}
	require.Eventually(t, func() bool { return strings.Contains(string(stored()), string(form(t, tight, "br"))) },
		20*time.Second, 5*time.Millisecond)
	left, err := client.TTL(t.Context(), keys[0]).Result()
	require.NoError(t, err)
	require.LessOrEqual(t, left, time.Hour, "it does not live longer for that")

	three, _, _ := newProse(server.Client(t))
	from, _ := three.got(t, "/en/faq")
	require.Equal(t, cache.Shared, from)
	require.True(t, three.visit(t, "/en/faq").Recompressed, "also after a start")
	two.recompress(t)
	require.Equal(t, form(t, tight, "br"), form(t, two.visited(t, "/en/faq"), "br"))
}
