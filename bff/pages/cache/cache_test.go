package cache_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/pages/cache"
	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/platform/changes"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/redistest"
)

// renderer is what stands behind the cache.
type renderer struct {
	renders atomic.Int64
	answer  func(n int64, p *web.PageRequest) (*web.Answer, error)
}

func (r *renderer) Fetch(_ context.Context, p *web.PageRequest) (*web.Answer, error) {
	return r.answer(r.renders.Add(1), p)
}

// page is an answer that says in which render it was made.
func page(n int64, mark int64, tags ...string) *web.Answer {
	a := &web.Answer{Status: 200, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}},
		Body: fmt.Appendf(nil, "render %d %s", n, strings.Repeat("x", 2000))}
	web.SetProvenance(a.Header, changes.Mark{Feed: "f", Xmin: mark}, tags)
	web.SetPageName(a.Header, 20, "/en/page")
	return a
}

// changeFeed is a log of changes that a test writes.
type changeFeed struct {
	mu   sync.Mutex
	last map[string]int64
}

func (f *changeFeed) IsCurrent(at changes.Mark, tags []string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return !slices.ContainsFunc(tags, func(t string) bool { return f.last[t] >= at.Xmin && f.last[t] > 0 })
}

// hookedFeed calls beforeHolds before it returns what it has found.
type hookedFeed struct {
	cache.Feed
	beforeHolds func()
}

func (f hookedFeed) IsCurrent(at changes.Mark, tags []string) bool {
	holds := f.Feed.IsCurrent(at, tags)
	f.beforeHolds()
	return holds
}

func (f *changeFeed) change(at int64, tag string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last[tag] = at
}

type fixture struct {
	*cache.Cache
	renderer *renderer
	feed     *changeFeed
	clock    *clock.Fake
}

func newFixture(redis redis.UniversalClient, bytes int, answer func(n int64, p *web.PageRequest) (*web.Answer, error)) *fixture {
	f := &fixture{renderer: &renderer{answer: answer}, feed: &changeFeed{last: map[string]int64{}},
		clock: clock.NewFake(time.Date(2026, 3, 5, 12, 0, 0, 0, time.UTC))}
	f.Cache = cache.New(cache.Options{
		Next: f.renderer, Feed: f.feed, Clock: f.clock, Redis: redis, RedisTimeout: time.Minute, Bytes: bytes, Build: "b1",
	})
	return f
}

func request(target string) *web.PageRequest {
	return &web.PageRequest{Method: "GET", Target: target, Host: "shop.example", Proto: "https", Shared: true}
}

// fetch fetches a page and returns where it came from and which render made it.
func (f *fixture) fetch(t *testing.T, target string) (from, body string) {
	t.Helper()
	a, err := f.Fetch(t.Context(), request(target))
	require.NoError(t, err)
	return a.From, firstWords(t, a)
}

func TestAPageIsRenderedOnceForAll(t *testing.T) {
	t.Parallel()
	f := newFixture(nil, 0, func(n int64, _ *web.PageRequest) (*web.Answer, error) {
		time.Sleep(50 * time.Millisecond)
		return page(n, 1, "faq"), nil
	})
	var all sync.WaitGroup
	for range 10_000 {
		all.Go(func() {
			a, err := f.Fetch(t.Context(), request("/en/faq"))
			if err != nil || a.Encoded == nil {
				t.Errorf("no page: %v", err)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, 1, f.renderer.renders.Load())
	require.EqualValues(t, 1, f.Stats().Pages)
}

func TestARenderOutlivesItsFirstRequest(t *testing.T) {
	t.Parallel()
	begun, goOn := make(chan struct{}), make(chan struct{})
	f := newFixture(nil, 0, func(n int64, _ *web.PageRequest) (*web.Answer, error) {
		close(begun)
		<-goOn
		return page(n, 1), nil
	})
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error, 1)
	go func() {
		_, err := f.Fetch(ctx, request("/en/faq"))
		left <- err
	}()
	<-begun
	leave()
	require.ErrorIs(t, <-left, context.Canceled)
	close(goOn)
	_, body := f.fetch(t, "/en/faq")
	require.Equal(t, "render 1", body)
}

func TestAChangeExpiresWhatShowsItAndNothingElse(t *testing.T) {
	t.Parallel()
	mark := int64(10)
	f := newFixture(nil, 0, func(n int64, p *web.PageRequest) (*web.Answer, error) {
		return page(n, mark, map[string]string{"/a": "goods:20:a", "/b": "goods:20:b"}[p.Target]), nil
	})
	for _, target := range []string{"/a", "/b"} {
		from, _ := f.fetch(t, target)
		require.Equal(t, cache.Miss, from)
		from, _ = f.fetch(t, target)
		require.Equal(t, cache.Hit, from)
	}
	f.feed.change(10, "goods:20:a")
	require.Equal(t, 1, f.Invalidate([]string{"goods:20:a", "unknown"}))

	// A render that began before the change was known is given to the one who asked, and to nobody after.
	from, body := f.fetch(t, "/a")
	require.Equal(t, []string{cache.Miss, "render 3"}, []string{from, body})
	mark = 11
	from, body = f.fetch(t, "/a")
	require.Equal(t, []string{cache.Miss, "render 4"}, []string{from, body})
	from, _ = f.fetch(t, "/a")
	require.Equal(t, cache.Hit, from)
	from, body = f.fetch(t, "/b")
	require.Equal(t, []string{cache.Hit, "render 2"}, []string{from, body})
}

func TestAChangeWhileAPageIsStoredExpiresIt(t *testing.T) {
	t.Parallel()
	f := newFixture(nil, 0, nil)
	var once sync.Once
	changed := make(chan struct{})
	c := cache.New(cache.Options{Next: f.renderer, Clock: f.clock, Build: "b1", Feed: hookedFeed{f.feed, func() {
		once.Do(func() {
			go func() {
				defer close(changed)
				f.feed.change(10, "faq")
				f.Invalidate([]string{"faq"})
			}()
			select {
			case <-changed:
			case <-time.After(100 * time.Millisecond):
			}
		})
	}}})
	f.Cache = c
	mark := int64(10)
	f.renderer.answer = func(n int64, _ *web.PageRequest) (*web.Answer, error) { return page(n, mark, "faq"), nil }
	f.fetch(t, "/en/faq")
	<-changed
	mark = 11
	from, body := f.fetch(t, "/en/faq")
	require.Equal(t, []string{cache.Miss, "render 2"}, []string{from, body})
}

func TestTheLastPageIsServedWhenThereIsNoNewOne(t *testing.T) {
	t.Parallel()
	var broken atomic.Pointer[web.Answer]
	var down atomic.Bool
	f := newFixture(nil, 0, func(n int64, _ *web.PageRequest) (*web.Answer, error) {
		if down.Load() {
			return nil, errors.New("connection refused")
		}
		if a := broken.Load(); a != nil {
			return a, nil
		}
		return page(n, 20, "faq"), nil
	})
	f.fetch(t, "/en/faq")
	f.feed.change(5, "faq")
	f.Invalidate([]string{"faq"})
	down.Store(true)
	for range 3 {
		from, body := f.fetch(t, "/en/faq")
		require.Equal(t, []string{cache.Stale, "render 1"}, []string{from, body})
	}
	require.EqualValues(t, 2, f.renderer.renders.Load(), "it is not asked for at every request")
	down.Store(false)
	for _, status := range []int{403, 500, 503} {
		broken.Store(&web.Answer{Status: status, Header: http.Header{}})
		f.clock.Advance(2 * time.Second)
		from, body := f.fetch(t, "/en/faq")
		require.Equal(t, []string{cache.Stale, "render 1"}, []string{from, body})
	}
	broken.Store(nil)
	f.clock.Advance(2 * time.Second)
	from, body := f.fetch(t, "/en/faq")
	require.Equal(t, []string{cache.Miss, "render 6"}, []string{from, body})

	down.Store(true)
	_, err := f.Fetch(t.Context(), request("/en/never-seen"))
	require.ErrorContains(t, err, "connection refused")
}

// A pause that was begun before the clock was set back is not as long as the step.
// A renderer that hangs has failed when nobody waits any longer, not when it was asked: of those who come just after, nobody waits.
func TestOnlyTheFirstVisitorWaitsForAHangingRenderer(t *testing.T) {
	t.Parallel()
	var f *fixture
	f = newFixture(nil, 0, func(n int64, _ *web.PageRequest) (*web.Answer, error) {
		if n > 1 {
			f.clock.Advance(5 * time.Second)
			return nil, context.DeadlineExceeded
		}
		return page(n, 1, "faq"), nil
	})
	f.fetch(t, "/en/faq")
	f.Invalidate([]string{"faq"})
	for range 5 {
		from, _ := f.fetch(t, "/en/faq")
		require.Equal(t, cache.Stale, from)
	}
	require.EqualValues(t, 2, f.renderer.renders.Load())
}

func TestAClockThatIsSetBackHoldsNothingUp(t *testing.T) {
	t.Parallel()
	var down, missing atomic.Bool
	f := newFixture(nil, 0, func(n int64, _ *web.PageRequest) (*web.Answer, error) {
		if down.Load() {
			return nil, errors.New("connection refused")
		}
		a := page(n, 20, "faq")
		if missing.Load() {
			a.Status = http.StatusNotFound
		}
		return a, nil
	})
	f.fetch(t, "/en/faq")
	f.feed.change(5, "faq")
	f.Invalidate([]string{"faq"})
	down.Store(true)
	f.fetch(t, "/en/faq")
	down.Store(false)
	f.clock.Advance(-time.Hour)
	from, body := f.fetch(t, "/en/faq")
	require.Equal(t, []string{cache.Miss, "render 3"}, []string{from, body})

	missing.Store(true)
	f.fetch(t, "/en/new")
	missing.Store(false)
	f.clock.Advance(-time.Hour)
	from, _ = f.fetch(t, "/en/new")
	require.Equal(t, cache.Miss, from)
}

func TestAnOldPageIsRenewedInTheBackground(t *testing.T) {
	t.Parallel()
	f := newFixture(nil, 0, func(n int64, _ *web.PageRequest) (*web.Answer, error) { return page(n, 1, "faq"), nil })
	f.fetch(t, "/en/faq")
	f.clock.Advance(11 * time.Minute)
	from, body := f.fetch(t, "/en/faq")
	require.Equal(t, []string{cache.Stale, "render 1"}, []string{from, body})
	f.Close()
	from, body = f.fetch(t, "/en/faq")
	require.Equal(t, []string{cache.Hit, "render 2"}, []string{from, body})
}

func TestUncacheableAnswersAreNotStored(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		request func(*web.PageRequest)
		answer  func(*web.Answer)
	}{
		"a private page":         {request: func(p *web.PageRequest) { p.Shared = false }},
		"a form":                 {request: func(p *web.PageRequest) { p.Method = "POST" }},
		"an answer with cookie":  {answer: func(a *web.Answer) { a.Header.Set("Set-Cookie", "visitor=v") }},
		"a private answer":       {answer: func(a *web.Answer) { a.Header.Set("Cache-Control", "private, no-store") }},
		"a redirect":             {answer: func(a *web.Answer) { a.Status = 308 }},
		"an error":               {answer: func(a *web.Answer) { a.Status = 503 }},
		"a page of unknown make": {answer: func(a *web.Answer) { a.Header.Del("X-Page-Tags") }},
		"a page without a name":  {answer: func(a *web.Answer) { a.Header.Del("X-Page-Name") }},
		"a nameless 404":         {answer: func(a *web.Answer) { a.Header.Del("X-Page-Name"); a.Status = 404 }},
	} {
		f := newFixture(nil, 0, func(n int64, _ *web.PageRequest) (*web.Answer, error) {
			a := page(n, 1)
			if tc.answer != nil {
				tc.answer(a)
			}
			return a, nil
		})
		for n := range 2 {
			p := request("/en/cart")
			if tc.request != nil {
				tc.request(p)
			}
			_, err := f.Fetch(t.Context(), p)
			require.NoError(t, err, name)
			require.EqualValues(t, n+1, f.renderer.renders.Load(), name)
		}
		require.Zero(t, f.Stats().Pages, name)
	}
}

func TestPagesOfAnotherHostSchemeOrBuildAreOthers(t *testing.T) {
	t.Parallel()
	f := newFixture(nil, 0, func(n int64, _ *web.PageRequest) (*web.Answer, error) { return page(n, 1), nil })
	for n, change := range []func(*web.PageRequest){
		func(*web.PageRequest) {}, func(p *web.PageRequest) { p.Host = "hk.shop.example" },
		func(p *web.PageRequest) { p.Proto = "http" }, func(p *web.PageRequest) { p.Target += "?sort=2" },
	} {
		p := request("/en/travel-card/listing")
		change(p)
		a, err := f.Fetch(t.Context(), p)
		require.NoError(t, err)
		require.Equal(t, fmt.Sprintf("render %d", n+1), firstWords(t, a))
	}
}

func TestMemoryIsBounded(t *testing.T) {
	t.Parallel()
	const bound = 64 << 10
	f := newFixture(nil, bound, func(n int64, p *web.PageRequest) (*web.Answer, error) {
		a := page(n, 1, "list:20")
		if strings.HasPrefix(p.Target, "/en/none") {
			a.Status = 404
		}
		return a, nil
	})
	f.fetch(t, "/en/home")
	for n := range 300 {
		f.fetch(t, fmt.Sprintf("/en/travel-card/listing?data=%d", n))
		f.fetch(t, fmt.Sprintf("/en/none/%d", n))
	}
	s := f.Stats()
	require.Less(t, s.Bytes, bound)
	require.Greater(t, s.Pages, 5)
	from, _ := f.fetch(t, "/en/home")
	require.Equal(t, cache.Hit, from, "filters do not drive the shop window out")
	before := f.renderer.renders.Load()
	f.fetch(t, "/en/none/299")
	require.Equal(t, before, f.renderer.renders.Load(), "a 404 is kept, too")
	f.clock.Advance(time.Minute)
	f.fetch(t, "/en/none/299")
	require.Equal(t, before+1, f.renderer.renders.Load(), "for a while")
}

// What visitors think of does not fill Redis: hundreds of filters and searches leave nothing there.
func TestRedisIsBoundedByTheSitemaps(t *testing.T) {
	t.Parallel()
	client := redistest.New(t)
	f := newFixture(client, 0, func(n int64, _ *web.PageRequest) (*web.Answer, error) {
		p := page(n, 1, "faq")
		p.Body = append(p.Body, bytes.Repeat([]byte("<p>a page is long</p>"), 1000)...)
		return p, nil
	})
	memory := func() int64 {
		t.Helper()
		info, err := client.Info(t.Context(), "memory").Result()
		require.NoError(t, err)
		_, rest, _ := strings.Cut(info, "used_memory:")
		digits, _, _ := strings.Cut(rest, "\r")
		n, err := strconv.ParseInt(digits, 10, 64)
		require.NoError(t, err)
		return n
	}
	f.fetch(t, "/en/faq")
	require.EqualValues(t, 1, client.DBSize(t.Context()).Val())
	before := memory()
	for n := range 300 {
		f.fetch(t, fmt.Sprintf("/en/faq?keyword=word%d", n))
	}
	require.EqualValues(t, 1, client.DBSize(t.Context()).Val())
	require.Less(t, memory()-before, int64(1<<20))
	from, _ := f.fetch(t, "/en/faq?keyword=word299")
	require.Equal(t, cache.Hit, from)
}

// Whoever has many pages made is refused those that are not at hand, and no others.
func TestCacheMissesAreLimited(t *testing.T) {
	t.Parallel()
	f := newFixture(nil, 0, func(n int64, _ *web.PageRequest) (*web.Answer, error) { return page(n, 1, "faq"), nil })
	f.fetch(t, "/en/faq")
	asked, refusal := 0, errors.New("too many")
	fetch := func(target string) (*web.Answer, error) {
		p := request(target)
		p.Admit = func() error {
			asked++
			return refusal
		}
		return f.Fetch(t.Context(), p)
	}
	a, err := fetch("/en/faq")
	require.NoError(t, err)
	require.Equal(t, cache.Hit, a.From)
	f.clock.Advance(24 * time.Hour)
	a, err = fetch("/en/faq")
	require.NoError(t, err)
	require.Equal(t, cache.Stale, a.From)
	require.Zero(t, asked, "for a page that is at hand nobody is asked")
	f.Close()
	rendered := f.renderer.renders.Load()
	_, err = fetch("/en/faq?keyword=x")
	require.ErrorIs(t, err, refusal)
	require.Equal(t, rendered, f.renderer.renders.Load())
	refusal = nil
	a, err = fetch("/en/faq?keyword=x")
	require.NoError(t, err)
	require.Equal(t, []any{cache.Miss, 2}, []any{a.From, asked})
}

func TestReplicasShareThroughRedis(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	one := newFixture(server.Client(t), 0, func(n int64, _ *web.PageRequest) (*web.Answer, error) { return page(n, 10, "faq"), nil })
	two := newFixture(server.Client(t), 0, func(n int64, _ *web.PageRequest) (*web.Answer, error) {
		return page(n+100, 20, "faq"), nil
	})
	one.fetch(t, "/en/faq")
	from, body := two.fetch(t, "/en/faq")
	require.Equal(t, []string{cache.Shared, "render 1"}, []string{from, body})
	from, _ = two.fetch(t, "/en/faq")
	require.Equal(t, cache.Hit, from)

	// The second replica knows of a change; the copy of the first, who does not know yet, is of no use to it.
	two.feed.change(15, "faq")
	two.Invalidate([]string{"faq"})
	from, body = two.fetch(t, "/en/faq")
	require.Equal(t, []string{cache.Miss, "render 101"}, []string{from, body})
	one.feed.change(15, "faq")
	one.Invalidate([]string{"faq"})
	from, body = one.fetch(t, "/en/faq")
	require.Equal(t, []string{cache.Shared, "render 101"}, []string{from, body})

	server.Stop()
	from, _ = one.fetch(t, "/en/faq")
	require.Equal(t, cache.Hit, from)
	from, _ = one.fetch(t, "/en/other")
	require.Equal(t, cache.Miss, from)
}
