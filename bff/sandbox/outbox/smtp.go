package outbox

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/emersion/go-smtp"
)

const (
	// maxMail is how large a mail may be, in bytes; maxRecipients how many mailboxes it may name.
	maxMail       = 10 << 20
	maxRecipients = 20
	// smtpPatience is how long a client may be silent, and how long it may take to read an answer.
	smtpPatience = time.Minute
	// keepTimeout is how long storing a mail may take before the client is asked to try again.
	keepTimeout = 5 * time.Second
)

// SMTP returns a mail server that keeps what it is given. Serve and Shutdown are the caller's.
func (o *Outbox) SMTP(log *slog.Logger) *smtp.Server {
	s := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &session{outbox: o, log: log}, nil }))
	s.Domain = "sandbox"
	s.MaxMessageBytes, s.MaxRecipients, s.EnableSMTPUTF8 = maxMail, maxRecipients, true
	s.ReadTimeout, s.WriteTimeout = smtpPatience, smtpPatience
	s.ErrorLog = slog.NewLogLogger(log.Handler(), slog.LevelDebug)
	return s
}

// session is what one client says; the library calls it from one goroutine.
type session struct {
	outbox *Outbox
	log    *slog.Logger
	to     []string
}

// Mail begins a mail. The sandbox takes it from anybody.
func (s *session) Mail(string, *smtp.MailOptions) error {
	s.Reset()
	return nil
}

// Rcpt names a mailbox that gets it.
func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = append(s.to, to)
	return nil
}

// Data keeps the mail, for each mailbox. One that cannot be read is refused for good; one that cannot be kept now may come again.
func (s *session) Data(r io.Reader) error {
	m, err := readMail(r)
	if err != nil {
		return &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 6, 0}, Message: "This is no mail: " + err.Error()}
	}
	ctx, cancel := context.WithTimeout(context.Background(), keepTimeout)
	defer cancel()
	id := m.Key
	for i, to := range s.to {
		m.To = to
		if i > 0 {
			m.Key = fmt.Sprintf("%s/%d", id, i)
		}
		if err := s.outbox.Keep(ctx, m); err != nil {
			s.log.WarnContext(ctx, "sandbox outbox", "error", err)
			return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "The outbox cannot keep it now"}
		}
	}
	return nil
}

// Reset drops the mail that was begun.
func (s *session) Reset() { s.to = nil }

// Logout has nothing to give back.
func (s *session) Logout() error { return nil }
