package fastpath_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/clock"
)

const (
	// seedVariable names the environment variable that makes a run of the differential test the same as an earlier one.
	seedVariable = "FAST_PATH_SEED"
	// wantRequests is how many requests a run sends, at least.
	wantRequests = 5000
)

// Whatever is sent, the responses with the fast path are those without it, to the byte: status, headers but for date and request id,
// body, and the end of the connection.
func TestTheFastPathAndNetHTTPRespondAlike(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	if set := os.Getenv(seedVariable); set != "" {
		var err error
		seed, err = strconv.ParseUint(set, 10, 64)
		require.NoError(t, err, seedVariable)
	}
	t.Logf("this run again: %s=%d", seedVariable, seed)
	var shops [2]*fixture
	var g generator
	for i := range shops {
		// The clock stands still, so that no page expires; who has sent everything closes its half, and is answered all the same.
		shops[i] = newFixtureWith(t, clock.NewFake(time.Now()), time.Minute, withoutCancel)
		shops[i].trusted.Store(i == 1)
		// The first page that is rendered has the same tags in both shops.
		g.tags = []string{shops[i].entityTag(t, "br"), shops[i].entityTag(t, "gzip")}
	}
	var requests, next atomic.Int64
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for requests.Load() < wantRequests && !t.Failed() {
				i := next.Add(1)
				c := g.conversation(rand.New(rand.NewPCG(seed, uint64(i))))
				requests.Add(int64(c.requests))
				compare(t, shops[i%2], c, seed, i)
			}
		})
	}
	all.Wait()
	answered := shops[0].repeated.Load() + shops[1].repeated.Load()
	t.Logf("%d requests on %d connections, %d of them answered in the fast path", requests.Load(), next.Load(), answered)
	require.Greater(t, answered, requests.Load()/5, "the generator asks too little of the fast path")
}

// entityTag returns the entity tag of the home page in a coding.
func (f *fixture) entityTag(t *testing.T, coding string) string {
	_, rest, _ := strings.Cut(exchange(t, f.plain, ask("/en/home", "Accept-Encoding: "+coding)), "Etag: ")
	tag, _, _ := strings.Cut(rest, "\r\n")
	require.NotEmpty(t, tag)
	return tag
}

func withoutCancel(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.SetRequest(c.Request().WithContext(context.WithoutCancel(c.Request().Context())))
		return next(c)
	}
}

// compare has a conversation three times: so that its pages are in memory, without the fast path, and with it.
func compare(t *testing.T, f *fixture, c conversation, seed uint64, i int64) {
	_, err := c.run(f.plain)
	plain, err2 := c.run(f.plain)
	fast, err3 := c.run(f.fast)
	if err := errors.Join(err, err2, err3); err != nil {
		t.Errorf("%s=%d, connection %d: %v\nsent: %q", seedVariable, seed, i, err, c.parts)
		return
	}
	if plain, fast = withoutVolatile(plain), withoutVolatile(fast); plain != fast {
		t.Errorf("%s=%d, connection %d, sent: %q\nwithout the fast path: %q\nwith the fast path:    %q", seedVariable, seed, i, c.parts, plain, fast)
	}
}

// conversation is what a client sends on one connection, in parts with a pause after each.
type conversation struct {
	parts    []string
	pause    time.Duration
	requests int
}

// run sends everything and returns everything that is received until the server closes the connection.
func (c conversation) run(addr string) (string, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(2 * patience))
	go func() {
		for _, part := range c.parts {
			if _, err := io.WriteString(conn, part); err != nil {
				return // the server has closed the connection
			}
			time.Sleep(c.pause)
		}
		_ = conn.(*net.TCPConn).CloseWrite()
	}()
	var received bytes.Buffer
	// A server that closes with unread bytes resets the connection.
	if _, err := received.ReadFrom(conn); err != nil && !errors.Is(err, syscall.ECONNRESET) {
		return "", err
	}
	return received.String(), nil
}

// conversation returns one to four requests, cut into parts at random bytes.
func (g generator) conversation(r *rand.Rand) conversation {
	c := conversation{requests: 1 + r.IntN(4)}
	var sent strings.Builder
	for range c.requests {
		sent.WriteString(broken(r, g.request(r)))
	}
	all := sent.String()
	if chance(r, 5) {
		all = all[:r.IntN(len(all)+1)]
	}
	cuts := 0
	if chance(r, 40) {
		cuts, c.pause = 1+r.IntN(4), time.Duration(r.IntN(2)*r.IntN(200))*time.Microsecond
	}
	for ; cuts > 0 && len(all) > 0; cuts-- {
		at := r.IntN(len(all) + 1)
		c.parts, all = append(c.parts, all[:at]), all[at:]
	}
	c.parts = append(c.parts, all)
	return c
}

// broken returns a request, of twenty one with a byte that is deleted, added or another.
func broken(r *rand.Rand, request string) string {
	if !chance(r, 5) {
		return request
	}
	at := r.IntN(len(request))
	other := pick(r, "\r", "\n", " ", "\t", "\x00", ":", "%", "/", "\x80", "A", "0", "")
	return request[:at] + other + request[at+r.IntN(2):]
}

func chance(r *rand.Rand, percent int) bool { return r.IntN(100) < percent }

func pick(r *rand.Rand, from ...string) string { return from[r.IntN(len(from))] }
