package notify

import (
	"fmt"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/platform/secret"
)

// Site is the shop that a note speaks for.
type Site struct {
	Brand string
	// URL is the public address without a trailing slash, for example https://hk.example.com.
	URL          string
	SupportEmail string
	Hotline      string
	// Zone is the time zone of every time in the mail.
	Zone *time.Location
}

// mail is what both layouts draw.
type mail struct {
	Locale    string
	HTMLLang  string
	Site      Site
	Subject   string
	Preheader string
	Title     string
	Greeting  string
	Blocks    []block
	Footer    []string
	Legal     string

	replyTo string
}

// block is one part of a mail. Exactly one field but Text's companions is set; Kind names it for the layouts.
type block struct {
	Kind  string
	Title string
	Text  string
	URL   string
	Rows  []row
	Items []item
	Steps []string
	// Pictures are attached files that are shown.
	Pictures []picture
	// Strong are the rows below Items.
	Totals []row
}

// row is a label with a value; Strong makes it stand out.
type row struct {
	Label, Value string
	Strong       bool
}

// item is a product with its amount.
type item struct{ Name, Detail, Amount string }

// picture is an attached file; Caption says what it is and holds no secret.
type picture struct{ Name, ContentID, Caption string }

// composer builds a mail out of texts. Its first error wins; render returns it.
type composer struct {
	locale string
	site   Site
	// box seals the mailbox that a link carries; without one a link carries none.
	box *secret.Box
	// to is the mailbox that the mail goes to.
	to          string
	attachments []Attachment
	// own are texts of staff; nil for none.
	own Overrides
	err error
}

// t returns the text of a key, that of staff where there is one that can be filled in; args are names and values by turns.
func (c *composer) t(key string, args ...any) string {
	if text, ok := c.own.fill(c.locale, key, args); ok {
		return text
	}
	text, err := texts.render(c.locale, key, args...)
	if err != nil && c.err == nil {
		c.err = err
	}
	return text
}

// page returns the address of a page of the shop in the mail's language; path follows the language.
func (c *composer) page(path string) string { return c.site.URL + "/" + c.locale + path }

func (c *composer) money(amount int64, currency string) string {
	return formatMoney(amount, currency)
}

func (c *composer) time(t time.Time) string { return formatTime(c.locale, t, c.site.Zone) }

// start returns a mail with what every template has: subject, preheader, title and intro under the template's name.
func (c *composer) start(template, firstName string, args ...any) mail {
	m := mail{
		Subject:   c.t(template+".subject", append(args, "brand", c.site.Brand)...),
		Preheader: c.t(template+".preheader", args...),
		Title:     c.t(template+".title", args...),
		Greeting:  c.t("layout.hello"),
	}
	if name := greetingName(firstName); name != "" {
		m.Greeting = c.t("layout.helloName", "name", name)
	}
	return m
}

func (m *mail) add(b ...block) { m.Blocks = append(m.Blocks, b...) }

func para(text string) block { return block{Kind: "para", Text: text} }

func notice(text string) block { return block{Kind: "notice", Text: text} }

func button(label, url string) block { return block{Kind: "button", Text: label, URL: url} }

func link(text, url string) block { return block{Kind: "link", Text: text, URL: url} }

func steps(title string, list ...string) block {
	return block{Kind: "steps", Title: title, Steps: list}
}

func facts(rows ...row) block {
	b := block{Kind: "facts"}
	for _, r := range rows {
		if r.Value != "" {
			b.Rows = append(b.Rows, r)
		}
	}
	return b
}

// finish adds the frame and checks that the result is whole.
func (c *composer) finish(m mail) (mail, error) {
	m.Locale, m.HTMLLang, m.Site = c.locale, map[string]string{"en": "en", "zh": "zh-Hans"}[c.locale], c.site
	m.Subject = oneLine(m.Subject)
	m.Footer = []string{
		c.t("layout.help", "email", c.site.SupportEmail, "hotline", c.site.Hotline),
		c.t("layout.automatic", "brand", c.site.Brand),
	}
	m.Legal = c.t("layout.sentBy", "brand", c.site.Brand, "host", strings.TrimPrefix(strings.TrimPrefix(c.site.URL, "https://"), "http://"))
	if c.err != nil {
		return mail{}, c.err
	}
	if m.Subject == "" || m.Title == "" || len(m.Blocks) == 0 {
		return mail{}, fmt.Errorf("mail %q is empty", m.Subject)
	}
	return m, nil
}
