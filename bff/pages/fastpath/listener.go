package fastpath

import (
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/roamcart/roamcart/bff/pages/web"
)

const (
	// bufferSize is the longest header block that the fast path reads; net/http reads longer ones.
	bufferSize = 8 << 10
	// maxPause bounds the pause after a vain attempt to accept a connection.
	maxPause = time.Second
)

// Store repeats answers; *cache.Cache is one.
type Store interface {
	// Repeat returns the header of an answer up to, and without, the date and the request id, and its body. They are read-only.
	Repeat(q *web.RawRequest) (header, body []byte, ok bool)
}

// Options configure a listener.
type Options struct {
	Store Store
	// Trusted reports whether a peer is a proxy whose X-Forwarded-Proto counts; nil trusts nobody.
	Trusted func(peer net.Addr) bool
	// HTTPS reports whether browsers come to a host over TLS, whoever says what; nil means no host. It may not keep host.
	HTTPS func(host []byte) bool
	// HeaderTimeout bounds the reading of a header block from its first byte on, and the waiting for the first one of a connection;
	// IdleTimeout bounds the waiting for the next one.
	HeaderTimeout, IdleTimeout time.Duration
	// WriteTimeout is how long a client may take to receive conns.ChunkSize bytes of a response; 0 is no bound.
	WriteTimeout time.Duration
}

// Listener answers what it can and hands all other connections to Accept. It is for one http.Server.
type Listener struct {
	net.Listener
	o      Options
	handed chan net.Conn
	failed chan error
	done   chan struct{}
	closed atomic.Bool

	mu   sync.Mutex
	open map[net.Conn]bool
}

// Listen puts the fast path before a listener; closing it closes that one and the fast path's connections.
func Listen(inner net.Listener, o Options) *Listener {
	if o.Trusted == nil {
		o.Trusted = func(net.Addr) bool { return false }
	}
	if o.HTTPS == nil {
		o.HTTPS = func([]byte) bool { return false }
	}
	l := &Listener{
		Listener: inner, o: o, handed: make(chan net.Conn), failed: make(chan error), done: make(chan struct{}), open: map[net.Conn]bool{},
	}
	go l.run()
	return l
}

// Accept returns the next connection that is not the fast path's.
func (l *Listener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.handed:
		return conn, nil
	case err := <-l.failed:
		return nil, err
	case <-l.done:
		return nil, net.ErrClosed
	}
}

// Close stops listening. Connections that wait for their next request end; an answer under way is finished.
func (l *Listener) Close() error {
	if l.closed.Swap(true) {
		return net.ErrClosed
	}
	close(l.done)
	err := l.Listener.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	for conn := range l.open {
		_ = conn.SetReadDeadline(time.Unix(1, 0)) // whoever reads, wakes up
	}
	return err
}

func (l *Listener) run() {
	pause := time.Duration(0)
	for {
		conn, err := l.Listener.Accept()
		if err == nil {
			pause = 0
			go l.serve(conn)
			continue
		}
		if l.closed.Load() || errors.Is(err, net.ErrClosed) {
			return
		}
		pause = min(max(2*pause, 5*time.Millisecond), maxPause)
		select {
		case l.failed <- err:
		case <-l.done:
			return
		}
		time.Sleep(pause)
	}
}

// enter notes a connection, so that Close finds it; false means that it is too late.
func (l *Listener) enter(conn net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open[conn] = true
	return !l.closed.Load()
}

func (l *Listener) leave(conn net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, conn)
}

// handOver gives a connection to net/http, with what was read of it. A header block of which a part is there has to be complete by
// headerBy; net/http gives one that is not begun its own time.
func (l *Listener) handOver(conn net.Conn, unread []byte, headerBy time.Time) {
	_ = conn.SetDeadline(time.Time{})
	select {
	case l.handed <- &handedConn{Conn: conn, unread: append([]byte(nil), unread...), headerBy: headerBy}:
	case <-l.done:
		_ = conn.Close()
	}
}

// handedConn is a connection of which something has been read already.
type handedConn struct {
	net.Conn
	unread   []byte
	headerBy time.Time
}

// Read gives the unread bytes first.
func (c *handedConn) Read(p []byte) (int, error) {
	if len(c.unread) == 0 {
		return c.Conn.Read(p)
	}
	n := copy(p, c.unread)
	if c.unread = c.unread[n:]; len(c.unread) == 0 {
		c.unread = nil
	}
	return n, nil
}

// SetReadDeadline sets the deadline. The first that net/http sets is that of the first header block: handing a connection over
// does not extend it.
func (c *handedConn) SetReadDeadline(deadline time.Time) error {
	if !c.headerBy.IsZero() {
		if c.headerBy.Before(deadline) {
			deadline = c.headerBy
		}
		c.headerBy = time.Time{}
	}
	return c.Conn.SetReadDeadline(deadline)
}

// CloseWrite lets net/http end a response before it closes the connection.
func (c *handedConn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
