package notify

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	netmail "net/mail"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"
)

// SMTP sends mails through a relay. Connections are used again while there is something to send. It is safe for concurrent use.
type SMTP struct {
	host    string
	options []gomail.Option
	client  *gomail.Client
	from    string
	domain  string

	mu   sync.Mutex
	idle []idleConn
}

// idleConn is a connection on which nothing is sent.
type idleConn struct {
	conn  *smtp.Client
	since time.Time
}

const (
	// replyTimeout is how long the relay may take for a mail, and for each step before it.
	replyTimeout = 8 * time.Second
	// idleFor is how long a connection waits for another mail: less than relays do.
	idleFor = 10 * time.Second
	// checkTimeout is how long a connection that was idle may take to answer before another one is opened.
	checkTimeout = 2 * time.Second
)

// NewSMTP returns a sender for an address like smtp://user:password@host:587 (STARTTLS demanded) or
// smtps://user:password@host:465 (TLS from the start). ?tls=opportunistic or ?tls=none loosen the first, for relays on
// the same machine or network. from is the sender's mail address. The error never shows the password.
func NewSMTP(address, from string) (*SMTP, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return nil, errors.New("SMTP_URL must look like smtp://user:password@host:587")
	}
	sender, err := netmail.ParseAddress(from)
	if err != nil {
		return nil, fmt.Errorf("MAIL_FROM %q is not a mail address", from)
	}
	s := &SMTP{host: u.Hostname(), from: sender.Address, domain: sender.Address[strings.LastIndexByte(sender.Address, '@')+1:]}
	s.options = []gomail.Option{gomail.WithTimeout(replyTimeout), gomail.WithHELO(s.domain)}
	port, err := s.security(u)
	if err != nil {
		return nil, err
	}
	if u.Port() != "" {
		if port, err = strconv.Atoi(u.Port()); err != nil {
			return nil, errors.New("SMTP_URL has a port that is no number")
		}
	}
	s.options = append(s.options, gomail.WithPort(port))
	if name := u.User.Username(); name != "" {
		password, _ := u.User.Password()
		s.options = append(s.options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(name), gomail.WithPassword(password))
	}
	if s.client, err = gomail.NewClient(s.host, s.options...); err != nil {
		return nil, fmt.Errorf("SMTP_URL: %w", err)
	}
	return s, nil
}

// security adds the transport options and returns the default port.
func (s *SMTP) security(u *url.URL) (port int, err error) {
	switch mode := u.Query().Get("tls"); {
	case u.Scheme == "smtps" && mode == "":
		s.options = append(s.options, gomail.WithSSL())
		return 465, nil
	case u.Scheme == "smtp" && (mode == "" || mode == "mandatory"):
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	case u.Scheme == "smtp" && mode == "opportunistic":
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.TLSOpportunistic))
	case u.Scheme == "smtp" && mode == "none":
		s.options = append(s.options, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		return 0, errors.New("SMTP_URL must start with smtp:// or smtps://; tls is mandatory, opportunistic or none, and only for smtp://")
	}
	return 587, nil
}

// Send hands the mail to the relay. A refusal of the recipient or of the mail (5xx) is a PermanentError.
func (s *SMTP) Send(ctx context.Context, m Message) error {
	msg, err := s.message(m)
	if err != nil {
		return err
	}
	if conn := s.takeIdle(); conn != nil {
		err := s.client.SendWithSMTPClient(conn, msg)
		if failed, ok := errors.AsType[*gomail.SendError](err); !ok || failed.Reason != gomail.ErrConnCheck {
			return s.finish(conn, msg, err)
		}
		_ = conn.Close() // the relay has hung up meanwhile, and knows nothing of this mail
	}
	conn, err := s.client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return fmt.Errorf("connect to %s: %w", s.host, err)
	}
	return s.finish(conn, msg, s.client.SendWithSMTPClient(conn, msg))
}

// finish says what became of a mail, and keeps a connection that may be used again.
func (s *SMTP) finish(conn *smtp.Client, msg *gomail.Msg, err error) error {
	if err == nil {
		s.putIdle(conn)
		return nil
	}
	_ = conn.Close()
	// A relay that took the mail and then hung up badly has still taken it.
	if msg.IsDelivered() {
		return nil
	}
	if refused, ok := errors.AsType[*gomail.SendError](err); ok {
		switch code := refused.ErrorCode(); {
		case code >= 500 && !refused.IsTemp():
			return permanent("relay refused the mail: %w", err)
		case code >= 400 && code < 500:
			return &RefusedError{fmt.Errorf("relay refused the mail for now: %w", err)}
		}
	}
	return fmt.Errorf("send through %s: %w", s.host, err)
}

// takeIdle returns the connection that was used last, nil when there is none.
func (s *SMTP) takeIdle() *smtp.Client {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.idle) > 0 {
		last := s.idle[len(s.idle)-1]
		s.idle = s.idle[:len(s.idle)-1]
		if time.Since(last.since) < idleFor && last.conn.UpdateDeadline(checkTimeout) == nil {
			return last.conn
		}
		_ = last.conn.Close()
	}
	return nil
}

func (s *SMTP) putIdle(conn *smtp.Client) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.idle = append(s.idle, idleConn{conn, time.Now()})
	time.AfterFunc(idleFor, func() { s.closeIdle(idleFor) })
}

// Close closes the connections that are idle.
func (s *SMTP) Close() error {
	s.closeIdle(0)
	return nil
}

// closeIdle closes the connections that have been idle for so long.
func (s *SMTP) closeIdle(atLeast time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.idle = slices.DeleteFunc(s.idle, func(c idleConn) bool {
		if time.Since(c.since) < atLeast {
			return false
		}
		_ = c.conn.Close()
		return true
	})
}

// MessageID returns what stands before the @ in the Message-ID of a message with a key: the same each time it is sent, so that
// mailboxes show it once, and nothing that reveals the key.
func MessageID(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:16])
}

func (s *SMTP) message(m Message) (*gomail.Msg, error) {
	if m.Channel != Email {
		return nil, permanent("a mail relay sends no %s", m.Channel)
	}
	msg := gomail.NewMsg()
	msg.FromMailAddress(&netmail.Address{Name: oneLine(m.FromName), Address: s.from})
	if err := msg.To(m.To); err != nil {
		return nil, permanent("recipient: %w", err)
	}
	if m.ReplyTo != "" {
		if err := msg.ReplyTo(m.ReplyTo); err != nil {
			return nil, permanent("reply address: %w", err)
		}
	}
	msg.SetMessageIDWithValue(MessageID(m.Key) + "@" + s.domain)
	msg.SetDate()
	msg.Subject(oneLine(m.Subject))
	msg.SetGenHeader("Content-Language", map[string]string{"en": "en", "zh": "zh-Hans"}[m.Locale])
	// Out-of-office answers to a no-reply address help nobody (RFC 3834).
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.SetGenHeader("X-Auto-Response-Suppress", "All")
	msg.SetBodyString(gomail.TypeTextPlain, m.Text)
	msg.AddAlternativeString(gomail.TypeTextHTML, m.HTML)
	for _, a := range m.Attachments {
		add, opts := msg.AttachReader, []gomail.FileOption{gomail.WithFileContentType(gomail.ContentType(a.Type))}
		if a.ContentID != "" {
			add, opts = msg.EmbedReader, append(opts, gomail.WithFileContentID("<"+a.ContentID+">"))
		}
		if err := add(a.Name, bytes.NewReader(a.Data), opts...); err != nil {
			return nil, permanent("attachment %s: %w", a.Name, err)
		}
	}
	return msg, nil
}
