package apptest

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
}

// OpenGate returns a gate before the server at an address like postgres://user@host:5432/name?host=/socket/folder or
// redis://host:6379/0, and the address that leads through it.
func OpenGate(t testing.TB, address string) (g *Gate, through string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	g = &Gate{network: "tcp", target: u.Host, conns: map[net.Conn]bool{}}
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

// Unlock lets connections through again.
func (g *Gate) Unlock() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.shut = false
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
	defer g.forget(in)
	if !g.note(in) {
		return
	}
	out, err := net.Dial(g.network, g.target)
	if err != nil {
		return
	}
	defer g.forget(out)
	if !g.note(out) {
		return
	}
	go func() {
		_, _ = io.Copy(out, in)
		_ = out.Close()
	}()
	_, _ = io.Copy(in, out)
}

// note reports whether the gate is open.
func (g *Gate) note(conn net.Conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.conns[conn] = true
	return !g.shut
}

func (g *Gate) forget(conn net.Conn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.conns, conn)
	_ = conn.Close()
}
