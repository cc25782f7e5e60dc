package fastpath_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/pages/cache"
	"github.com/roamcart/roamcart/bff/pages/fastpath"
	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/platform/changes"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/tenant"
)

// renderer makes pages that say their target and which render made them.
type renderer struct{ renders atomic.Int64 }

func (r *renderer) Fetch(_ context.Context, p *web.PageRequest) (*web.Answer, error) {
	n := r.renders.Add(1)
	if !p.Shared {
		n = 0 // a private page is made each time
	}
	a := &web.Answer{Status: 200, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}, "Content-Language": {p.Locale}},
		Body: fmt.Appendf(nil, "%s render %d cookie %q %s", p.Target, n, p.Cookie, strings.Repeat("x", 3000))}
	if strings.HasSuffix(p.Target, "/none") {
		a.Status = 404
	}
	web.SetProvenance(a.Header, changes.Mark{Feed: "f", Xmin: 1}, []string{"site:20"})
	web.SetPageName(a.Header, 20, p.Target)
	return a, nil
}

type unchangedFeed struct{}

func (unchangedFeed) IsCurrent(changes.Mark, []string) bool { return true }

// fixture is a server with the fast path and, on another port, the same without it. reached counts what came through the
// middlewares.
type fixture struct {
	fast, plain string
	kept        *cache.Cache
	reached     atomic.Int64
	repeated    atomic.Int64 // what the fast path answered
	listener    net.Listener
	trusted     atomic.Bool
}

// secureHost is found over TLS whatever anybody says.
const secureHost = "secure.example"

// newFixture starts the servers; more middlewares run inside of the others.
func newFixture(t *testing.T, more ...echo.MiddlewareFunc) *fixture {
	t.Helper()
	return newFixtureWith(t, clock.System{}, time.Minute, more...)
}

// newFixtureWith is newFixture with a clock for the cache and the time for a header block in the fast path.
func newFixtureWith(t testing.TB, clk clock.Clock, headerTimeout time.Duration, more ...echo.MiddlewareFunc) *fixture {
	t.Helper()
	return newCountingFixture(t, clk, headerTimeout, counters, more...)
}

// counters are what a shop counts with.
func counters(*web.PageRequest) cache.Repeats {
	counter := func(name string) cache.Counter { return prometheus.NewCounter(prometheus.CounterOpts{Name: name}) }
	return cache.Repeats{Sent: counter("sent"), NotModified: counter("not_modified")}
}

// newCountingFixture is newFixtureWith with counters for the answers of the fast path; nil counts none.
func newCountingFixture(t testing.TB, clk clock.Clock, headerTimeout time.Duration, repeats func(*web.PageRequest) cache.Repeats, more ...echo.MiddlewareFunc) *fixture {
	t.Helper()
	f := &fixture{kept: cache.New(cache.Options{Next: &renderer{}, Feed: unchangedFeed{}, Clock: clk, Build: "b1", Repeats: repeats})}
	e := echo.New()
	https := func(c echo.Context) bool {
		return f.trusted.Load() && c.Request().Header.Get("X-Forwarded-Proto") == "https" || c.Request().Host == secureHost
	}
	e.Use(guard.RequestID(), guard.SecurityHeaders(guard.HeaderOptions{HTTPS: https}), func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			f.reached.Add(1)
			return next(c)
		}
	})
	e.Use(more...)
	web.NewHandler(pages.NewTable(pages.Options{}), f.kept, web.HandlerOptions{
		Tenant: func(host string) (tenant.Tenant, bool) {
			return tenant.Tenant{ID: 20, DefaultLocale: "en"}, host != "evil.example"
		},
		Proto: func(c echo.Context) string {
			if https(c) {
				return "https"
			}
			return "http"
		},
	}).Mount(e)
	f.plain = serve(t, e, func(l net.Listener) net.Listener { return l })
	f.fast = serve(t, e, func(l net.Listener) net.Listener {
		f.listener = fastpath.Listen(l, fastpath.Options{
			Store: countingStore{f.kept, &f.repeated}, HeaderTimeout: headerTimeout, IdleTimeout: time.Minute, Trusted: func(net.Addr) bool { return f.trusted.Load() },
			HTTPS: func(host []byte) bool { return string(host) == secureHost },
		})
		return f.listener
	})
	return f
}

// countingStore counts the pages that a store repeats.
type countingStore struct {
	fastpath.Store
	repeated *atomic.Int64
}

func (c countingStore) Repeat(q *web.RawRequest) (header, body []byte, ok bool) {
	if header, body, ok = c.Store.Repeat(q); ok {
		c.repeated.Add(1)
	}
	return header, body, ok
}

func serve(t testing.TB, h http.Handler, wrap func(net.Listener) net.Listener) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	srv := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	addr, wrapped := l.Addr().String(), wrap(l)
	go func() { _ = srv.Serve(wrapped) }()
	t.Cleanup(func() { _ = srv.Close() })
	return addr
}

// exchange sends requests on a new connection and returns the answers as they came.
func exchange(t testing.TB, addr string, parts ...string) string {
	t.Helper()
	conn := dial(t, addr)
	for i, part := range parts {
		if i > 0 {
			time.Sleep(5 * time.Millisecond)
		}
		_, err := io.WriteString(conn, part)
		require.NoError(t, err)
	}
	_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	var out bytes.Buffer
	r := bufio.NewReader(io.TeeReader(conn, &out))
	for range max(1, strings.Count(strings.Join(parts, ""), " HTTP/1.")) {
		resp, err := http.ReadResponse(r, &http.Request{Method: strings.SplitN(parts[0], " ", 2)[0]})
		require.NoError(t, err)
		_, err = io.Copy(io.Discard, resp.Body)
		require.NoError(t, err)
	}
	return out.String()
}

var fresh = regexp.MustCompile(`(?m)^(Date|X-Request-Id): .*\r\n`)

// withoutVolatile removes what differs in every answer, such as dates and request ids.
func withoutVolatile(answer string) string { return fresh.ReplaceAllString(answer, "") }

func ask(target string, headers ...string) string {
	lines := append([]string{"GET " + target + " HTTP/1.1", "Host: shop.example"}, headers...)
	return strings.Join(lines, "\r\n") + "\r\n\r\n"
}

// Whatever is asked, the fast path's answer is the one that the middlewares give.
func TestTheFastPathAnswersAsTheMiddlewaresDo(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	br, gz := "Accept-Encoding: gzip, deflate, br, zstd", "Accept-Encoding: gzip"
	tag := func(enc string) string {
		_, rest, _ := strings.Cut(exchange(t, f.plain, ask("/en/home", enc)), "Etag: ")
		tag, _, _ := strings.Cut(rest, "\r\n")
		return tag
	}
	brTag, gzTag := tag(br), tag(gz)
	for name, tc := range map[string]struct {
		request string
		fast    bool
	}{
		"brotli":                       {ask("/en/home", br), true},
		"gzip":                         {ask("/en/home", gz), true},
		"lower case names":             {"GET /en/home HTTP/1.1\r\nhost: shop.example\r\naccept-encoding:br\r\n\r\n", true},
		"payload":                      {ask("/zh/home/_payload.json", br), true},
		"canonical query":              {ask("/en/travel-card/listing?countries=JP", br), true},
		"unknown parameter":            {ask("/en/home?utm=1", br), false},
		"not modified":                 {ask("/en/home", br, "If-None-Match: "+brTag), true},
		"not modified, weak and list":  {ask("/en/home", gz, `If-None-Match: "other", W/`+gzTag), true},
		"modified":                     {ask("/en/home", br, `If-None-Match: "other"`), true},
		"the tag of the other coding":  {ask("/en/home", gz, "If-None-Match: "+brTag), true},
		"nothing compressed":           {ask("/en/home"), false},
		"brotli refused":               {ask("/en/home", "Accept-Encoding: br;q=0, gzip"), true},
		"cookie of the language":       {ask("/zh/home", br, "Cookie: visitor=v; locale=zh"), true},
		"cookie of the other language": {ask("/zh/home", br, "Cookie: locale=en"), false},
		"cookie without language":      {ask("/zh/home", br, "Cookie: visitor=v"), false},
		"two languages":                {ask("/zh/home", br, "Cookie: locale=zh; locale=en"), false},
		"from a page of the shop":      {ask("/en/home", br, "Referer: http://shop.example/en/faq"), false},
		"going on with a cookie":       {ask("/en/home", br, "Referer: http://shop.example/en/faq", "Cookie: locale=en"), true},
		"from the other language":      {ask("/en/home", br, "Referer: http://shop.example/zh/faq"), false},
		"from elsewhere":               {ask("/en/home", br, "Referer: https://search.example/zh/"), true},
		"browser's headers":            {ask("/en/home", br, "Connection: keep-alive", "User-Agent: a b", "Sec-Fetch-Site: none", "Save-Data: on"), true},
		"behind a proxy":               {ask("/en/home", br, "X-Forwarded-For: 1.2.3.4"), true},
		"https by nobody's word":       {ask("/en/home", br, "X-Forwarded-Proto: https"), true},
		"a request id":                 {ask("/en/home", br, "X-Request-Id: mine"), false},
		"a range":                      {ask("/en/home", br, "Range: bytes=0-1"), false},
		"a body":                       {ask("/en/home", br, "Content-Length: 0"), false},
		"a token":                      {ask("/en/home", br, "Authorization: Bearer x"), false},
		"the end":                      {ask("/en/home", br, "Connection: close"), false},
		"two hosts":                    {ask("/en/home", br, "Host: shop.example"), false},
		"another host":                 {"GET /en/home HTTP/1.1\r\nHost: evil.example\r\n" + br + "\r\n\r\n", false},
		"no host":                      {"GET /en/home HTTP/1.1\r\n" + br + "\r\n\r\n", false},
		"old protocol":                 {"GET /en/home HTTP/1.0\r\nHost: shop.example\r\n" + br + "\r\n\r\n", false},
		"absolute form":                {ask("http://shop.example/en/home", br), false},
		"not normal":                   {ask("/en//home/", br), false},
		"no language":                  {ask("/home", br), false},
		"private":                      {ask("/en/cart", br), false},
		"missing":                      {ask("/en/none", br), false},
		"head":                         {"HEAD /en/home HTTP/1.1\r\nHost: shop.example\r\n" + br + "\r\n\r\n", false},
		"post":                         {"POST /en/home HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 3\r\n" + br + "\r\n\r\na=b", false},
		"folded line":                  {ask("/en/home", "Accept-Encoding: gzip,", "  br"), false},
		"space before the colon":       {ask("/en/home", "Accept-Encoding : br"), false},
		"bad byte":                     {ask("/en/home", br, "A: \x01"), false},
		"no protocol at all":           {"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", false},
		"a long head":                  {ask("/en/home", br, "A: "+strings.Repeat("a", 9000)), false},
	} {
		exchange(t, f.plain, tc.request) // so that it is kept
		want := withoutVolatile(exchange(t, f.plain, tc.request))
		before := f.reached.Load()
		require.Equal(t, want, withoutVolatile(exchange(t, f.fast, tc.request)), name)
		half := len(tc.request) / 2
		require.Equal(t, want, withoutVolatile(exchange(t, f.fast, tc.request[:half], tc.request[half:])), name+", in two parts")
		if tc.fast {
			require.Equal(t, before, f.reached.Load(), name+": the middlewares were asked")
			require.Contains(t, want, "X-Cache: hit\r\n", name)
			require.Contains(t, want, "Server-Timing: cache;desc=hit\r\n", name)
		}
	}
}

func TestRequestsThatFollowEachOther(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	page, private := ask("/en/home", "Accept-Encoding: br"), ask("/en/cart", "Accept-Encoding: br")
	post := "POST /en/faq HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 3\r\n\r\na=b"
	for range 2 {
		exchange(t, f.plain, page)
	}
	all := page + page + private + page + post + page
	want := withoutVolatile(exchange(t, f.plain, all))
	require.Equal(t, 6, strings.Count(want, "HTTP/1.1 200 OK"))
	before := f.reached.Load()
	require.Equal(t, want, withoutVolatile(exchange(t, f.fast, all)))
	require.EqualValues(t, 4, f.reached.Load()-before, "the first two are the fast path's")
}

func TestForwardedHeadersCountFromTrustedProxies(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.trusted.Store(true)
	secure := ask("/en/home", "Accept-Encoding: br", "X-Forwarded-Proto: https")
	for range 2 {
		exchange(t, f.plain, secure)
		exchange(t, f.plain, ask("/en/home", "Accept-Encoding: br"))
	}
	before := f.reached.Load()
	require.Contains(t, exchange(t, f.fast, secure), "Strict-Transport-Security")
	require.NotContains(t, exchange(t, f.fast, ask("/en/home", "Accept-Encoding: br")), "Strict-Transport-Security")
	require.Equal(t, before, f.reached.Load())
}

func TestAnHTTPSHostIsSecureWhateverTheProxySends(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, said := range []string{"X-Forwarded-For: 203.0.113.7", "X-Forwarded-Proto: http"} {
		asked := strings.Replace(ask("/en/home", "Accept-Encoding: br", said), "Host: shop.example", "Host: "+secureHost, 1)
		for range 2 {
			exchange(t, f.plain, asked)
		}
		before := f.reached.Load()
		require.Contains(t, exchange(t, f.fast, asked), "Strict-Transport-Security", said)
		require.Equal(t, before, f.reached.Load(), said)
	}
}

func TestAnExpiredPageIsNotRepeated(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	request := ask("/en/home", "Accept-Encoding: br")
	for range 3 {
		exchange(t, f.fast, request)
	}
	before := f.reached.Load()
	require.Contains(t, exchange(t, f.fast, request), "X-Cache: hit")
	require.Equal(t, before, f.reached.Load())
	require.Equal(t, 1, f.kept.Invalidate([]string{"site:20"}))
	require.Contains(t, exchange(t, f.fast, request), "X-Cache: miss")
	require.Equal(t, before+1, f.reached.Load())
}

func TestRequestIDsAndDatesAreNew(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	request := ask("/en/home", "Accept-Encoding: br")
	seen := map[string]bool{}
	for range 4 {
		answer := exchange(t, f.fast, request)
		id := regexp.MustCompile(`X-Request-Id: ([0-9a-f]{32})\r\n`).FindStringSubmatch(answer)
		require.Len(t, id, 2)
		require.False(t, seen[id[1]])
		seen[id[1]] = true
		date := regexp.MustCompile(`Date: (.*)\r\n`).FindStringSubmatch(answer)
		at, err := http.ParseTime(date[1])
		require.NoError(t, err)
		require.WithinDuration(t, time.Now(), at, 10*time.Second)
	}
}

func TestSlowAndClosedConnections(t *testing.T) {
	t.Parallel()
	f := newFixtureWith(t, clock.System{}, 2*time.Second)
	for range 2 {
		exchange(t, f.plain, ask("/en/home", "Accept-Encoding: br"))
	}
	slow := dial(t, f.fast)
	_, _ = io.WriteString(slow, "GET /en/ho")
	require.ErrorIs(t, readToEnd(slow), io.EOF, "half a request is not waited for")

	idle := dial(t, f.fast)
	_, _ = io.WriteString(idle, ask("/en/home", "Accept-Encoding: br"))
	answer, err := http.ReadResponse(bufio.NewReader(idle), nil)
	require.NoError(t, err)
	require.Equal(t, 200, answer.StatusCode)
	require.NoError(t, f.listener.Close())
	require.ErrorIs(t, readToEnd(idle), io.EOF, "nobody waits for a shop that closes")
	_, err = net.Dial("tcp", f.fast)
	require.Error(t, err)
	require.ErrorIs(t, f.listener.Close(), net.ErrClosed)
	_, err = f.listener.Accept()
	require.ErrorIs(t, err, net.ErrClosed)
}

// Who asks and never takes the answers does not keep a place for ever.
func TestAClientThatDoesNotReadIsClosed(t *testing.T) {
	t.Parallel()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	l := fastpath.Listen(inner, fastpath.Options{Store: endlessStore{}, HeaderTimeout: time.Minute, IdleTimeout: time.Minute, WriteTimeout: 200 * time.Millisecond})
	t.Cleanup(func() { _ = l.Close() })
	conn := dial(t, inner.Addr().String())
	_ = conn.SetWriteDeadline(time.Now().Add(20 * time.Second))
	for requests := strings.Repeat(ask("/en/home"), 100); err == nil; {
		_, err = io.WriteString(conn, requests)
	}
	require.NotErrorIs(t, err, os.ErrDeadlineExceeded, "the fast path waits for ever")
}

// endlessStore answers every request with a long page.
type endlessStore struct{}

func (endlessStore) Repeat(*web.RawRequest) (header, body []byte, ok bool) {
	return []byte("HTTP/1.1 200 OK\r\n"), make([]byte, 1<<16), true
}

func dial(t testing.TB, addr string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// readToEnd reads to the end and returns io.EOF when the other side has closed the connection.
func readToEnd(conn net.Conn) error {
	_ = conn.SetReadDeadline(time.Now().Add(patience))
	if _, err := io.Copy(io.Discard, conn); err != nil {
		return err
	}
	return io.EOF
}

// A listener that fails for a moment is asked again.
func TestAFailureToAcceptIsPassedOn(t *testing.T) {
	t.Parallel()
	broken := errors.New("too many open files")
	l := fastpath.Listen(&failingListener{err: broken}, fastpath.Options{})
	for range 2 {
		_, err := l.Accept()
		require.ErrorIs(t, err, broken)
	}
	require.NoError(t, l.Close())
}

// failingListener accepts one connection, if it has one, and then fails.
type failingListener struct {
	net.Listener
	conn net.Conn
	err  error
}

func (f *failingListener) Accept() (net.Conn, error) {
	if conn := f.conn; conn != nil {
		f.conn = nil
		return conn, nil
	}
	return nil, f.err
}

func (f *failingListener) Close() error { return nil }
