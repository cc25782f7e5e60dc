package cache

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
	"golang.org/x/sync/singleflight"

	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/platform/changes"
	"github.com/roamcart/roamcart/bff/platform/clock"
)

// Where an answer came from, as X-Cache says it.
const (
	Hit    = "hit"    // memory
	Shared = "shared" // Redis
	Miss   = "miss"   // rendered just now
	Stale  = "stale"  // the last page, because a newer one is being made or cannot be had
	Bypass = "bypass" // not a shared page
)

const (
	// softAge is how old a page may be without any change before it is made again in the background: what no change
	// announces (a date that passes) is seen by then.
	softAge = 10 * time.Minute
	// retryAfter is the pause between two vain attempts to renew a page that can be served stale.
	retryAfter = time.Second
	// A 404 is kept this long, and so many of them.
	missingFor = 30 * time.Second
	missingMax = 1 << 20
)

// Feed says what has changed; *changes.Feed is one.
type Feed interface {
	IsCurrent(at changes.Mark, tags []string) bool
}

// Options configure a cache.
type Options struct {
	// Next is asked for what is not here: the renderer.
	Next  web.Fetcher
	Feed  Feed
	Clock clock.Clock
	// Redis may be nil: then replicas do not share. Only pages without a query are shared: there are as many of these as the
	// sitemaps name, and as many others as visitors think of.
	Redis redis.UniversalClient
	// RedisTimeout bounds the reading of a page from Redis; writing one may take four times as long. 0 means 50 ms, less than
	// a rendering.
	RedisTimeout time.Duration
	// Bytes bound the memory; 0 means 64 MiB.
	Bytes int
	// Repeats returns what counts the answers that Repeat gives of a page, by the first request for it; nil counts none.
	Repeats func(p *web.PageRequest) Repeats
	// Build names what the pages are made by: those of another one are not used.
	Build string
	// Log gets what fails behind the requests; nil means slog.Default.
	Log *slog.Logger
}

// Counter counts one more.
type Counter interface{ Inc() }

// Repeats count the answers of Repeat with a page and with "not modified".
type Repeats struct{ Sent, NotModified Counter }

// Cache is a web.Fetcher in front of another. It is safe for concurrent use.
type Cache struct {
	o Options
	// plain pages have no query; filtered ones do, and are endless; missing are 404s.
	plain, filtered, missing *memory
	shared                   shared
	flights                  singleflight.Group
	renewing                 sync.Map
	queue                    chan compressedPage
	background               sync.WaitGroup
	hits, misses, stale      atomic.Int64
	// fromRedis are those of the misses that Redis had.
	fromRedis atomic.Int64
}

// New returns an empty cache.
func New(o Options) *Cache {
	if o.RedisTimeout == 0 {
		o.RedisTimeout = 50 * time.Millisecond
	}
	if o.Bytes == 0 {
		o.Bytes = 64 << 20
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return &Cache{
		o: o, plain: newMemory(o.Bytes * 3 / 4), filtered: newMemory(o.Bytes / 4), missing: newMemory(missingMax),
		shared: shared{redis: o.Redis, timeout: o.RedisTimeout, log: o.Log}, queue: make(chan compressedPage, queueMax),
	}
}

// The handler asks for a Store at run time: without this it would only find none.
var _ interface {
	web.Fetcher
	web.Store
} = (*Cache)(nil)

// Lookup returns a shared page that is in memory and fresh.
func (c *Cache) Lookup(p *web.PageRequest) (*web.Answer, bool) {
	var room keyBuffer
	e, ok := c.getFresh(c.store(p), appendKey(room[:0], c.o.Build, p.Proto, p.Host, p.Target))
	if !ok {
		return nil, false
	}
	return c.give(e, Hit), true
}

// Repeat returns how the answer to a request was sent before, when the page is in memory and fresh.
func (c *Cache) Repeat(q *web.RawRequest) (header, body []byte, ok bool) {
	proto := "http"
	if q.HTTPS {
		proto = "https"
	}
	var room keyBuffer
	e, ok := c.getFresh(c.storeOf(bytes.IndexByte(q.Target, '?') >= 0), appendKey(room[:0], c.o.Build, proto, q.Host, q.Target))
	if !ok {
		return nil, nil, false
	}
	header, coding := e.headers.For(q, e.ETag, e.Recompressed)
	if header == nil {
		return nil, nil, false
	}
	c.hits.Add(1)
	e.repeats.count(coding)
	return header, e.sent(coding), true
}

// getFresh returns for a visitor what is in memory and fresh; what is asked for often is compressed once more.
func (c *Cache) getFresh(store *memory, key []byte) (*entry, bool) {
	s, ok := store.getCounted(key)
	if !ok || !s.fresh(c.o.Clock.Now()) {
		return nil, false
	}
	after := recompressAfter
	if store == c.filtered {
		after = recompressFilteredAfter
	}
	if s.worthRecompressing(after) {
		c.offer(store, string(key))
	}
	return s.entry, true
}

// Fetch returns the page, from the nearest place that has it.
func (c *Cache) Fetch(ctx context.Context, p *web.PageRequest) (*web.Answer, error) {
	if p.Method != http.MethodGet || !p.Shared {
		a, err := c.o.Next.Fetch(ctx, p)
		if err == nil {
			a.From = Bypass
		}
		return a, err
	}
	key, now := c.key(p), c.o.Clock.Now()
	// What seems to be of the future is from before the clock was set back, and counts as long as that far in the past.
	if s, ok := c.missing.get(key); ok && now.Sub(s.entry.Born).Abs() < missingFor {
		return c.give(s.entry, Hit), nil
	}
	s, ok := c.store(p).get(key)
	switch {
	case ok && s.fresh(now):
		return c.give(s.entry, Hit), nil
	case ok && now.Sub(s.failed).Abs() < retryAfter:
		return c.give(s.entry, Stale), nil
	case ok && !s.expired:
		c.renew(ctx, key, p)
		return c.give(s.entry, Stale), nil
	}
	if p.Admit != nil {
		if err := p.Admit(); err != nil {
			return nil, err
		}
	}
	a, err := c.filled(ctx, key, p)
	if ok && failed(a, err) {
		c.store(p).fail(key, c.o.Clock.Now()) // a renderer that hangs has failed just now, not when it was asked
		return c.give(s.entry, Stale), nil
	}
	return a, err
}

// count counts an answer; one without a content coding says "not modified".
func (r Repeats) count(coding string) {
	counter := r.Sent
	if coding == "" {
		counter = r.NotModified
	}
	if counter != nil {
		counter.Inc()
	}
}

// keep puts a page into memory, with the counters of its answers. A change that is not known yet expires it at once.
func (c *Cache) keep(key string, p *web.PageRequest, e *entry) {
	if c.o.Repeats != nil {
		e.repeats = c.o.Repeats(p)
	}
	c.store(p).put(key, e, func() bool { return c.isCurrent(e) })
}

// Close waits for pages that are rendered in the background.
func (c *Cache) Close() { c.background.Wait() }

// Invalidate expires the pages that show one of the tags and returns how many those were. The feed must know of the change by then.
func (c *Cache) Invalidate(tags []string) int {
	c.missing.clear()
	return c.plain.expire(tags) + c.filtered.expire(tags)
}

// Stats are figures of a cache since its start.
type Stats struct {
	Pages, Bytes int
	// Hits are answers from memory, Stale the last page where no newer one was at hand, Misses all others: FromRedis of them were
	// in Redis.
	Hits, Misses, Stale, FromRedis int64
}

// Stats returns the figures.
func (c *Cache) Stats() Stats {
	plain, plainBytes := c.plain.stats()
	filtered, filteredBytes := c.filtered.stats()
	return Stats{
		Pages: plain + filtered, Bytes: plainBytes + filteredBytes, Hits: c.hits.Load(), Misses: c.misses.Load(), Stale: c.stale.Load(),
		FromRedis: c.fromRedis.Load(),
	}
}

// RedisSuspended reports whether Redis is left alone because it has just failed.
func (c *Cache) RedisSuspended() bool {
	return c.shared.redis != nil && c.shared.suspended(c.o.Clock.Now())
}

func (c *Cache) count(from string) *atomic.Int64 {
	switch from {
	case Hit:
		return &c.hits
	case Stale:
		return &c.stale
	default:
		return &c.misses
	}
}

func (c *Cache) give(e *entry, from string) *web.Answer {
	c.count(from).Add(1)
	if from == Shared {
		c.fromRedis.Add(1)
	}
	return e.answer(from)
}

// made is give for a page that was not at hand.
func (c *Cache) made(e *entry, from string, spans []web.Span) *web.Answer {
	a := c.give(e, from)
	a.Spans = spans
	return a
}
