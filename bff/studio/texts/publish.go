package texts

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/studio"
)

func number(n int64) string { return strconv.FormatInt(n, 10) }

// schedule is a publication that is to be made at a time.
type schedule struct {
	ID        int64       `json:"id,string"`
	Mode      editor.Mode `json:"mode"`
	PublishAt time.Time   `json:"publishAt"`
	ExpireAt  *time.Time  `json:"expireAt"`
	State     string      `json:"state"`
	// Why is the code of the reason for which it is held.
	Why       string    `json:"why"`
	Author    string    `json:"author"`
	CreatedAt time.Time `json:"createdAt"`
}

func scheduleOf(s editor.Schedule) *schedule {
	return &schedule{s.ID, s.Mode, s.PublishAt, s.ExpireAt, s.State, s.Why, s.Author, s.CreatedAt}
}

// order is what the caller has seen and wants published.
type order struct {
	// Revisions are those of the words that are handed in first, by language.
	Revisions map[string]string `json:"revisions"`
	Mode      editor.Mode       `json:"mode"`
}

// handedIn hands in what the caller has seen and returns it as an order. Faults: bad_request, and those of handing in.
func (a *Area) handedIn(c echo.Context, t editor.Text, o order) (editor.Order, error) {
	if !slices.Contains(editor.Modes, o.Mode) {
		return editor.Order{}, fault.New("bad_request")
	}
	newest, err := a.Texts.HandIn(c.Request().Context(), actor(c), t, revisions(o.Revisions))
	if err != nil {
		return editor.Order{}, refusal(c, err)
	}
	states, err := a.Texts.One(c.Request().Context(), t)
	if err != nil {
		return editor.Order{}, refusal(c, err)
	}
	out := editor.Order{Mode: o.Mode, Versions: map[string]int64{}}
	for locale, id := range newest {
		if state := states[locale]; state.Draft != nil {
			out.Versions[locale] = id
		}
	}
	return out, nil
}

func revisions(in map[string]string) map[string]int64 {
	out := map[string]int64{}
	for locale, raw := range in {
		n, err := strconv.ParseInt(raw, 10, 64)
		if err != nil {
			n = -1 // which nothing has
		}
		out[locale] = n
	}
	return out
}

func (a *Area) publish(c echo.Context) error {
	t, err := a.text(c)
	if err != nil {
		return err
	}
	in, err := studio.Decode[order](c)
	if err != nil {
		return err
	}
	o, err := a.handedIn(c, t, in)
	if err != nil {
		return err
	}
	return a.moved(c, t, func(ctx context.Context) (editor.Publication, error) { return a.Texts.Publish(ctx, t, actor(c), o) })
}

func (a *Area) restore(c echo.Context) error {
	t, err := a.text(c)
	if err != nil {
		return err
	}
	in, err := studio.Decode[struct {
		Publication int64 `json:"publication,string"`
	}](c)
	if err != nil {
		return err
	}
	return a.moved(c, t, func(ctx context.Context) (editor.Publication, error) {
		return a.Texts.RestoreTo(ctx, t, actor(c), in.Publication)
	})
}

// moved publishes and answers with the receipt.
func (a *Area) moved(c echo.Context, t editor.Text, publish func(ctx context.Context) (editor.Publication, error)) error {
	ctx := c.Request().Context()
	watch, err := a.Pages.Watch(ctx, t)
	if err != nil {
		return err
	}
	p, err := publish(ctx)
	if err != nil {
		return refusal(c, err)
	}
	seen, err := watch.Fresh(ctx)
	type page struct {
		Address      string `json:"address"`
		Milliseconds *int64 `json:"milliseconds"`
		// Late says that the page was not seen with the new text in time.
		Late bool `json:"late"`
	}
	out := struct {
		Publication string `json:"publication"`
		Behind      string `json:"behind"`
		Pages       []page `json:"pages"`
		// Unknown says that it is published but nobody could look at the pages.
		Unknown bool `json:"unknown"`
	}{number(p.ID), p.Stale, []page{}, err != nil}
	for _, one := range seen {
		out.Pages = append(out.Pages, page{one.Address, one.Milliseconds, one.Milliseconds == nil})
	}
	return c.JSON(http.StatusOK, out)
}

func (a *Area) schedule(c echo.Context) error {
	t, err := a.text(c)
	if err != nil {
		return err
	}
	in, err := studio.Decode[struct {
		order
		PublishAt time.Time  `json:"publishAt"`
		ExpireAt  *time.Time `json:"expireAt"`
	}](c)
	if err != nil {
		return err
	}
	o, err := a.handedIn(c, t, in.order)
	if err != nil {
		return err
	}
	_, err = a.Texts.Schedule(c.Request().Context(), t, actor(c), o, in.PublishAt, in.ExpireAt)
	return done(c, err)
}

func (a *Area) cancelSchedule(c echo.Context) error {
	t, err := a.text(c)
	if err != nil {
		return err
	}
	id, err := studio.ID(c, "id")
	if err != nil {
		return err
	}
	return done(c, a.Texts.CancelSchedule(c.Request().Context(), t, actor(c), id))
}

func (a *Area) history(c echo.Context) error {
	t, err := a.text(c)
	if err != nil {
		return err
	}
	before, _ := strconv.ParseInt(c.QueryParam("before"), 10, 64)
	list, err := a.Texts.History(c.Request().Context(), t, before)
	if err != nil {
		return err
	}
	type past struct {
		ID     int64     `json:"id,string"`
		En     string    `json:"en"`
		Zh     string    `json:"zh"`
		Behind string    `json:"behind"`
		Author string    `json:"author"`
		At     time.Time `json:"at"`
	}
	text := func(id *int64) string {
		if id == nil {
			return ""
		}
		return number(*id)
	}
	out := []past{}
	for _, p := range list {
		out = append(out, past{p.ID, text(p.En), text(p.Zh), p.Stale, p.Author, p.At})
	}
	return c.JSON(http.StatusOK, map[string]any{"publications": out})
}

func (a *Area) version(c echo.Context) error {
	f, err := a.file(c)
	if err != nil {
		return err
	}
	id, err := studio.ID(c, "id")
	if err != nil {
		return err
	}
	v, err := a.Texts.Version(c.Request().Context(), f.Text, f.Locale, id)
	if err == nil && v == nil {
		err = fault.New("not_found")
	}
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, published{*stampOf(v), v.Source})
}
