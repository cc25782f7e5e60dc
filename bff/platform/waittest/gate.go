package waittest

import (
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// Gate stands before a server of a test: shut, the server is gone for those who come through the gate.
type Gate struct {
	network, target string
	listener        net.Listener

	mu    sync.Mutex
	shut  bool
	conns map[net.Conn]bool
	// stalled says that nothing passes, stalls how often that began.
	stalled bool
	stalls  int
	lost    int
	closed  chan struct{}
}

// OpenGate returns a gate before the server at an address like postgres://user@host:5432/name?host=/socket/folder or
// redis://host:6379/0, and the address that leads through it.
func OpenGate(t testing.TB, address string) (g *Gate, through string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	g = &Gate{network: "tcp", target: u.Host, conns: map[net.Conn]bool{}, closed: make(chan struct{})}
	query := u.Query()
	if folder := query.Get("host"); strings.HasPrefix(folder, "/") {
		port := query.Get("port")
		if port == "" {
			port = "5432"
		}
		g.network, g.target = "unix", folder+"/.s.PGSQL."+port
		query.Del("host")
		query.Del("port")
		u.RawQuery = query.Encode()
	} else if u.Scheme == "unix" {
		g.network, g.target = "unix", u.Path
		u = &url.URL{Scheme: "redis", Path: "/0"}
	}
	if g.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	u.Host = g.listener.Addr().String()
	go g.run()
	t.Cleanup(func() {
		_ = g.listener.Close()
		close(g.closed)
		g.Shut()
	})
	return g, u.String()
}

// Shut ends every connection, and those that come from now on at once.
func (g *Gate) Shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.shut = true
	for conn := range g.conns {
		_ = conn.Close()
	}
}

// Stall keeps everything from passing, without a word to anybody: the server is gone like one whose machine lost its power.
func (g *Gate) Stall() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.stalled = true
	g.stalls++
}

// Lost returns how many connections have sent something into the silence since the gate was opened.
func (g *Gate) Lost() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.lost
}

// Unlock lets connections through again. Those from before a stall stay silent.
func (g *Gate) Unlock() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.shut, g.stalled = false, false
}

func (g *Gate) run() {
	for {
		in, err := g.listener.Accept()
		if err != nil {
			return
		}
		go g.pass(in)
	}
}

func (g *Gate) pass(in net.Conn) {
	defer g.drop(in)
	if !g.note(in) {
		return
	}
	out, err := net.Dial(g.network, g.target)
	if err != nil {
		return
	}
	defer g.drop(out)
	if !g.note(out) {
		return
	}
	g.mu.Lock()
	era := g.stalls
	g.mu.Unlock()
	go func() {
		_, _ = io.Copy(passing{g, out, era}, in)
		_ = out.Close()
	}()
	_, _ = io.Copy(passing{g, in, era}, out)
}

// passing is where a connection's bytes go on to; era is how often the gate had stalled when it was opened.
type passing struct {
	gate *Gate
	to   net.Conn
	era  int
}

// Write passes bytes on, or waits for ever.
func (p passing) Write(b []byte) (int, error) {
	p.gate.mu.Lock()
	silent := p.gate.stalled || p.era < p.gate.stalls
	if silent {
		p.gate.lost++
	}
	p.gate.mu.Unlock()
	if silent {
		<-p.gate.closed
		return 0, io.ErrClosedPipe
	}
	return p.to.Write(b)
}

// note reports whether the gate is open.
func (g *Gate) note(conn net.Conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.conns[conn] = true
	return !g.shut
}

func (g *Gate) drop(conn net.Conn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.conns, conn)
	_ = conn.Close()
}
