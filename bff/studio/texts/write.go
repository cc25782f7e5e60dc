package texts

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio"
)

// basis is what words are based on.
type basis struct {
	Revision int64 `json:"revision,string"`
	Version  int64 `json:"version,string"`
}

// begin begins a text that is not there yet.
func (a *Area) begin(c echo.Context) error {
	t, err := a.text(c)
	if err != nil {
		return err
	}
	return done(c, a.Texts.CreateText(c.Request().Context(), actor(c), t))
}

func (a *Area) save(c echo.Context) error {
	f, err := a.file(c)
	if err != nil {
		return err
	}
	in, err := studio.Decode[struct {
		basis
		Source string `json:"source"`
	}](c)
	if err != nil {
		return err
	}
	f.Source = in.Source
	ctx := c.Request().Context()
	saved, err := a.Texts.SaveWorking(ctx, actor(c), f, editor.Basis(in.basis))
	if err != nil {
		return refusal(c, err)
	}
	return a.saved(c, f.Text, saved)
}

// saved answers with what is there now, and what is wrong with both languages: each is checked against the other.
func (a *Area) saved(c echo.Context, t editor.Text, saved editor.Working) error {
	ctx := c.Request().Context()
	working, err := a.Texts.Working(ctx, t)
	if err != nil {
		return refusal(c, err)
	}
	found, err := a.findings(ctx, t, working)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, map[string]any{"draft": draftOf(saved), "findings": found})
}

func (a *Area) discard(c echo.Context) error {
	f, err := a.file(c)
	if err != nil {
		return err
	}
	in, err := studio.Decode[basis](c)
	if err != nil {
		return err
	}
	now, err := a.Texts.Discard(c.Request().Context(), actor(c), f.Text, f.Locale, in.Revision)
	if err != nil {
		return refusal(c, err)
	}
	return a.saved(c, f.Text, now)
}

func (a *Area) adopt(c echo.Context) error {
	f, err := a.file(c)
	if err != nil {
		return err
	}
	in, err := studio.Decode[basis](c)
	if err != nil {
		return err
	}
	return done(c, a.Texts.Adopt(c.Request().Context(), actor(c), f.Text, f.Locale, editor.Basis(in)))
}

func (a *Area) markPresent(c echo.Context) error {
	t, err := a.text(c)
	if err != nil {
		return err
	}
	in, err := studio.Decode[struct {
		Locale string `json:"locale"`
	}](c)
	if err != nil {
		return err
	}
	if in.Locale != "en" && in.Locale != "zh" {
		in.Locale = ""
	}
	ctx := c.Request().Context()
	others, err := a.Texts.MarkPresent(ctx, actor(c), t, in.Locale)
	if err != nil {
		return err
	}
	working, err := a.Texts.Working(ctx, t)
	if err != nil {
		return refusal(c, err)
	}
	type present struct {
		Author string    `json:"author"`
		Locale string    `json:"locale"`
		SeenAt time.Time `json:"seenAt"`
	}
	out := struct {
		Others []present `json:"others"`
		// Revisions are those that are there, by language: an editor with an older one can be warned before typing.
		Revisions map[string]string `json:"revisions"`
	}{[]present{}, map[string]string{}}
	for _, one := range others {
		out.Others = append(out.Others, present(one))
	}
	for locale, w := range working {
		out.Revisions[locale] = number(w.Revision)
	}
	return c.JSON(http.StatusOK, out)
}

func (a *Area) markAbsent(c echo.Context) error {
	t, err := a.text(c)
	if err != nil {
		return err
	}
	return done(c, a.Texts.MarkAbsent(c.Request().Context(), actor(c), t))
}

func (a *Area) asides(c echo.Context) error {
	t, err := a.text(c)
	if err != nil {
		return err
	}
	list, err := a.Texts.DiscardedTexts(c.Request().Context(), actor(c), t)
	if err != nil {
		return err
	}
	type aside struct {
		ID        int64     `json:"id,string"`
		Locale    string    `json:"locale"`
		Source    string    `json:"source"`
		CreatedAt time.Time `json:"createdAt"`
	}
	out := []aside{}
	for _, one := range list {
		out = append(out, aside(one))
	}
	return c.JSON(http.StatusOK, map[string]any{"asides": out})
}

func (a *Area) deleteAside(c echo.Context) error {
	id, err := studio.ID(c, "id")
	if err != nil {
		return err
	}
	return done(c, a.Texts.DeleteDiscardedText(c.Request().Context(), actor(c), id))
}

func (a *Area) comment(c echo.Context) error {
	t, err := a.text(c)
	if err != nil {
		return err
	}
	in, err := studio.Decode[struct {
		Locale string `json:"locale"`
		Quote  string `json:"quote"`
		Body   string `json:"body"`
	}](c)
	if err != nil {
		return err
	}
	if in.Locale != "en" && in.Locale != "zh" {
		in.Locale = ""
	}
	if has, err := a.Texts.Has(c.Request().Context(), t); err != nil || !has {
		return refusal(c, orNoText(err))
	}
	return done(c, a.Texts.Comment(c.Request().Context(), actor(c), t, editor.Comment{Locale: in.Locale, Quote: in.Quote, Body: in.Body}))
}

func orNoText(err error) error {
	if err != nil {
		return err
	}
	return editor.ErrNoText
}

func (a *Area) resolve(c echo.Context) error {
	t, err := a.text(c)
	if err != nil {
		return err
	}
	id, err := studio.ID(c, "id")
	if err != nil {
		return err
	}
	_, err = a.Texts.Resolve(c.Request().Context(), actor(c), t, id)
	return done(c, err)
}

func (a *Area) review(c echo.Context) error {
	t, err := a.text(c)
	if err != nil {
		return err
	}
	in, err := studio.Decode[struct {
		State editor.ReviewState `json:"state"`
	}](c)
	if err != nil {
		return err
	}
	if in.State == editor.Approved && !studio.Caller(c).May(staff.PublishTexts) {
		return fault.New("forbidden")
	}
	if has, err := a.Texts.Has(c.Request().Context(), t); err != nil || !has {
		return refusal(c, orNoText(err))
	}
	return done(c, a.Texts.SetReview(c.Request().Context(), actor(c), t, in.State))
}
