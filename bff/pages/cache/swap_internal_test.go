package cache

import (
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/changes"
	"github.com/roamcart/roamcart/bff/platform/redistest"
)

// While a page was being packed, a newer one may have come: it stays.
func TestANewerPageIsNotSwapped(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 5, 12, 0, 0, 0, time.UTC)
	made := func(xmin int64) *entry {
		return &entry{Status: 200, ETag: `"a"`, Mark: changes.Mark{Feed: "f", Xmin: xmin}, Born: now, Tags: []string{"faq"},
			Brotli: []byte("loose")}
	}
	was, newer := made(1), made(2)
	is := was.recompressed([]byte("tight"))

	m := newMemory(1 << 20)
	m.put("k", was, nil)
	_, before := m.stats()
	require.Equal(t, 1, m.expire([]string{"faq"}))
	require.True(t, m.swap("k", was, is))
	s, _ := m.get("k")
	require.Same(t, is, s.entry)
	require.True(t, s.expired, "what is expired stays it")
	_, size := m.stats()
	require.Equal(t, before+is.size()-was.size(), size)
	m.put("k", newer, nil)
	require.False(t, m.swap("k", was, is))
	require.False(t, m.swap("none", was, is))
	s, _ = m.get("k")
	require.Same(t, newer, s.entry)

	server := redistest.Start(t)
	r := shared{redis: server.Client(t), timeout: time.Minute, log: slog.New(slog.DiscardHandler)}
	r.swap(t.Context(), "k", was, is, now)
	require.Nil(t, r.get(t.Context(), "k", now), "what has gone does not come back")
	r.put(t.Context(), "k", was, now)
	r.swap(t.Context(), "k", was, is, now)
	require.Equal(t, []byte("tight"), r.get(t.Context(), "k", now).Brotli)
	r.put(t.Context(), "k", newer, now)
	r.swap(t.Context(), "k", was, is, now)
	require.Equal(t, []byte("loose"), r.get(t.Context(), "k", now).Brotli)
	require.False(t, r.suspended(now))
	server.Stop()
	r.swap(t.Context(), "k", newer, is, now)
	require.True(t, r.suspended(now))
	require.False(t, r.suspended(now.Add(-time.Hour)), "the clock was set back")
}

// A page that waits to be compressed again may have become one that is too short to be compressed.
func TestAPageThatBecameShortIsNotRecompressed(t *testing.T) {
	t.Parallel()
	m := newMemory(1 << 20)
	short := &entry{Status: 200, ETag: `"a"`, Body: []byte("short")}
	m.put("k", short, nil)
	require.NoError(t, (&Cache{}).recompress(t.Context(), compressedPage{m, "k"}))
	s, _ := m.get("k")
	require.Same(t, short, s.entry)
}

// A form that is made later counts as what memory holds: what was not used for longest goes.
func TestAnEntryThatGrowsPushesOthersOut(t *testing.T) {
	t.Parallel()
	made := func() *entry { return &entry{Brotli: make([]byte, 1000), gzip: &gzipForm{}} }
	m := newMemory(3 * made().size())
	for _, key := range []string{"old", "between", "new"} {
		m.put(key, made(), nil)
	}
	s, ok := m.get("new")
	require.True(t, ok)
	s.entry.gzip.body.Store(new(make([]byte, 10)))
	m.grown("new")
	_, ok = m.get("old")
	require.False(t, ok)
	n, size := m.stats()
	require.Equal(t, 2, n)
	require.Equal(t, s.entry.size()+made().size(), size)
	m.grown("old")
	m.clear()
	_, size = m.stats()
	require.Zero(t, size)
}
