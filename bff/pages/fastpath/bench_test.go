package fastpath_test

import (
	"bufio"
	"io"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/pages/fastpath"
	"github.com/roamcart/roamcart/bff/pages/web"
)

// onePageStore is a store with one page of 13 kB, as a listing is.
type onePageStore struct{ header, body []byte }

func (p onePageStore) Repeat(*web.RawRequest) (header, body []byte, ok bool) {
	return p.header, p.body, true
}

// BenchmarkFastPath measures one request on a connection that stays open, both ends in this process.
func BenchmarkFastPath(b *testing.B) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(b, err)
	const size = 13 << 10
	l := fastpath.Listen(inner, fastpath.Options{
		Store: onePageStore{[]byte("HTTP/1.1 200 OK\r\nContent-Length: 13312\r\n"), make([]byte, size)}, HeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute,
		WriteTimeout: 30 * time.Second,
	})
	b.Cleanup(func() { _ = l.Close() })
	request := []byte(ask("/en/home", "Accept-Encoding: gzip, deflate, br, zstd", "User-Agent: bench"))
	b.ReportAllocs()
	b.RunParallel(func(loop *testing.PB) {
		conn, err := net.Dial("tcp", inner.Addr().String())
		if err != nil {
			b.Error(err)
			return
		}
		defer func() { _ = conn.Close() }()
		in := bufio.NewReaderSize(conn, 32<<10)
		for loop.Next() {
			if _, err := conn.Write(request); err != nil {
				b.Error(err)
				return
			}
			for line := []byte("x"); len(line) > 2; { // the blank line ends the header block
				if line, err = in.ReadSlice('\n'); err != nil {
					b.Error(err)
					return
				}
			}
			if _, err := io.CopyN(io.Discard, in, size); err != nil {
				b.Error(err)
				return
			}
		}
	})
}
