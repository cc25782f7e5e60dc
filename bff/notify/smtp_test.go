package notify_test

import (
	"bufio"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	netmail "net/mail"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/notify"
)

func TestSMTPSends(t *testing.T) {
	t.Parallel()
	srv := startSMTP(t, "")
	s := newSMTP(t, "smtp://"+srv.addr+"?tls=none")
	m, err := notify.Preview(nil, "esim_delivered", "zh")
	require.NoError(t, err)
	m.FromName, m.ReplyTo = "旅行卡, \"Inc\"", "support@example.com"
	require.NoError(t, s.Send(t.Context(), m))
	require.NoError(t, s.Send(t.Context(), m))

	mails := srv.received()
	require.Len(t, mails, 2)
	first, second := parse(t, mails[0]), parse(t, mails[1])
	require.NotEmpty(t, first.Header.Get("Message-ID"))
	require.Equal(t, first.Header.Get("Message-ID"), second.Header.Get("Message-ID"), "a repeated mail is recognised as the same")
	require.True(t, strings.HasSuffix(first.Header.Get("Message-ID"), "@roamcart.example>"))

	from, err := first.Header.AddressList("From")
	require.NoError(t, err)
	require.Equal(t, []*netmail.Address{{Name: "旅行卡, \"Inc\"", Address: "no-reply@roamcart.example"}}, from)
	reply, err := first.Header.AddressList("Reply-To")
	require.NoError(t, err)
	require.Equal(t, "support@example.com", reply[0].Address)
	subject, err := new(mime.WordDecoder).DecodeHeader(first.Header.Get("Subject"))
	require.NoError(t, err)
	require.Equal(t, m.Subject, subject)
	require.Equal(t, "zh-Hans", first.Header.Get("Content-Language"))
	require.Equal(t, "auto-generated", first.Header.Get("Auto-Submitted"))

	parts := map[string]string{}
	collect(t, first.Header.Get("Content-Type"), first.Body, parts)
	require.Equal(t, m.Text, strings.ReplaceAll(parts["text/plain"], "\r\n", "\n"))
	require.Equal(t, m.HTML, strings.ReplaceAll(parts["text/html"], "\r\n", "\n"))
	require.Equal(t, string(m.Attachments[0].Data), parts["<esim-1>"])
	require.Equal(t, string(m.Attachments[1].Data), parts["<esim-2>"])
}

// Mails that follow each other share a connection, those side by side do not; one that the relay has closed meanwhile is replaced
// and costs no mail.
func TestSMTPUsesConnectionsAgain(t *testing.T) {
	t.Parallel()
	srv := startSMTP(t, "")
	s := newSMTP(t, "smtp://"+srv.addr+"?tls=none")
	m, err := notify.Preview(nil, "order_paid", "en")
	require.NoError(t, err)
	for range 5 {
		require.NoError(t, s.Send(t.Context(), m))
	}
	require.EqualValues(t, 1, srv.conns.Load())
	srv.closeConnections()
	require.NoError(t, s.Send(t.Context(), m))
	require.EqualValues(t, 2, srv.conns.Load())
	var side sync.WaitGroup
	for range 8 {
		side.Go(func() {
			if err := s.Send(t.Context(), m); err != nil {
				t.Error(err)
			}
		})
	}
	side.Wait()
	require.Len(t, srv.received(), 14)
	require.LessOrEqual(t, srv.conns.Load(), int64(9))
	require.NoError(t, s.Close())
}

func TestSMTPRefusals(t *testing.T) {
	t.Parallel()
	m, err := notify.Preview(nil, "order_paid", "en")
	require.NoError(t, err)
	for reply, permanent := range map[string]bool{"550 5.1.1 no such mailbox": true, "451 4.7.1 try later": false, "452 4.2.2 full": false} {
		srv := startSMTP(t, reply)
		s := newSMTP(t, "smtp://"+srv.addr+"?tls=none")
		err = s.Send(t.Context(), m)
		require.Error(t, err, reply)
		var p *notify.PermanentError
		require.Equal(t, permanent, errors.As(err, &p), "%s: %v", reply, err)
		var r *notify.RefusedError
		require.Equal(t, !permanent, errors.As(err, &r), "%s: %v", reply, err)
	}

	srv := startSMTP(t, "")
	s := newSMTP(t, "smtp://user:hunter2@"+srv.addr)
	err = s.Send(t.Context(), m)
	require.Error(t, err, "without STARTTLS nothing is sent")
	require.NotContains(t, err.Error(), "hunter2")
	require.Empty(t, srv.received())

	plain := newSMTP(t, "smtp://"+srv.addr+"?tls=opportunistic")
	for _, broken := range []func(*notify.Message){
		func(m *notify.Message) { m.To = "not an address" },
		func(m *notify.Message) { m.To = "a@example.com\r\nRCPT TO:<b@example.com>" },
		func(m *notify.Message) { m.Channel = notify.SMS },
		func(m *notify.Message) { m.ReplyTo = "nobody" },
	} {
		c := m
		broken(&c)
		var p *notify.PermanentError
		require.ErrorAs(t, plain.Send(t.Context(), c), &p)
	}
	require.Empty(t, srv.received())
	require.NoError(t, plain.Send(t.Context(), m))
	require.Len(t, srv.received(), 1)

	down := newSMTP(t, "smtp://127.0.0.1:1?tls=none")
	err = down.Send(t.Context(), m)
	require.Error(t, err)
	var p *notify.PermanentError
	require.NotErrorAs(t, err, &p)
	var r *notify.RefusedError
	require.NotErrorAs(t, err, &r, "a relay that is down says nothing of the mailbox")
}

func TestSMTPAddress(t *testing.T) {
	t.Parallel()
	for _, ok := range []string{"smtp://relay.example.com", "smtps://u:p%40@relay.example.com", "smtp://relay.example.com:25?tls=opportunistic"} {
		_, err := notify.NewSMTP(ok, "no-reply@roamcart.example")
		require.NoError(t, err, ok)
	}
	for _, bad := range []string{"", "smtp://", "http://u:hunter2@relay.example.com", "smtp://u:hunter2@relay.example.com?tls=maybe",
		"smtps://u:hunter2@relay.example.com?tls=none", "smtp://u:hunter2@relay.example.com:99999", "smtp://u:hunter2@relay.example.com:x"} {
		_, err := notify.NewSMTP(bad, "no-reply@roamcart.example")
		require.Error(t, err, bad)
		require.NotContains(t, err.Error(), "hunter2")
	}
	_, err := notify.NewSMTP("smtp://relay.example.com", "nobody")
	require.Error(t, err)
}

// smtpServer takes mails in plain text; with a refusal it answers every recipient with that.
type smtpServer struct {
	addr    string
	refusal string

	conns atomic.Int64
	mu    sync.Mutex
	open  []net.Conn
	mails []string
}

// newSMTP returns a sender whose connections are closed before its server is.
func newSMTP(t *testing.T, address string) *notify.SMTP {
	t.Helper()
	s, err := notify.NewSMTP(address, "no-reply@roamcart.example")
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// closeConnections closes every connection.
func (s *smtpServer) closeConnections() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.open {
		_ = c.Close()
	}
	s.open = nil
}

func startSMTP(t *testing.T, refusal string) *smtpServer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := &smtpServer{addr: l.Addr().String(), refusal: refusal}
	var wg sync.WaitGroup
	t.Cleanup(func() {
		_ = l.Close()
		wg.Wait()
	})
	wg.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			s.conns.Add(1)
			s.mu.Lock()
			s.open = append(s.open, c)
			s.mu.Unlock()
			wg.Go(func() { s.serve(c) })
		}
	})
	return s
}

func (s *smtpServer) received() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.mails...)
}

func (s *smtpServer) serve(c net.Conn) {
	defer func() { _ = c.Close() }()
	r := bufio.NewReader(c)
	writeLine := func(line string) { _, _ = fmt.Fprintf(c, "%s\r\n", line) }
	writeLine("220 test")
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		switch verb := strings.ToUpper(strings.TrimSpace(line)); {
		case strings.HasPrefix(verb, "EHLO"):
			writeLine("250-test")
			writeLine("250 8BITMIME")
		case strings.HasPrefix(verb, "RCPT") && s.refusal != "":
			writeLine(s.refusal)
		case verb == "DATA":
			writeLine("354 go on")
			var b strings.Builder
			for {
				line, err := r.ReadString('\n')
				if err != nil {
					return
				}
				if line == ".\r\n" {
					break
				}
				b.WriteString(strings.TrimPrefix(line, "."))
			}
			s.mu.Lock()
			s.mails = append(s.mails, b.String())
			s.mu.Unlock()
			writeLine("250 taken")
		case verb == "QUIT":
			writeLine("221 bye")
			return
		default:
			writeLine("250 ok")
		}
	}
}

func parse(t *testing.T, raw string) *netmail.Message {
	t.Helper()
	m, err := netmail.ReadMessage(strings.NewReader(raw))
	require.NoError(t, err)
	return m
}

// collect puts every leaf under its type or, when it has one, its content id.
func collect(t *testing.T, contentType string, body io.Reader, into map[string]string) {
	t.Helper()
	_, params, err := mime.ParseMediaType(contentType)
	require.NoError(t, err)
	r := multipart.NewReader(body, params["boundary"])
	for {
		p, err := r.NextRawPart()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
		kind, _, err := mime.ParseMediaType(p.Header.Get("Content-Type"))
		require.NoError(t, err)
		if strings.HasPrefix(kind, "multipart/") {
			collect(t, p.Header.Get("Content-Type"), p, into)
			continue
		}
		var content io.Reader = p
		switch p.Header.Get("Content-Transfer-Encoding") {
		case "quoted-printable":
			content = quotedprintable.NewReader(p)
		case "base64":
			content = base64.NewDecoder(base64.StdEncoding, p)
		}
		data, err := io.ReadAll(content)
		require.NoError(t, err)
		if id := p.Header.Get("Content-ID"); id != "" {
			kind = id
		}
		into[kind] = string(data)
	}
}
