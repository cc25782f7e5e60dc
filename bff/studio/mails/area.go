package mails

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/notify/wording"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio"
	"github.com/roamcart/roamcart/shared"
)

// Area answers the calls. It is safe for concurrent use.
type Area struct {
	Mails *wording.Service
	// Send sends a test mail; nil where the shop sends no mails.
	Send func(ctx context.Context, m notify.Message) error
}

// Routes registers the calls.
func (a *Area) Routes(r *studio.Router) {
	const one = "/mails/:kind"
	r.Read("/mails", staff.ReadTexts, a.list)
	r.Read(one, staff.ReadTexts, a.show)
	r.Write(http.MethodPost, one+"/preview", staff.ReadTexts, a.preview)
	r.Write(http.MethodPost, one+"/test", staff.EditTexts, a.test)
	r.Write(http.MethodPut, one, staff.PublishTexts, a.set)
	r.Write(http.MethodPost, one+"/restore", staff.PublishTexts, a.restore)
}

// item is a kind of mail in the list.
type item struct {
	Kind   string     `json:"kind"`
	Own    int        `json:"own"`
	Author string     `json:"author"`
	At     *time.Time `json:"at"`
}

func (a *Area) list(c echo.Context) error {
	changed, err := a.Mails.List(c.Request().Context())
	if err != nil {
		return err
	}
	out := []item{}
	for _, kind := range notify.Groups() {
		one := item{Kind: kind}
		if i := slices.IndexFunc(changed, func(s wording.State) bool { return s.Kind == kind }); i >= 0 {
			one.Own, one.Author, one.At = len(changed[i].Body.V), changed[i].Author, &changed[i].At
		}
		out = append(out, one)
	}
	return c.JSON(http.StatusOK, map[string]any{"mails": out})
}

// sentence is a text of a mail as the shop came with it.
type sentence struct {
	Key   string            `json:"key"`
	Built map[string]string `json:"built"`
	Fixed bool              `json:"fixed"`
	// Placeholders are what either language may fill in. Never nil.
	Placeholders []string `json:"placeholders"`
}

type version struct {
	ID     int64        `json:"id,string"`
	Body   wording.Body `json:"body"`
	Author string       `json:"author"`
	At     time.Time    `json:"at"`
}

func (a *Area) show(c echo.Context) error {
	ctx, kind := c.Request().Context(), c.Param("kind")
	now, err := a.Mails.Get(ctx, kind)
	if err != nil {
		return err
	}
	history, err := a.Mails.History(ctx, kind)
	if err != nil {
		return err
	}
	out := struct {
		Kind     string            `json:"kind"`
		Texts    []sentence        `json:"texts"`
		Own      wording.Body      `json:"own"`
		Revision int64             `json:"revision,string"`
		Findings []wording.Finding `json:"findings"`
		Versions []version         `json:"versions"`
		// To is where a test mail goes, "" where the shop sends none.
		To string `json:"to"`
	}{kind, []sentence{}, now.Body.V, now.Revision, wording.Check(kind, now.Body.V), []version{}, ""}
	if out.Own == nil {
		out.Own = wording.Body{}
	}
	for _, t := range notify.TextsOf(kind) {
		names := append([]string{}, notify.Placeholders(t.Built["en"]+t.Built["zh"])...)
		out.Texts = append(out.Texts, sentence{t.Key, t.Built, t.Fixed, names})
	}
	for _, v := range history {
		out.Versions = append(out.Versions, version{v.ID, v.Body.V, v.Author, v.At})
	}
	if a.Send != nil {
		out.To = studio.Caller(c).Email
	}
	return c.JSON(http.StatusOK, out)
}

// draft is what a kind of mail is to say, in the language in which it is looked at.
type draft struct {
	Body   wording.Body `json:"body"`
	Locale string       `json:"locale"`
}

// message makes the mail of a draft with sample data; errors of the draft are reported instead of left out.
func (a *Area) message(c echo.Context) (notify.Message, []wording.Finding, error) {
	kind := c.Param("kind")
	if _, err := a.Mails.Get(c.Request().Context(), kind); err != nil {
		return notify.Message{}, nil, err
	}
	in, err := studio.Decode[draft](c)
	if err != nil {
		return notify.Message{}, nil, err
	}
	if !slices.Contains(notify.Locales, in.Locale) {
		return notify.Message{}, nil, fault.New("bad_request")
	}
	body := wording.Tidy(kind, in.Body)
	m, err := notify.Preview(wording.Overrides(map[string]wording.Body{kind: body}), notify.SampleOf(kind), in.Locale)
	return m, wording.Check(kind, body), err
}

func (a *Area) preview(c echo.Context) error {
	m, findings, err := a.message(c)
	if err != nil {
		return err
	}
	// A browser shows no file of a mail by its id.
	for _, file := range m.Attachments {
		m.HTML = strings.ReplaceAll(m.HTML, "cid:"+file.ContentID, "data:"+file.Type+";base64,"+base64.StdEncoding.EncodeToString(file.Data))
	}
	return c.JSON(http.StatusOK, map[string]any{"subject": m.Subject, "html": m.HTML, "text": m.Text, "findings": findings})
}

// test sends a draft to whoever asks for it.
func (a *Area) test(c echo.Context) error {
	m, findings, err := a.message(c)
	switch {
	case err != nil:
		return err
	case a.Send == nil:
		return fault.New("mails_none")
	case len(findings) > 0:
		return fault.New("mails_faulty").WithData(findings)
	}
	m.Key, m.To = "studio-test:"+rand.Text(), studio.Caller(c).Email
	m.Subject = shared.Text(m.Locale, "studio-mails", "test.subject", map[string]any{"subject": m.Subject})
	ctx, cancel := context.WithTimeout(c.Request().Context(), notify.SendTimeout)
	defer cancel()
	if err := a.Send(ctx, m); err != nil {
		return fault.New("mails_not_sent")
	}
	return c.NoContent(http.StatusNoContent)
}

func (a *Area) set(c echo.Context) error {
	in, err := studio.Decode[struct {
		Revision int64        `json:"revision,string"`
		Body     wording.Body `json:"body"`
	}](c)
	if err != nil {
		return err
	}
	return studio.Respond(c, a.Mails.Set(c.Request().Context(), studio.By(c), c.Param("kind"), in.Revision, in.Body))
}

// restore goes back to a version, or with "0" to the texts that the shop came with.
func (a *Area) restore(c echo.Context) error {
	in, err := studio.Decode[struct {
		Revision int64  `json:"revision,string"`
		Version  string `json:"version"`
	}](c)
	if err != nil {
		return err
	}
	id, err := strconv.ParseInt(in.Version, 10, 64)
	if err != nil {
		return fault.New("bad_request")
	}
	return studio.Respond(c, a.Mails.Restore(c.Request().Context(), studio.By(c), c.Param("kind"), in.Revision, id))
}
