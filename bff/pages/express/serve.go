package express

import (
	"encoding/hex"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/roamcart/roamcart/bff/pages"
)

// renewAfter is how old the deadline of an idle connection may become before it is set anew: setting it costs.
const renewAfter = 5 * time.Second

// visit is a connection in the lane.
type visit struct {
	in, out  []byte
	question pages.Question
	buffers  [2][]byte
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
	unread, hand := l.answer(conn, v)
	l.leave(conn)
	if hand {
		l.hand(conn, unread)
	} else {
		_ = conn.Close()
	}
	v.question, v.buffers = pages.Question{}, [2][]byte{}
	visits.Put(v)
}

// answer repeats answers; hand is true when the connection, beginning with unread, is for net/http.
func (l *Listener) answer(conn net.Conn, v *visit) (unread []byte, hand bool) {
	trusted := l.o.Trusted(conn.RemoteAddr())
	var patience time.Time // when the read deadline was set for an idle connection
	begin, end := 0, 0
	for {
		q, length, verdict := read(v.in[begin:end], trusted)
		if verdict == asked {
			v.question = q
			if head, body, ok := l.o.Store.Repeat(&v.question); ok {
				if err := v.write(conn, head, body); err != nil {
					return nil, false
				}
				begin += length
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
		now := time.Now()
		if end > 0 {
			l.await(conn, now, l.o.HeadTimeout)
			patience = time.Time{}
		} else if now.Sub(patience) > renewAfter {
			l.await(conn, now, l.o.IdleTimeout)
			patience = now
		}
		if l.closed.Load() {
			return nil, false
		}
		n, err := conn.Read(v.in[end:])
		if n == 0 && err != nil {
			return nil, false
		}
		end += n
	}
}

// await bounds how long more of a question is waited for, and how long from now answers may be taken.
func (l *Listener) await(conn net.Conn, now time.Time, more time.Duration) {
	_ = conn.SetReadDeadline(now.Add(more))
	_ = conn.SetWriteDeadline(now.Add(l.o.IdleTimeout + l.o.HeadTimeout))
}

// write sends head, date, request id and body in one call of the system.
func (v *visit) write(conn net.Conn, head, body []byte) error {
	v.out = append(v.out[:0], head...)
	v.out = append(v.out, "Date: "...)
	v.out = append(v.out, date()...)
	v.out = append(v.out, "\r\nX-Request-Id: "...)
	v.out = appendRequestID(v.out)
	v.out = append(v.out, "\r\n\r\n"...)
	v.buffers = [2][]byte{v.out, body}
	buffers := net.Buffers(v.buffers[:])
	_, err := buffers.WriteTo(conn)
	return err
}

// today is the date as headers write it, made once a second.
var today atomic.Pointer[stamp]

type stamp struct {
	second int64
	text   string
}

func date() string {
	now := time.Now()
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
