package fastpath_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/require"
)

// startRecompress recompresses pages in the background.
func (f *fixture) startRecompress(t *testing.T) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); f.kept.Recompress(ctx) }()
	t.Cleanup(func() { stop(); <-done })
}

// A page that was packed anew has a new tag, a browser that holds the older form still need not load it again, and what
// the fast path answered before, it still answers.
func TestTheFastPathGoesOnWhenAPageIsRecompressed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	br, gz := "Accept-Encoding: br", "Accept-Encoding: gzip"
	tag := func(addr, enc string) string {
		_, rest, _ := strings.Cut(exchange(t, addr, ask("/en/home", enc)), "Etag: ")
		tag, _, _ := strings.Cut(rest, "\r\n")
		return tag
	}
	exchange(t, f.plain, ask("/en/home", br))
	loose, gzip := tag(f.plain, br), tag(f.plain, gz)
	exchange(t, f.plain, ask("/en/home", br, "If-None-Match: "+loose))
	before := f.reached.Load()
	f.startRecompress(t)
	require.Eventually(t, func() bool { return tag(f.fast, br) != loose }, 20*time.Second, 5*time.Millisecond)
	require.Equal(t, before, f.reached.Load(), "nobody left the fast path")
	tight := tag(f.fast, br)
	require.Equal(t, gzip, tag(f.fast, gz))

	for name, tc := range map[string]struct{ request, status, tag string }{
		"nothing held":  {ask("/en/home", br), "200 OK", tight},
		"loose held":    {ask("/en/home", br, "If-None-Match: "+loose), "304 Not Modified", loose},
		"tight held":    {ask("/en/home", br, "If-None-Match: "+tight), "304 Not Modified", tight},
		"both held":     {ask("/en/home", br, "If-None-Match: "+loose+", "+tight), "304 Not Modified", tight},
		"other coding":  {ask("/en/home", gz, "If-None-Match: "+tight), "200 OK", gzip},
		"gzip held":     {ask("/en/home", gz, "If-None-Match: "+gzip), "304 Not Modified", gzip},
		"another page":  {ask("/en/home", br, `If-None-Match: "other-br-t"`), "200 OK", tight},
		"anything held": {ask("/en/home", br, "If-None-Match: *"), "304 Not Modified", tight},
	} {
		want := exchange(t, f.plain, tc.request)
		require.Contains(t, want, "HTTP/1.1 "+tc.status+"\r\n", name)
		require.Contains(t, want, "\r\nEtag: "+tc.tag+"\r\n", name)
		before := f.reached.Load()
		require.Equal(t, withoutVolatile(want), withoutVolatile(exchange(t, f.fast, tc.request)), name)
		require.Equal(t, before, f.reached.Load(), name)
	}
}

// While pages expire, are rendered and packed anew, every answer is whole.
func TestAnswersAreWholeDuringRecompression(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.startRecompress(t)
	var all sync.WaitGroup
	end := time.Now().Add(time.Second)
	for range 4 {
		all.Go(func() {
			conn := dial(t, f.fast)
			_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
			in := bufio.NewReader(conn)
			for time.Now().Before(end) {
				if _, err := io.WriteString(conn, ask("/en/home", "Accept-Encoding: br")); err != nil {
					t.Error(err)
					return
				}
				res, err := http.ReadResponse(in, nil)
				if err != nil {
					t.Error(err)
					return
				}
				body, err := io.ReadAll(brotli.NewReader(res.Body))
				if err != nil || !strings.HasPrefix(string(body), "/en/home render ") || len(body) < 3000 {
					t.Errorf("%d bytes: %v", len(body), err)
					return
				}
				_, _ = io.Copy(io.Discard, res.Body)
			}
		})
	}
	for time.Now().Before(end) {
		f.kept.Invalidate([]string{"site:20"})
		time.Sleep(20 * time.Millisecond)
	}
	all.Wait()
}
