package notify

import (
	"embed"
	"fmt"
	"html/template"
	"regexp"
	"strconv"
	"strings"
	text "text/template"

	"github.com/roamcart/roamcart/bff/platform/secret"
)

//go:embed layout/*.tmpl
var layoutFiles embed.FS

var (
	htmlLayout = template.Must(template.New("mail.html.tmpl").Funcs(template.FuncMap{"cid": cid}).ParseFS(layoutFiles, "layout/mail.html.tmpl"))
	// textLayouts differ in their punctuation.
	textLayouts = map[string]*text.Template{"en": textLayout(":", " "), "zh": textLayout("：", "")}
)

// render makes the message of a note, with texts of staff where own has any: no clock and no I/O. Box seals what its links carry;
// nil for a preview. The error is permanent: the same note fails again. What staff have written never keeps a mail from being sent:
// where it makes none, the mail says what the program came with.
func render(own Overrides, n Note, site Site, files []Attachment, box *secret.Box) (Message, error) {
	m, err := renderOnce(own, n, site, files, box)
	if err != nil && len(own) > 0 {
		return renderOnce(nil, n, site, files, box)
	}
	return m, err
}

func renderOnce(own Overrides, n Note, site Site, files []Attachment, box *secret.Box) (Message, error) {
	c := &composer{locale: n.Locale, site: site, box: box, to: n.To, attachments: files, own: own}
	msg := Message{
		Key:      strconv.FormatInt(n.TenantID, 10) + "/" + n.Key,
		Channel:  n.Channel,
		To:       n.To,
		FromName: oneLine(site.Brand),
		Locale:   n.Locale,
	}
	if n.Channel == SMS {
		v, ok := n.Data.(VerificationCode)
		if !ok {
			return Message{}, permanent("note %s: %s is no text message", n.Key, n.Data.template())
		}
		msg.Text = v.sms(c)
		return msg, c.err
	}
	m, err := c.finish(n.Data.compose(c))
	if err != nil {
		return Message{}, permanent("note %s: %w", n.Key, err)
	}
	var html, plain strings.Builder
	if err := htmlLayout.Execute(&html, m); err != nil {
		return Message{}, permanent("note %s: HTML body: %w", n.Key, err)
	}
	if err := textLayouts[n.Locale].Execute(&plain, m); err != nil {
		return Message{}, permanent("note %s: text body: %w", n.Key, err)
	}
	msg.Subject, msg.HTML, msg.Text = m.Subject, html.String(), tidy(plain.String())
	msg.ReplyTo, msg.Attachments = m.replyTo, files
	return msg, nil
}

func textLayout(colon, space string) *text.Template {
	return text.Must(text.New("mail.txt.tmpl").Funcs(text.FuncMap{
		"colon": func() string { return colon },
		"space": func() string { return space },
		"inc":   func(i int) int { return i + 1 },
		"quote": func(s string) string { return "> " + strings.ReplaceAll(strings.TrimSpace(s), "\n", "\n> ") },
	}).ParseFS(layoutFiles, "layout/mail.txt.tmpl"))
}

var contentID = regexp.MustCompile(`^[a-z0-9-]+$`)

// cid returns a cid: URL marked safe for html/template, after checking the id.
func cid(id string) (template.URL, error) {
	if !contentID.MatchString(id) {
		return "", fmt.Errorf("content id %q", id)
	}
	return template.URL("cid:" + id), nil //nolint:gosec // the pattern leaves nothing to escape
}

var blankLines = regexp.MustCompile(`\n{3,}`)

func tidy(s string) string {
	return strings.TrimSpace(blankLines.ReplaceAllString(s, "\n\n")) + "\n"
}
