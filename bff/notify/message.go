package notify

import (
	"context"
	"errors"
	"fmt"

	"github.com/roamcart/roamcart/bff/platform/qr"
)

// The channels a message can go out by.
const (
	Email = "email"
	SMS   = "sms"
)

// Message is a rendered mail or text message.
type Message struct {
	// Key is unique per event over all sites; sending the same key twice has one effect.
	Key     string
	Channel string
	// To is a mail address or a phone number.
	To string
	// FromName is the sender's display name; ReplyTo a mail address or empty. Mails only.
	FromName string
	ReplyTo  string
	// Locale is the language of the message, en or zh.
	Locale  string
	Subject string
	Text    string
	// HTML is empty in a text message.
	HTML        string
	Attachments []Attachment
}

// Attachment is a file of a mail. With a ContentID it is shown inside the HTML body.
type Attachment struct {
	Name      string
	Type      string
	ContentID string
	// Plan and ICCIDLast4 say under a picture which eSIM it installs.
	Plan       string
	ICCIDLast4 string
	// AtInstall says that the days of the eSIM begin when it is installed.
	AtInstall bool
	Data      []byte
}

// Sender delivers messages by one channel. A PermanentError means that trying again is useless, a
// RefusedError that the recipient may take the message later.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

// PermanentError wraps a refusal that will not change: a mailbox that does not exist, a broken note.
type PermanentError struct{ Err error }

// Error returns the reason.
func (e *PermanentError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *PermanentError) Unwrap() error { return e.Err }

// RefusedError wraps a refusal of the relay that may change, such as that of a full mailbox. A note that is refused for RefusedFor
// fails for good.
type RefusedError struct{ Err error }

// Error returns the reason.
func (e *RefusedError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *RefusedError) Unwrap() error { return e.Err }

func isRefused(err error) bool {
	var r *RefusedError
	return errors.As(err, &r)
}

func permanent(format string, args ...any) error {
	return &PermanentError{Err: fmt.Errorf(format, args...)}
}

func isPermanent(err error) bool {
	var p *PermanentError
	return errors.As(err, &p)
}

// QRAttachment draws an activation code as the n-th picture (from 1) of a mail: that of an eSIM with a plan, named in the
// mail's language, and the last four digits of its ICCID. The error does not quote the code.
func QRAttachment(n int, plan, iccidLast4, activationCode string) (Attachment, error) {
	data, err := qr.PNG(activationCode)
	if err != nil {
		return Attachment{}, fmt.Errorf("draw the QR code of %s: %w", plan, err)
	}
	return Attachment{
		Name:       fmt.Sprintf("esim-%d.png", n),
		Type:       "image/png",
		ContentID:  fmt.Sprintf("esim-%d", n),
		Plan:       plan,
		ICCIDLast4: iccidLast4,
		Data:       data,
	}, nil
}
