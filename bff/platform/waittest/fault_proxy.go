package waittest

import (
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// FaultProxy is a TCP proxy that a test can make refuse connections or hang.
type FaultProxy struct {
	network, target string
	listener        net.Listener

	mu       sync.Mutex
	refusing bool
	conns    map[net.Conn]bool
	// hanging says that nothing passes, hangs how often that began.
	hanging    bool
	hangs      int
	unanswered int
	closed     chan struct{}
}

// OpenFaultProxy returns a proxy before the server at an address like postgres://user@host:5432/name?host=/socket/folder or
// redis://host:6379/0, and the address that leads through it.
func OpenFaultProxy(t testing.TB, address string) (f *FaultProxy, through string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	f = &FaultProxy{network: "tcp", target: u.Host, conns: map[net.Conn]bool{}, closed: make(chan struct{})}
	query := u.Query()
	if folder := query.Get("host"); strings.HasPrefix(folder, "/") {
		port := query.Get("port")
		if port == "" {
			port = "5432"
		}
		f.network, f.target = "unix", folder+"/.s.PGSQL."+port
		query.Del("host")
		query.Del("port")
		u.RawQuery = query.Encode()
	} else if u.Scheme == "unix" {
		f.network, f.target = "unix", u.Path
		u = &url.URL{Scheme: "redis", Path: "/0"}
	}
	if f.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	u.Host = f.listener.Addr().String()
	go f.run()
	t.Cleanup(func() {
		_ = f.listener.Close()
		close(f.closed)
		f.Refuse()
	})
	return f, u.String()
}

// Refuse ends every connection, and those that come from now on at once.
func (f *FaultProxy) Refuse() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.refusing = true
	for conn := range f.conns {
		_ = conn.Close()
	}
}

// Hang keeps everything from passing and closes nothing: the server is gone like one whose machine lost its power.
func (f *FaultProxy) Hang() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.hanging = true
	f.hangs++
}

// Unanswered returns how often something was sent while the proxy hung, since it was opened.
func (f *FaultProxy) Unanswered() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.unanswered
}

// Resume lets connections through again. Those from before a hang stay silent.
func (f *FaultProxy) Resume() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.refusing, f.hanging = false, false
}

func (f *FaultProxy) run() {
	for {
		in, err := f.listener.Accept()
		if err != nil {
			return
		}
		go f.pass(in)
	}
}

func (f *FaultProxy) pass(in net.Conn) {
	defer f.drop(in)
	if !f.note(in) {
		return
	}
	out, err := net.Dial(f.network, f.target)
	if err != nil {
		return
	}
	defer f.drop(out)
	if !f.note(out) {
		return
	}
	f.mu.Lock()
	era := f.hangs
	f.mu.Unlock()
	go func() {
		_, _ = io.Copy(passing{f, out, era}, in)
		_ = out.Close()
	}()
	_, _ = io.Copy(passing{f, in, era}, out)
}

// passing is where a connection's bytes go on to; era is how often the proxy had hung when it was opened.
type passing struct {
	proxy *FaultProxy
	to    net.Conn
	era   int
}

// Write passes bytes on, or waits for ever.
func (p passing) Write(b []byte) (int, error) {
	p.proxy.mu.Lock()
	silent := p.proxy.hanging || p.era < p.proxy.hangs
	if silent {
		p.proxy.unanswered++
	}
	p.proxy.mu.Unlock()
	if silent {
		<-p.proxy.closed
		return 0, io.ErrClosedPipe
	}
	return p.to.Write(b)
}

// note registers a connection and reports whether connections are let through.
func (f *FaultProxy) note(conn net.Conn) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.conns[conn] = true
	return !f.refusing
}

func (f *FaultProxy) drop(conn net.Conn) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.conns, conn)
	_ = conn.Close()
}
