package apptest

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"
)

// MailServer takes mails and counts them.
type MailServer struct {
	// URL is its address as SMTP_URL has it.
	URL      string
	received atomic.Int64
}

// NewMailServer starts a mail server that ends with the test.
func NewMailServer(t testing.TB) *MailServer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	s := &MailServer{URL: "smtp://" + l.Addr().String() + "?tls=none"}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go s.serve(conn)
		}
	}()
	return s
}

// Received returns how many mails it has taken.
func (s *MailServer) Received() int { return int(s.received.Load()) }

func (s *MailServer) serve(conn io.ReadWriteCloser) {
	defer func() { _ = conn.Close() }()
	lines := bufio.NewScanner(conn)
	lines.Buffer(nil, 1<<20)
	say := func(line string) { _, _ = fmt.Fprintf(conn, "%s\r\n", line) }
	say("220 test")
	for data := false; lines.Scan(); {
		switch verb := strings.ToUpper(lines.Text()); {
		case data && verb != ".":
		case data:
			data = false
			s.received.Add(1)
			say("250 taken")
		case strings.HasPrefix(verb, "EHLO"):
			say("250-test")
			say("250 8BITMIME")
		case verb == "DATA":
			data = true
			say("354 go on")
		case verb == "QUIT":
			say("221 bye")
			return
		default:
			say("250 ok")
		}
	}
}
