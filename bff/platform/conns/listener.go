package conns

import (
	"errors"
	"net"
	"sync/atomic"
	"time"

	"github.com/roamcart/roamcart/bff/platform/network"
	"github.com/roamcart/roamcart/bff/platform/ratelimit"
)

// Options bound the connections of a listener; 0 is no bound.
type Options struct {
	// Total is how many connections may be open at once, PerNetwork how many of one network.
	Total, PerNetwork int
	// Exempt reports whether a peer is many clients in one, as a proxy is, or this machine itself. Such connections are not
	// counted per network and have a total of their own. nil exempts nobody.
	Exempt func(peer net.Addr) bool
	// WriteTimeout is how long a client may take to receive ChunkSize bytes.
	WriteTimeout time.Duration
}

// Listener accepts connections within its bounds and refuses the others itself.
type Listener struct {
	net.Listener
	o               Options
	clients, exempt *ratelimit.Slots[string]
	refusing        chan struct{}
	refused         [2]atomic.Int64
}

// Listen bounds the connections of inner.
func Listen(inner net.Listener, o Options) *Listener {
	if o.Exempt == nil {
		o.Exempt = func(net.Addr) bool { return false }
	}
	return &Listener{
		Listener: inner, o: o, refusing: make(chan struct{}, maxRefusing),
		clients: ratelimit.NewSlots[string](o.Total, o.PerNetwork), exempt: ratelimit.NewSlots[string](o.Total, 0),
	}
}

// Accept returns the next connection that fits; it is a *Conn.
func (l *Listener) Accept() (net.Conn, error) {
	for {
		inner, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		slots, from := l.clients, networkOf(inner.RemoteAddr())
		if l.o.Exempt(inner.RemoteAddr()) {
			slots = l.exempt
		}
		if err := slots.Take(from); err != nil {
			l.refuse(inner, errors.Is(err, ratelimit.ErrShare))
			continue
		}
		return &Conn{Conn: inner, timeout: l.o.WriteTimeout, free: func() { slots.Free(from) }}, nil
	}
}

// Open returns how many connections are open.
func (l *Listener) Open() int { return l.clients.Taken() + l.exempt.Taken() }

// Refused returns how many connections were refused since the start: because of the total, and because of their network.
func (l *Listener) Refused() (total, perNetwork int64) {
	return l.refused[0].Load(), l.refused[1].Load()
}

// networkOf returns the network of a peer.
func networkOf(peer net.Addr) string {
	tcp, ok := peer.(*net.TCPAddr)
	if !ok {
		return network.Unknown
	}
	return network.Of(tcp.AddrPort().Addr().String())
}
