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
	"strconv"
	"strings"

	gomail "github.com/wneessen/go-mail"
)

// SMTP sends mails through a relay.
type SMTP struct {
	host    string
	options []gomail.Option
	from    string
	domain  string
}

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
	s.options = []gomail.Option{gomail.WithTimeout(sendTimeout), gomail.WithHELO(s.domain)}
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
	if _, err := gomail.NewClient(s.host, s.options...); err != nil {
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
	// A client holds one connection, so each mail gets its own: workers send side by side.
	client, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return fmt.Errorf("mail client: %w", err)
	}
	// A relay that took the mail and then hung up badly has still taken it.
	if err := client.DialAndSendWithContext(ctx, msg); err != nil && !msg.IsDelivered() {
		var refused *gomail.SendError
		if errors.As(err, &refused) && refused.ErrorCode() >= 500 && !refused.IsTemp() {
			return permanent("relay refused the mail: %w", err)
		}
		return fmt.Errorf("send through %s: %w", s.host, err)
	}
	return nil
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
	sum := sha256.Sum256([]byte(m.Key))
	msg.SetMessageIDWithValue(hex.EncodeToString(sum[:16]) + "@" + s.domain)
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
