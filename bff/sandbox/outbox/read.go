package outbox

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"mime"
	"strings"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // so that a mail may be written in any
	"github.com/emersion/go-message/mail"
)

// readMail reads a mail as it comes over the wire. Its key is its Message-ID, so that one that was sent twice is kept once; a mail
// without one gets a key of its own.
func readMail(r io.Reader) (Message, error) {
	entity, err := mail.CreateReader(r)
	if err != nil && !message.IsUnknownCharset(err) {
		return Message{}, err
	}
	defer func() { _ = entity.Close() }()
	m := Message{Channel: Email, Locale: localeOf(entity.Header.Get("Content-Language"))}
	if m.Key, err = entity.Header.MessageID(); err != nil || m.Key == "" {
		m.Key = rand.Text()
	}
	if m.Subject, err = entity.Header.Subject(); err != nil {
		return m, fmt.Errorf("subject: %w", err)
	}
	if from, err := entity.Header.AddressList("From"); err == nil && len(from) > 0 {
		m.FromName = from[0].Name
	}
	if reply, err := entity.Header.AddressList("Reply-To"); err == nil && len(reply) > 0 {
		m.ReplyTo = reply[0].Address
	}
	for {
		part, err := entity.NextPart()
		if errors.Is(err, io.EOF) {
			return m, nil
		}
		if err != nil && !message.IsUnknownCharset(err) {
			return m, err
		}
		if err := m.add(part); err != nil {
			return m, err
		}
	}
}

// add puts a part where it belongs: the first text and the first HTML are the mail, everything else is a file.
func (m *Message) add(part *mail.Part) error {
	body, err := io.ReadAll(part.Body)
	if err != nil {
		return err
	}
	kind, params, err := mime.ParseMediaType(part.Header.Get("Content-Type"))
	if err != nil {
		kind = "text/plain" // RFC 2045: what a part without a type is
	}
	_, inline := part.Header.(*mail.InlineHeader)
	id := strings.Trim(part.Header.Get("Content-Id"), "<>")
	switch {
	case inline && id == "" && kind == "text/plain" && m.Text == "":
		m.Text = withLineFeeds(body)
	case inline && id == "" && kind == "text/html" && m.HTML == "":
		m.HTML = withLineFeeds(body)
	default:
		_, disposition, _ := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
		name := disposition["filename"]
		if name == "" {
			name = params["name"]
		}
		m.Files = append(m.Files, File{Name: name, Type: kind, ContentID: id, Data: body})
	}
	return nil
}

func withLineFeeds(text []byte) string { return strings.ReplaceAll(string(text), "\r\n", "\n") }

// localeOf returns en or zh for a Content-Language, "" for any other.
func localeOf(language string) string {
	for _, locale := range []string{"en", "zh"} {
		if language == locale || strings.HasPrefix(language, locale+"-") {
			return locale
		}
	}
	return ""
}
