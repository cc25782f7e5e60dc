package conns

import (
	"net"
	"sync/atomic"
	"time"
)

// ChunkSize is how many bytes of a response have to be taken within the write timeout. A page fits into one chunk; of a large
// file each chunk has the time anew, so that a slow client gets it as long as it goes on reading.
const ChunkSize = 32 << 10

// Conn is an accepted connection. Its writes have deadlines; closing it returns its slot.
type Conn struct {
	net.Conn
	timeout time.Duration
	closed  atomic.Bool
	free    func()
}

// NetConn returns the connection below, on which the caller sets write deadlines by itself.
func (c *Conn) NetConn() net.Conn { return c.Conn }

// Write writes p in chunks, each of which has the whole timeout.
func (c *Conn) Write(p []byte) (written int, err error) {
	if c.timeout <= 0 {
		return c.Conn.Write(p)
	}
	for {
		chunk := p[written:min(len(p), written+ChunkSize)]
		if err := c.SetWriteDeadline(time.Now().Add(c.timeout)); err != nil {
			return written, err
		}
		n, err := c.Conn.Write(chunk)
		written += n
		if err != nil || written == len(p) {
			return written, err
		}
	}
}

// Close closes the connection.
func (c *Conn) Close() error {
	if !c.closed.Swap(true) {
		c.free()
	}
	return c.Conn.Close()
}

// CloseWrite signals to the client that nothing more comes; net/http does so before it closes a connection on which the client may
// still be writing.
func (c *Conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
