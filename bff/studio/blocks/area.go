package blocks

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/block"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio"
	"github.com/roamcart/roamcart/bff/tenant"
)

// Area answers the calls. It is safe for concurrent use.
type Area struct {
	Blocks *block.Service
	// Sites lists those of the shop, at least one.
	Sites func() []tenant.Tenant
	// Address is where visitors find a site.
	Address func(tenant.Tenant) string
}

// Routes registers the calls.
func (a *Area) Routes(r *studio.Router) {
	const one = "/blocks/:site/:kind"
	r.Read("/blocks", staff.ReadTexts, a.list)
	r.Read(one, staff.ReadTexts, a.show)
	r.Write(http.MethodPut, one+"/draft", staff.EditTexts, a.save)
	r.Write(http.MethodDelete, one+"/draft", staff.EditTexts, a.discard)
	r.Write(http.MethodPost, one+"/publish", staff.PublishTexts, a.publish)
	r.Read(one+"/history", staff.ReadTexts, a.history)
	r.Write(http.MethodPost, one+"/restore", staff.PublishTexts, a.restore)
	r.Read(one+"/links", staff.ReadTexts, a.links)
	r.Write(http.MethodPost, one+"/links", staff.SharePreviews, a.share)
	r.Write(http.MethodDelete, one+"/links/:id", staff.SharePreviews, a.revoke)
}

// part reads which part of which site a call is about. Fault: not_found.
func (a *Area) part(c echo.Context) (tenant.Tenant, block.Kind, error) {
	kind := block.Kind(c.Param("kind"))
	if !slices.Contains(block.Kinds, kind) {
		return tenant.Tenant{}, "", fault.New("not_found")
	}
	s, err := studio.SiteOf(a.Sites(), c.Param("site"))
	return s, kind, err
}

// stamp is who changed something, and when.
type stamp struct {
	Author string    `json:"author"`
	At     time.Time `json:"at"`
}

// item is a part of a site in the list.
type item struct {
	Site string     `json:"site"`
	Name string     `json:"name"`
	Kind block.Kind `json:"kind"`
	// Own says that the site does not follow the files any more.
	Own   bool   `json:"own"`
	Draft *stamp `json:"draft"`
}

func (a *Area) list(c echo.Context) error {
	out := []item{}
	for _, s := range a.Sites() {
		for _, kind := range block.Kinds {
			now, err := a.Blocks.Get(c.Request().Context(), s.ID, kind)
			if err != nil {
				return err
			}
			out = append(out, item{number(s.ID), s.Name.In(studio.Locale(c)), kind, now.Version != 0, stampOf(now.Draft)})
		}
	}
	return c.JSON(http.StatusOK, map[string]any{"blocks": out})
}

func number(n int64) string { return strconv.FormatInt(n, 10) }

func stampOf(d *block.Draft) *stamp {
	if d == nil {
		return nil
	}
	return &stamp{d.Author, d.At}
}

// workbench is everything about a part of a site.
type workbench struct {
	Site string `json:"site"`
	Name string `json:"name"`
	// Zone is the IANA name of the zone by whose clocks moments are meant.
	Zone     string          `json:"zone"`
	Kind     block.Kind      `json:"kind"`
	Body     block.Body      `json:"body"`
	Shown    block.Body      `json:"shown"`
	Own      bool            `json:"own"`
	Draft    *stamp          `json:"draft"`
	Revision string          `json:"revision"`
	Findings []block.Finding `json:"findings"`
	Icons    []string        `json:"icons"`
	// Words are the keys of the home page with what the files say, in the order of the page.
	Words []word `json:"words"`
}

type word struct {
	Key   string      `json:"key"`
	Files tenant.Text `json:"files"`
}

func (a *Area) answer(c echo.Context, s tenant.Tenant, kind block.Kind) error {
	now, err := a.Blocks.Get(c.Request().Context(), s.ID, kind)
	if err != nil {
		return err
	}
	out := workbench{
		Site: number(s.ID), Name: s.Name.In(studio.Locale(c)), Zone: s.TimeZone, Kind: kind, Body: now.Shown, Shown: now.Shown, Own: now.Version != 0,
		Draft: stampOf(now.Draft), Revision: number(now.Revision), Findings: now.Findings, Icons: block.Icons, Words: []word{},
	}
	if now.Draft != nil {
		out.Body = now.Draft.Body
	}
	if kind == block.Home {
		for _, key := range block.Keys {
			out.Words = append(out.Words, word{key, block.FromFiles(key)})
		}
	}
	return c.JSON(http.StatusOK, out)
}

func (a *Area) show(c echo.Context) error {
	s, kind, err := a.part(c)
	if err != nil {
		return err
	}
	return a.answer(c, s, kind)
}

// change is what a caller wants, and the revision that they have seen.
type change struct {
	Revision int64      `json:"revision,string"`
	Body     block.Body `json:"body"`
	Version  int64      `json:"version,string,omitempty"`
}

// changes does something to a part and answers with how it stands then.
func (a *Area) changes(c echo.Context, do func(s tenant.Tenant, kind block.Kind, in change) error) error {
	s, kind, err := a.part(c)
	if err != nil {
		return err
	}
	in, err := studio.Decode[change](c)
	if err != nil {
		return err
	}
	if err := do(s, kind, in); err != nil {
		return err
	}
	return a.answer(c, s, kind)
}

func (a *Area) save(c echo.Context) error {
	return a.changes(c, func(s tenant.Tenant, kind block.Kind, in change) error {
		_, err := a.Blocks.Save(c.Request().Context(), studio.By(c), s.ID, kind, in.Revision, in.Body)
		return err
	})
}

func (a *Area) discard(c echo.Context) error {
	return a.changes(c, func(s tenant.Tenant, kind block.Kind, in change) error {
		return a.Blocks.Discard(c.Request().Context(), studio.By(c), s.ID, kind, in.Revision)
	})
}

func (a *Area) publish(c echo.Context) error {
	return a.changes(c, func(s tenant.Tenant, kind block.Kind, in change) error {
		return a.Blocks.Publish(c.Request().Context(), studio.By(c), s.ID, kind, in.Revision)
	})
}

func (a *Area) restore(c echo.Context) error {
	return a.changes(c, func(s tenant.Tenant, kind block.Kind, in change) error {
		return a.Blocks.Restore(c.Request().Context(), studio.By(c), s.ID, kind, in.Revision, in.Version)
	})
}

func (a *Area) history(c echo.Context) error {
	s, kind, err := a.part(c)
	if err != nil {
		return err
	}
	list, err := a.Blocks.History(c.Request().Context(), s.ID, kind)
	if err != nil {
		return err
	}
	type version struct {
		ID int64 `json:"id,string"`
		stamp
		Body block.Body `json:"body"`
	}
	out := []version{}
	for _, v := range list {
		out = append(out, version{v.ID, stamp{v.Author, v.At}, v.Body.V})
	}
	return c.JSON(http.StatusOK, map[string]any{"versions": out})
}
