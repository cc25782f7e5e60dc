package conns_test

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/conns"
)

// patience is far more than anything here takes, also on a machine that hardly gets processor time.
const patience = 30 * time.Second

// listen serves what handle does with each accepted connection.
func listen(t *testing.T, o conns.Options, handle func(net.Conn)) *conns.Listener {
	t.Helper()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	l := conns.Listen(inner, o)
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go handle(conn)
		}
	}()
	return l
}

// dial connects from an address of this machine.
func dial(t *testing.T, l net.Listener, from string) net.Conn {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	conn, err := d.Dial("tcp", l.Addr().String())
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(patience))
	return conn
}

// greet says hello to whoever was accepted and closes with them.
func greet(conn net.Conn) {
	_, _ = io.WriteString(conn, "hello\n")
	_, _ = io.Copy(io.Discard, conn)
	_ = conn.Close()
	_ = conn.Close() // twice is once
}

// first returns the first line that a connection receives.
func first(t *testing.T, conn net.Conn) string {
	t.Helper()
	line, err := bufio.NewReader(conn).ReadString('\n')
	require.NoError(t, err)
	return line
}

func TestConnectionsPerNetwork(t *testing.T) {
	t.Parallel()
	l := listen(t, conns.Options{Total: 100, PerNetwork: 2}, greet)
	one, two := dial(t, l, "127.0.0.2"), dial(t, l, "127.0.0.2")
	require.Equal(t, "hello\n", first(t, one))
	require.Equal(t, "hello\n", first(t, two))
	// The refusal is a whole response, also to a client that has sent its request already.
	refused := dial(t, l, "127.0.0.2")
	_, err := io.WriteString(refused, "GET /en/home HTTP/1.1\r\nHost: a\r\n\r\n")
	require.NoError(t, err)
	res, err := http.ReadResponse(bufio.NewReader(refused), nil)
	require.NoError(t, err)
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, http.StatusTooManyRequests, res.StatusCode)
	require.Equal(t, "5", res.Header.Get("Retry-After"))
	require.Contains(t, string(body), "Too many connections")

	require.Equal(t, "hello\n", first(t, dial(t, l, "127.0.0.3")), "another network is not concerned")
	require.NoError(t, one.Close())
	require.Eventually(t, func() bool { return l.Open() == 2 }, patience, time.Millisecond)
	require.Equal(t, "hello\n", first(t, dial(t, l, "127.0.0.2")), "a closed connection makes room")
	total, perNetwork := l.Refused()
	require.Zero(t, total)
	require.EqualValues(t, 1, perNetwork)
}

// Clients cannot lock out a proxy or this machine's own programs, and neither of them is one client.
func TestExemptConnectionsHaveATotalOfTheirOwn(t *testing.T) {
	t.Parallel()
	proxy := func(peer net.Addr) bool { return peer.(*net.TCPAddr).IP.String() == "127.0.0.9" }
	l := listen(t, conns.Options{Total: 3, PerNetwork: 2, Exempt: proxy}, greet)
	for _, from := range []string{"127.0.0.2", "127.0.0.2", "127.0.0.3"} {
		require.Equal(t, "hello\n", first(t, dial(t, l, from)))
	}
	require.Equal(t, "HTTP/1.1 503 Service Unavailable\r\n", first(t, dial(t, l, "127.0.0.4")))
	for range 3 {
		require.Equal(t, "hello\n", first(t, dial(t, l, "127.0.0.9")))
	}
	require.Equal(t, "HTTP/1.1 503 Service Unavailable\r\n", first(t, dial(t, l, "127.0.0.9")), "it has an end, too")
	total, perNetwork := l.Refused()
	require.EqualValues(t, 2, total)
	require.Zero(t, perNetwork)
}

// Hundreds of refusals that nobody reads delay nobody and leave nothing behind.
func TestRefusalsAreBounded(t *testing.T) {
	t.Parallel()
	l := listen(t, conns.Options{Total: 100, PerNetwork: 1}, greet)
	require.Equal(t, "hello\n", first(t, dial(t, l, "127.0.0.2")))
	for range 300 {
		dial(t, l, "127.0.0.2")
	}
	require.Equal(t, "hello\n", first(t, dial(t, l, "127.0.0.3")))
	_, perNetwork := l.Refused()
	require.EqualValues(t, 300, perNetwork)
	require.Equal(t, 2, l.Open())
}

// A client that reads nothing is cut off, however much it is sent.
func TestAClientThatReadsNothingIsCutOff(t *testing.T) {
	t.Parallel()
	failed := make(chan error, 1)
	l := listen(t, conns.Options{WriteTimeout: 200 * time.Millisecond}, func(conn net.Conn) {
		_, err := conn.Write(make([]byte, 64<<20)) // more than any buffer of the system
		_ = conn.Close()
		failed <- err
	})
	dial(t, l, "127.0.0.1")
	select {
	case err := <-failed:
		require.ErrorIs(t, err, os.ErrDeadlineExceeded)
	case <-time.After(patience):
		t.Fatal("the write waits for ever")
	}
	require.Eventually(t, func() bool { return l.Open() == 0 }, patience, time.Millisecond)
}

// A slow client that goes on reading gets everything, although that takes many times the timeout.
func TestASlowClientGetsEverything(t *testing.T) {
	t.Parallel()
	const timeout, size = time.Second, 25 * conns.ChunkSize
	inner := &slowConn{sleep: timeout / 20}
	conn, err := conns.Listen(&oneConn{conn: inner}, conns.Options{WriteTimeout: timeout}).Accept()
	require.NoError(t, err)
	began := time.Now()
	n, err := conn.Write(make([]byte, size))
	require.NoError(t, err)
	require.Equal(t, size, n)
	require.Greater(t, time.Since(began), timeout, "it took longer than the timeout")
	require.Equal(t, size, inner.taken)
}

// slowConn takes one chunk after each sleep and fails like a socket whose deadline has passed.
type slowConn struct {
	net.Conn
	sleep    time.Duration
	deadline time.Time
	taken    int
}

func (c *slowConn) RemoteAddr() net.Addr                      { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }
func (c *slowConn) SetWriteDeadline(deadline time.Time) error { c.deadline = deadline; return nil }
func (c *slowConn) Write(p []byte) (int, error) {
	for written := 0; written < len(p); written += conns.ChunkSize {
		if time.Now().After(c.deadline) {
			return written, os.ErrDeadlineExceeded
		}
		time.Sleep(c.sleep)
		c.taken += min(conns.ChunkSize, len(p)-written)
	}
	return len(p), nil
}

// oneConn is a listener that accepts one connection.
type oneConn struct {
	net.Listener
	conn net.Conn
}

func (l *oneConn) Accept() (net.Conn, error) {
	if l.conn == nil {
		return nil, errors.New("no more connections")
	}
	conn := l.conn
	l.conn = nil
	return conn, nil
}
