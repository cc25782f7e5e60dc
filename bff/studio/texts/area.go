package texts

import (
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/publishing"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio"
	"github.com/roamcart/roamcart/shared"
)

// Area answers the calls. It is safe for concurrent use.
type Area struct {
	Texts *editor.Service
	// Pages watches what publishing changes, and knows where links lead.
	Pages *publishing.Service
}

// maxBody is how much a call with a text may send: a text of the longest length, with every character escaped.
const maxBody = 2 << 20

// Routes registers the calls.
func (a *Area) Routes(r *studio.Router) {
	const text = "/texts/:kind/:name"
	r.Read("/texts", staff.ReadTexts, a.list)
	r.Read(text, staff.ReadTexts, a.show)
	r.Write(http.MethodPost, text, staff.EditTexts, a.begin)
	r.Write(http.MethodPost, text+"/presence", staff.ReadTexts, a.markPresent)
	r.Write(http.MethodDelete, text+"/presence", staff.ReadTexts, a.markAbsent)
	r.Write(http.MethodPut, text+"/drafts/:locale", staff.EditTexts, a.save, studio.MaxBody(maxBody))
	r.Write(http.MethodDelete, text+"/drafts/:locale", staff.EditTexts, a.discard)
	r.Write(http.MethodPost, text+"/drafts/:locale/adopt", staff.EditTexts, a.adopt)
	r.Read(text+"/asides", staff.EditTexts, a.asides)
	r.Write(http.MethodDelete, text+"/asides/:id", staff.EditTexts, a.deleteAside)
	r.Write(http.MethodPost, text+"/comments", staff.EditTexts, a.comment)
	r.Write(http.MethodPost, text+"/comments/:id/resolve", staff.EditTexts, a.resolve)
	r.Write(http.MethodPut, text+"/review", staff.EditTexts, a.review)
	r.Write(http.MethodPost, text+"/publish", staff.PublishTexts, a.publish)
	r.Write(http.MethodPost, text+"/schedule", staff.PublishTexts, a.schedule)
	r.Write(http.MethodDelete, text+"/schedule/:id", staff.PublishTexts, a.cancelSchedule)
	r.Read(text+"/history", staff.ReadTexts, a.history)
	r.Read(text+"/history/:id/receipt", staff.ReadTexts, a.receipt)
	r.Read(text+"/versions/:locale/:id", staff.ReadTexts, a.version)
	r.Write(http.MethodPost, text+"/restore", staff.PublishTexts, a.restore)
	r.Write(http.MethodPost, text+"/withdraw", staff.PublishTexts, a.withdraw)
	r.Read(text+"/links", staff.SharePreviews, a.links)
	r.Write(http.MethodPost, text+"/links", staff.SharePreviews, a.share)
	r.Write(http.MethodDelete, text+"/links/:id", staff.SharePreviews, a.revoke)
}

// actor is who makes a call.
func actor(c echo.Context) editor.Actor {
	by := studio.By(c)
	return editor.Actor{ID: by.Actor, Name: studio.Caller(c).Name, RequestID: by.RequestID}
}

// site reads which site a call is about: 0 for what all share. Fault: not_found.
func (a *Area) site(c echo.Context) (int64, error) {
	raw := c.QueryParam("site")
	if raw == "" || raw == "0" {
		return 0, nil
	}
	id, err := strconv.ParseInt(raw, 10, 64)
	if err != nil || !slices.Contains(a.siteIDs(), id) {
		return 0, fault.New("not_found")
	}
	return id, nil
}

func (a *Area) siteIDs() []int64 {
	var out []int64
	for _, s := range a.Pages.Sites() {
		out = append(out, s.ID)
	}
	return out
}

// text reads which text a call is about. Fault: not_found.
func (a *Area) text(c echo.Context) (editor.Text, error) {
	site, err := a.site(c)
	if err != nil {
		return editor.Text{}, err
	}
	t, err := editor.ParseText(site, c.Param("kind")+"/"+c.Param("name"))
	if err != nil {
		return editor.Text{}, fault.New("not_found")
	}
	return t, nil
}

// file reads which language of a text a call is about. Fault: not_found.
func (a *Area) file(c echo.Context) (editor.File, error) {
	t, err := a.text(c)
	if err == nil && !slices.Contains(content.Languages, c.Param("locale")) {
		err = fault.New("not_found")
	}
	return editor.File{Text: t, Locale: c.Param("locale")}, err
}

// refusal makes a fault of what the rules of texts refuse.
func refusal(c echo.Context, err error) error {
	var refused *editor.Refused
	var overtaken *editor.ConflictError
	switch {
	case errors.Is(err, editor.ErrNoText):
		return fault.New("not_found")
	case errors.As(err, &overtaken):
		return fault.New("texts_overtaken").WithText("texts_saved_by_other").
			WithParams(map[string]any{"author": overtaken.Now.Author}).
			WithData(map[string]any{"now": draftOf(overtaken.Now), "aside": strconv.FormatInt(overtaken.DiscardedID, 10)})
	case errors.As(err, &refused):
		params := maps.Clone(refused.Params)
		if params == nil {
			params = map[string]any{}
		}
		if locale, ok := params["locale"].(string); ok {
			params["language"] = shared.Text(c.Request().Header.Get("lang"), "server", "preview.language."+locale, nil)
		}
		if refused.Code == "faulty" {
			params["why"] = refused.Why
		}
		return fault.New("texts_" + refused.Code).WithParams(params)
	}
	return err
}

// done answers a call that has no result.
func done(c echo.Context, err error) error {
	if err != nil {
		return refusal(c, err)
	}
	return c.NoContent(http.StatusNoContent)
}
