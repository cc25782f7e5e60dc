package redistest

import (
	"context"
	"os"
	"testing"

	"github.com/redis/go-redis/v9"

	"github.com/roamcart/roamcart/bff/sandbox/embedded"
)

// Server is a Redis that belongs to one test.
type Server struct {
	// URL is what redis.ParseURL takes.
	URL string

	redis *embedded.Redis
}

// New returns a client of an empty Redis that belongs to this test alone. Both
// end with the test.
func New(t testing.TB) *redis.Client {
	t.Helper()
	return Start(t).Client(t)
}

// Start returns an empty Redis that belongs to this test alone.
func Start(t testing.TB) *Server {
	t.Helper()
	dir, err := os.MkdirTemp("", "rcredis-") // shorter than t.TempDir, for the socket's sake
	if err != nil {
		t.Fatalf("redistest: %v", err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	r, err := embedded.StartRedis(context.Background(), embedded.Options{DataDir: dir})
	if err != nil {
		t.Fatalf("redistest: %v", err)
	}
	t.Cleanup(r.Stop)
	if r.Memory && os.Getenv("REDISTEST_REAL") != "" {
		t.Fatal("redistest: REDISTEST_REAL is set and there is no redis-server on PATH")
	}
	return &Server{URL: r.URL, redis: r}
}

// Client returns a new client, closed when the test ends.
func (s *Server) Client(t testing.TB) *redis.Client {
	t.Helper()
	o, err := redis.ParseURL(s.URL)
	if err != nil {
		t.Fatalf("redistest: %v", err)
	}
	o.DisableIdentity = true
	o.MaxRetries, o.DialerRetries = 1, 1
	c := redis.NewClient(o)
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// Stop ends the server before the test does, to see what happens without it.
func (s *Server) Stop() { s.redis.Stop() }
