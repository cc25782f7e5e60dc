package texts

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
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

// page is a page that says something else since a publication.
type page struct {
	Address      string `json:"address"`
	Milliseconds *int64 `json:"milliseconds"`
	// Late says that the page was not seen with the new text in time.
	Late bool `json:"late"`
}

// receipt is what a publication did.
type receipt struct {
	Publication string `json:"publication"`
	Behind      string `json:"behind"`
	Pages       []page `json:"pages"`
	// Unknown says that it is published but nobody could look at the pages.
	Unknown bool `json:"unknown"`
	// Linked are the texts, as "en/kind/name", that link to one that was taken away.
	Linked []string `json:"linked"`
}

// moved publishes and answers with the receipt.
func (a *Area) moved(c echo.Context, t editor.Text, publish func(ctx context.Context) (editor.Publication, error)) error {
	ctx := c.Request().Context()
	p, done, err := a.Pages.Publish(ctx, t, publish)
	if err != nil {
		return refusal(c, err)
	}
	out := receipt{Publication: number(p.ID), Behind: p.Stale, Pages: []page{}, Unknown: done.Err != nil, Linked: []string{}}
	for _, one := range done.Pages {
		out.Pages = append(out.Pages, page{one.Address, one.Milliseconds, one.Milliseconds == nil})
	}
	if len(p.Versions) == 0 {
		linked, err := a.Pages.TextsLinkingTo(ctx, t)
		if err != nil {
			return err
		}
		for _, file := range linked {
			out.Linked = append(out.Linked, strings.TrimSuffix(file, ".md"))
		}
	}
	return c.JSON(http.StatusOK, out)
}

func (a *Area) withdraw(c echo.Context) error {
	t, err := a.text(c)
	if err != nil {
		return err
	}
	return a.moved(c, t, func(ctx context.Context) (editor.Publication, error) { return a.Texts.Withdraw(ctx, t, actor(c)) })
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
