package fastpath

import (
	"encoding/hex"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/platform/conns"
)

// renewAfter is how old the deadline of an idle connection may become before it is set anew: setting it costs.
const renewAfter = 5 * time.Second

// connState is a connection in the fast path, with its buffers and deadlines.
type connState struct {
	conn    net.Conn
	trusted bool
	in, out []byte
	request web.RawRequest
	buffers [2][]byte
	// answered says that there was a request before this one.
	answered bool
	// idleFrom is when the read deadline of the idle connection was set, headerBy that of the header block of which a part is
	// there; writeBy is the write deadline.
	idleFrom, headerBy, writeBy time.Time
}

var connStates = sync.Pool{New: func() any { return &connState{in: make([]byte, bufferSize), out: make([]byte, 0, 2<<10)} }}

// serve answers a connection until it ends, or takes it to net/http.
func (l *Listener) serve(conn net.Conn) {
	if !l.enter(conn) {
		l.leave(conn)
		_ = conn.Close()
		return
	}
	s := connStates.Get().(*connState)
	s.conn, s.trusted = socket(conn), l.o.Trusted(conn.RemoteAddr())
	unread, handOver := l.answer(s)
	l.leave(conn)
	if handOver {
		l.handOver(conn, unread, s.headerBy)
	} else {
		_ = conn.Close()
	}
	*s = connState{in: s.in, out: s.out[:0]}
	connStates.Put(s)
}

// socket returns the connection below one that is counted: only a socket takes header block and body in one call of the system.
func socket(conn net.Conn) net.Conn {
	if counted, ok := conn.(*conns.Conn); ok {
		return counted.NetConn()
	}
	return conn
}

// answer repeats answers; handOver is true when the connection, beginning with unread, is for net/http.
func (l *Listener) answer(s *connState) (unread []byte, handOver bool) {
	begin, end := 0, 0
	for {
		q, length, verdict := read(s.in[begin:end], s.trusted)
		if verdict == complete {
			q.HTTPS = q.HTTPS || l.o.HTTPS(q.Host)
			s.request = q
			if header, body, ok := l.o.Store.Repeat(&s.request); ok {
				if err := l.write(s, header, body); err != nil {
					return nil, false
				}
				begin += length
				s.answered, s.headerBy = true, time.Time{}
				continue
			}
			return s.in[begin:end], true
		}
		if verdict == unsupported {
			return s.in[begin:end], true
		}
		end, begin = copy(s.in, s.in[begin:end]), 0
		if end == len(s.in) {
			return s.in[:end], true
		}
		l.limitRead(s, end > 0)
		if l.closed.Load() {
			return nil, false
		}
		n, err := s.conn.Read(s.in[end:])
		if n == 0 && err != nil {
			// net/http says to whoever ends a request too early that it is a bad one.
			return s.in[:end], err == io.EOF && s.begun(end)
		}
		end += n
	}
}

// begun reports whether net/http would call that many bytes a request: the first on a connection from its first byte on, later
// ones from the fourth.
func (s *connState) begun(bytes int) bool { return bytes >= 4 || bytes > 0 && !s.answered }

// limitRead bounds how long more is waited for. A header block has one deadline, set when its first bytes were read: what comes
// later does not extend it.
func (l *Listener) limitRead(s *connState, begun bool) {
	if begun && !s.headerBy.IsZero() {
		return
	}
	now := time.Now()
	switch {
	case begun:
		s.headerBy, s.idleFrom = now.Add(l.o.HeaderTimeout), time.Time{}
		_ = s.conn.SetReadDeadline(s.headerBy)
	case !s.answered:
		_ = s.conn.SetReadDeadline(now.Add(l.o.HeaderTimeout))
	case now.Sub(s.idleFrom) > renewAfter:
		s.idleFrom = now
		_ = s.conn.SetReadDeadline(now.Add(l.o.IdleTimeout))
	}
}

// limitWrite bounds how long the client may take to receive the next chunk. The deadline is set anew only when an eighth of the
// time has passed: setting it costs.
func (l *Listener) limitWrite(s *connState, now time.Time) {
	by := now.Add(l.o.WriteTimeout)
	if l.o.WriteTimeout > 0 && by.Sub(s.writeBy) > l.o.WriteTimeout/8 {
		s.writeBy = by
		_ = s.conn.SetWriteDeadline(by)
	}
}

// write sends header, date, request id and body, in one call of the system unless the body is a large one.
func (l *Listener) write(s *connState, header, body []byte) error {
	now := time.Now()
	s.out = append(s.out[:0], header...)
	s.out = append(s.out, "Date: "...)
	s.out = append(s.out, date(now)...)
	s.out = append(s.out, "\r\nX-Request-Id: "...)
	s.out = appendRequestID(s.out)
	s.out = append(s.out, "\r\n\r\n"...)
	for out := s.out; ; out = nil {
		chunk := body[:min(len(body), conns.ChunkSize)]
		body = body[len(chunk):]
		l.limitWrite(s, now)
		s.buffers = [2][]byte{out, chunk}
		buffers := net.Buffers(s.buffers[:])
		if _, err := buffers.WriteTo(s.conn); err != nil || len(body) == 0 {
			return err
		}
		now = time.Now()
	}
}

// today is the date as headers write it, made once a second.
var today atomic.Pointer[stamp]

type stamp struct {
	second int64
	text   string
}

func date(now time.Time) string {
	if s := today.Load(); s != nil && s.second == now.Unix() {
		return s.text
	}
	s := &stamp{second: now.Unix(), text: now.UTC().Format(http.TimeFormat)}
	today.Store(s)
	return s.text
}

// appendRequestID appends an id that no other request has. It is no secret.
func appendRequestID(b []byte) []byte {
	var id [16]byte
	for i, n := range [2]uint64{rand.Uint64(), rand.Uint64()} {
		for k := range 8 {
			id[8*i+k] = byte(n >> (8 * k))
		}
	}
	return hex.AppendEncode(b, id[:])
}
