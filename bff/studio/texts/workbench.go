package texts

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/editor/check"
	"github.com/roamcart/roamcart/bff/pages"
)

// draft is what is being written in a language.
type draft struct {
	Locale   string `json:"locale"`
	Source   string `json:"source"`
	Revision int64  `json:"revision,string"`
	// Base is the version that the words were made from, Newest the one that is there by now.
	Base   int64      `json:"base,string"`
	Newest int64      `json:"newest,string"`
	Dirty  bool       `json:"dirty"`
	Author string     `json:"author"`
	At     *time.Time `json:"at"`
}

func draftOf(w editor.Working) draft {
	d := draft{Locale: w.Locale, Source: w.Source, Revision: w.Revision, Base: w.Base, Newest: w.Newest, Dirty: w.Dirty, Author: w.Author}
	if w.Revision > 0 {
		d.At = &w.At
	}
	return d
}

// side is one language on the workbench.
type side struct {
	Draft     draft           `json:"draft"`
	Published *published      `json:"published"`
	Handed    *stamp          `json:"handed"`
	Behind    bool            `json:"behind"`
	Findings  []check.Finding `json:"findings"`
	// Page is the page's path, Preview the one that shows what is being written.
	Page    string `json:"page"`
	Preview string `json:"preview"`
	// Address is the page's address, as a search engine shows it.
	Address string `json:"address"`
}

type published struct {
	stamp
	Source string `json:"source"`
}

type comment struct {
	ID         int64      `json:"id,string"`
	Locale     string     `json:"locale"`
	Quote      string     `json:"quote"`
	Body       string     `json:"body"`
	Author     string     `json:"author"`
	CreatedAt  time.Time  `json:"createdAt"`
	ResolvedBy string     `json:"resolvedBy"`
	ResolvedAt *time.Time `json:"resolvedAt"`
}

type review struct {
	State  editor.ReviewState `json:"state"`
	Author string             `json:"author"`
	At     *time.Time         `json:"at"`
}

// workbench is everything about a text that its workbench shows.
type workbench struct {
	Kind      string          `json:"kind"`
	Name      string          `json:"name"`
	Sides     map[string]side `json:"sides"`
	Review    review          `json:"review"`
	Comments  []comment       `json:"comments"`
	Schedules []*schedule     `json:"schedules"`
}

func (a *Area) show(c echo.Context) error {
	t, err := a.text(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	states, err := a.Texts.One(ctx, t)
	if err != nil {
		return refusal(c, err)
	}
	working, err := a.Texts.Working(ctx, t)
	if err != nil {
		return refusal(c, err)
	}
	found, err := a.findings(ctx, t, working)
	if err != nil {
		return err
	}
	token, err := a.Texts.Live(t)
	if err != nil {
		return err
	}
	out := workbench{Kind: t.Kind, Name: t.Name, Sides: map[string]side{}, Comments: []comment{}, Schedules: []*schedule{}}
	for _, locale := range content.Languages {
		state, path := states[locale], pages.TextPath(t, locale)
		s := side{
			Draft: draftOf(working[locale]), Handed: stampOf(state.Draft), Behind: state.Stale, Findings: found[locale],
			Page: path, Preview: path + "?" + pages.ParamPreview + "=" + token, Address: a.Pages.TextAddress(t, locale),
		}
		if state.Shown != nil {
			s.Published = &published{*stampOf(state.Shown), state.Shown.Source}
		}
		out.Sides[locale] = s
	}
	r, err := a.Texts.Review(ctx, t)
	if err != nil {
		return err
	}
	out.Review = review{State: r.State, Author: r.Author}
	if !r.At.IsZero() {
		out.Review.At = &r.At
	}
	comments, err := a.Texts.Comments(ctx, t)
	if err != nil {
		return err
	}
	for _, one := range comments {
		out.Comments = append(out.Comments, comment(one))
	}
	schedules, err := a.Texts.Schedules(ctx, t)
	if err != nil {
		return err
	}
	for _, one := range schedules {
		out.Schedules = append(out.Schedules, scheduleOf(one))
	}
	return c.JSON(http.StatusOK, out)
}

// findings checks what is being written, by language. Never nil where there are words.
func (a *Area) findings(ctx context.Context, t editor.Text, working map[string]editor.Working) (map[string][]check.Finding, error) {
	out := map[string][]check.Finding{}
	leads := map[string]bool{}
	images, failed := a.Texts.Images(ctx, working["en"].Source, working["zh"].Source)
	for i, locale := range content.Languages {
		out[locale] = []check.Finding{}
		if working[locale].Source == "" {
			continue
		}
		out[locale] = check.Text(check.Input{
			Kind: t.Kind, Name: t.Name, Locale: locale, Source: working[locale].Source,
			Other: working[content.Languages[1-i]].Source, Images: images,
			Leads: func(path string) bool {
				there, known := leads[path]
				if !known && len(leads) < maxLinks {
					var err error
					if there, err = a.Pages.PageExists(ctx, t.Tenant, path, nil); err != nil {
						failed = err
					}
					leads[path] = there
				}
				return there || !known && len(leads) >= maxLinks
			},
		})
	}
	return out, failed
}

// maxLinks is how many different links of a text are followed while it is typed; all are when it is handed in by a folder.
const maxLinks = 100
