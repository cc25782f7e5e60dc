package conns

import (
	"io"
	"net"
	"time"
)

const (
	// maxRefusing is how many refused connections are answered at the same time; further ones are closed without an answer.
	maxRefusing = 64
	// refusalTime bounds how long a refused connection stays open.
	refusalTime = time.Second
	// refusalRead is how much of a request is read before its connection is closed. A connection that is closed with unread
	// bytes is reset, and its client might never see the response.
	refusalRead = 16 << 10
)

// Responses to connections beyond the total, and beyond what their network may have.
const (
	tooManyInTotal    = "HTTP/1.1 503 Service Unavailable\r\n" + refusalHeaders + "Too many connections. Please try again in a moment.\n"
	tooManyOfANetwork = "HTTP/1.1 429 Too Many Requests\r\n" + refusalHeaders + "Too many connections. Please try again in a moment.\n"
	refusalHeaders    = "Content-Type: text/plain; charset=utf-8\r\nContent-Length: 52\r\nCache-Control: no-store\r\nRetry-After: 5\r\nConnection: close\r\n\r\n"
)

// refuse answers a connection that does not fit, and closes it.
func (l *Listener) refuse(conn net.Conn, perNetwork bool) {
	response, count := tooManyInTotal, &l.refused[0]
	if perNetwork {
		response, count = tooManyOfANetwork, &l.refused[1]
	}
	count.Add(1)
	select {
	case l.refusing <- struct{}{}:
	default:
		_ = conn.Close()
		return
	}
	go func() {
		defer func() { <-l.refusing }()
		defer func() { _ = conn.Close() }()
		_ = conn.SetDeadline(time.Now().Add(refusalTime))
		if _, err := io.WriteString(conn, response); err != nil {
			return
		}
		if half, ok := conn.(interface{ CloseWrite() error }); ok && half.CloseWrite() == nil {
			_, _ = io.CopyN(io.Discard, conn, refusalRead)
		}
	}()
}
