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

// visit is a connection in the fast path.
type visit struct {
	conn     net.Conn
	trusted  bool
	in, out  []byte
	question web.RawRequest
	buffers  [2][]byte
	// answered says that there was a request before this one.
	answered bool
	// idleFrom is when the read deadline of the idle connection was set, headBy that of the header block of which a part is
	// there; writeBy is the write deadline.
	idleFrom, headBy, writeBy time.Time
}

var visits = sync.Pool{New: func() any { return &visit{in: make([]byte, bufferSize), out: make([]byte, 0, 2<<10)} }}

// serve answers a connection until it ends, or takes it to net/http.
func (l *Listener) serve(conn net.Conn) {
	if !l.enter(conn) {
		l.leave(conn)
		_ = conn.Close()
		return
	}
	v := visits.Get().(*visit)
	v.conn, v.trusted = socket(conn), l.o.Trusted(conn.RemoteAddr())
	unread, hand := l.answer(v)
	l.leave(conn)
	if hand {
		l.hand(conn, unread, v.headBy)
	} else {
		_ = conn.Close()
	}
	*v = visit{in: v.in, out: v.out[:0]}
	visits.Put(v)
}

// socket returns the connection below one that is counted: only a socket takes header block and body in one call of the system.
func socket(conn net.Conn) net.Conn {
	if counted, ok := conn.(*conns.Conn); ok {
		return counted.NetConn()
	}
	return conn
}

// answer repeats answers; hand is true when the connection, beginning with unread, is for net/http.
func (l *Listener) answer(v *visit) (unread []byte, hand bool) {
	begin, end := 0, 0
	for {
		q, length, verdict := read(v.in[begin:end], v.trusted)
		if verdict == asked {
			q.HTTPS = q.HTTPS || l.o.HTTPS(q.Host)
			v.question = q
			if head, body, ok := l.o.Store.Repeat(&v.question); ok {
				if err := l.write(v, head, body); err != nil {
					return nil, false
				}
				begin += length
				v.answered, v.headBy = true, time.Time{}
				continue
			}
			return v.in[begin:end], true
		}
		if verdict == other {
			return v.in[begin:end], true
		}
		end, begin = copy(v.in, v.in[begin:end]), 0
		if end == len(v.in) {
			return v.in[:end], true
		}
		l.limitRead(v, end > 0)
		if l.closed.Load() {
			return nil, false
		}
		n, err := v.conn.Read(v.in[end:])
		if n == 0 && err != nil {
			// net/http says to whoever ends a request too early that it is a bad one.
			return v.in[:end], err == io.EOF && v.begun(end)
		}
		end += n
	}
}

// begun reports whether net/http would call that many bytes a request: the first on a connection from its first byte on, later
// ones from the fourth.
func (v *visit) begun(bytes int) bool { return bytes >= 4 || bytes > 0 && !v.answered }

// limitRead bounds how long more is waited for. A header block has one deadline, set when its first bytes were read: what comes
// later does not extend it.
func (l *Listener) limitRead(v *visit, begun bool) {
	if begun && !v.headBy.IsZero() {
		return
	}
	now := time.Now()
	switch {
	case begun:
		v.headBy, v.idleFrom = now.Add(l.o.HeadTimeout), time.Time{}
		_ = v.conn.SetReadDeadline(v.headBy)
	case !v.answered:
		_ = v.conn.SetReadDeadline(now.Add(l.o.HeadTimeout))
	case now.Sub(v.idleFrom) > renewAfter:
		v.idleFrom = now
		_ = v.conn.SetReadDeadline(now.Add(l.o.IdleTimeout))
	}
}

// limitWrite bounds how long the client may take to receive the next chunk. The deadline is set anew only when an eighth of the
// time has passed: setting it costs.
func (l *Listener) limitWrite(v *visit, now time.Time) {
	by := now.Add(l.o.WriteTimeout)
	if l.o.WriteTimeout > 0 && by.Sub(v.writeBy) > l.o.WriteTimeout/8 {
		v.writeBy = by
		_ = v.conn.SetWriteDeadline(by)
	}
}

// write sends head, date, request id and body, in one call of the system unless the body is a large one.
func (l *Listener) write(v *visit, head, body []byte) error {
	now := time.Now()
	v.out = append(v.out[:0], head...)
	v.out = append(v.out, "Date: "...)
	v.out = append(v.out, date(now)...)
	v.out = append(v.out, "\r\nX-Request-Id: "...)
	v.out = appendRequestID(v.out)
	v.out = append(v.out, "\r\n\r\n"...)
	for out := v.out; ; out = nil {
		chunk := body[:min(len(body), conns.ChunkSize)]
		body = body[len(chunk):]
		l.limitWrite(v, now)
		v.buffers = [2][]byte{out, chunk}
		buffers := net.Buffers(v.buffers[:])
		if _, err := buffers.WriteTo(v.conn); err != nil || len(body) == 0 {
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
