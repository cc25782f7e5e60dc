package fastpath_test

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/pages/fastpath"
	"github.com/roamcart/roamcart/bff/platform/conns"
)

// patience is far more than anything here takes, also on a machine that hardly gets processor time.
const patience = 30 * time.Second

// serveStore serves what store has in the fast path, and everything else by net/http, which waits an hour for a header block.
func serveStore(t *testing.T, store fastpath.Store, o fastpath.Options) string {
	t.Helper()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	o.Store = store
	srv := &http.Server{ReadHeaderTimeout: time.Hour, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "net/http")
	})}
	l := fastpath.Listen(inner, o)
	go func() { _ = srv.Serve(l) }()
	t.Cleanup(func() { _ = srv.Close() })
	return inner.Addr().String()
}

// A header block has one deadline: a byte now and then does not extend it, wherever the block begins and whoever reads it.
func TestAHeaderBlockHasOneDeadline(t *testing.T) {
	t.Parallel()
	const timeout, pause = 2 * time.Second, 50 * time.Millisecond
	addr := serveStore(t, onePageStore{header: []byte("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n"), body: []byte("ok")},
		fastpath.Options{HeaderTimeout: timeout, IdleTimeout: time.Hour})
	whole := ask("/en/home")
	endless := "GET /en/home HTTP/1.1\r\nHost: shop.example\r\nUser-Agent: " + strings.Repeat("a", 7000)
	for name, c := range map[string]struct{ at, byByte string }{
		"the first":                   {"", endless},
		"one that follows another":    {whole, endless},
		"one sent along with another": {whole + "GET /en", endless[len("GET /en"):]},
		"not for the fast path":       {"", "POST" + endless[len("GET"):]},
		"too long for the fast path":  {"GET /en/home HTTP/1.1\r\nA: " + strings.Repeat("a", 8180-27), strings.Repeat("b", 7000)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn := dial(t, addr)
			began := time.Now()
			_, err := io.WriteString(conn, c.at)
			require.NoError(t, err)
			if strings.HasPrefix(c.at, whole) {
				res, err := http.ReadResponse(bufio.NewReader(conn), nil)
				require.NoError(t, err)
				require.Equal(t, http.StatusOK, res.StatusCode)
			}
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				_, _ = io.Copy(io.Discard, conn)
			}()
			for i := range len(c.byByte) {
				select {
				case <-ended:
					require.Greater(t, time.Since(began), timeout/2, "it was given its time")
					return
				case <-time.After(pause):
					_, _ = io.WriteString(conn, c.byByte[i:i+1])
				}
				require.Less(t, time.Since(began), patience, "%d bytes and no end", i)
			}
		})
	}
}

// A client that connects and says nothing is not waited for as long as one that has asked before.
func TestASilentClientIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	addr := serveStore(t, onePageStore{header: []byte("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n"), body: []byte("ok")},
		fastpath.Options{HeaderTimeout: 200 * time.Millisecond, IdleTimeout: time.Hour})
	conn := dial(t, addr)
	_ = conn.SetReadDeadline(time.Now().Add(patience))
	_, err := conn.Read(make([]byte, 1))
	require.ErrorIs(t, err, io.EOF)
}

// A large body arrives whole at a client that is slow and goes on reading, although that takes longer than the write timeout. Its
// time is made up: nothing here waits, and a machine that stands still is not taken for the client.
func TestALargeBodyArrivesWholeAtASlowClient(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const timeout, chunks = time.Second, 25
		body := []byte(strings.Repeat("0123456789abcdef", chunks*conns.ChunkSize/16))
		client := &slowClient{Reader: strings.NewReader(ask("/en/home")), pause: timeout / 20, closed: make(chan struct{})}
		l := fastpath.Listen(&failingListener{conn: client, err: net.ErrClosed}, fastpath.Options{
			Store: onePageStore{header: []byte("HTTP/1.1 200 OK\r\n"), body: body}, HeaderTimeout: time.Minute, IdleTimeout: time.Minute, WriteTimeout: timeout,
		})
		defer func() { _ = l.Close() }()
		began := time.Now()
		select {
		case <-client.closed:
		case <-time.After(2 * patience):
			t.Fatal("the response has no end")
		}
		require.Greater(t, time.Since(began), timeout)
		_, got, _ := bytes.Cut(client.got.Bytes(), []byte("\r\n\r\n"))
		require.True(t, bytes.Equal(body, got), "%d bytes arrived", len(got))
	})
}

// slowClient is a connection that takes what is written after a pause, and fails like a socket whose deadline has passed.
type slowClient struct {
	net.Conn
	io.Reader
	pause    time.Duration
	deadline time.Time
	got      bytes.Buffer
	closed   chan struct{}
}

func (c *slowClient) Read(p []byte) (int, error)                { return c.Reader.Read(p) }
func (c *slowClient) RemoteAddr() net.Addr                      { return &net.TCPAddr{} }
func (c *slowClient) SetReadDeadline(time.Time) error           { return nil }
func (c *slowClient) SetWriteDeadline(deadline time.Time) error { c.deadline = deadline; return nil }
func (c *slowClient) Close() error                              { close(c.closed); return nil }
func (c *slowClient) Write(p []byte) (int, error) {
	time.Sleep(c.pause)
	if time.Now().After(c.deadline) {
		return 0, os.ErrDeadlineExceeded
	}
	return c.got.Write(p)
}
