package promos

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/catalog/promo"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio"
	"github.com/roamcart/roamcart/bff/tenant"
	"github.com/roamcart/roamcart/shared"
)

// Area answers the calls. It is safe for concurrent use.
type Area struct {
	Codes *promo.Service
	// Sites lists those of the shop as they are now, at least one.
	Sites func() []tenant.Tenant
}

// Routes registers the calls.
func (a *Area) Routes(r *studio.Router) {
	r.Read("/promos", staff.ReadCatalogue, a.list)
	r.Read("/promos/:code", staff.ReadCatalogue, a.show)
	r.Write(http.MethodPost, "/promos", staff.EditPrices, a.create)
	r.Write(http.MethodPut, "/promos/:code", staff.EditPrices, a.change)
	r.Write(http.MethodPost, "/promos/:code/end", staff.EditPrices, a.end)
	r.Write(http.MethodDelete, "/promos/:code", staff.EditPrices, a.delete)
}

type site struct {
	ID       int64  `json:"id,string"`
	Name     string `json:"name"`
	Currency string `json:"currency"`
	// Zone is the IANA name of the zone by whose clocks codes begin and end.
	Zone string `json:"zone"`
}

func (a *Area) sites(lang string) []site {
	out := []site{}
	for _, s := range a.Sites() {
		out = append(out, site{s.ID, s.Name.In(lang), s.Currency, s.TimeZone})
	}
	return out
}

// group is a group that a code can be for.
type group struct {
	Code string `json:"code"`
	Name string `json:"name"`
}

// groups are those of a site; all sites have the same.
func (a *Area) groups(c echo.Context, siteID int64) ([]group, error) {
	all, err := a.Codes.Groups(c.Request().Context())
	out := []group{}
	for _, g := range all {
		if g.TenantID == siteID {
			out = append(out, group{g.Code, shared.In(studio.Locale(c), g.NameEn, g.NameZh)})
		}
	}
	return out, err
}

// states are what a list may be narrowed to.
var states = []string{promo.Running, promo.Scheduled, promo.Ended, promo.UsedUp}

func (a *Area) list(c echo.Context) error {
	of, err := studio.SiteOf(a.Sites(), c.QueryParam("site"))
	if err != nil {
		return err
	}
	all, err := a.Codes.List(c.Request().Context(), of.ID)
	if err != nil {
		return err
	}
	groups, err := a.groups(c, of.ID)
	if err != nil {
		return err
	}
	out := struct {
		Site   string         `json:"site"`
		Codes  []code         `json:"codes"`
		Sites  []site         `json:"sites"`
		Groups []group        `json:"groups"`
		Counts map[string]int `json:"counts"`
	}{strconv.FormatInt(of.ID, 10), []code{}, a.sites(studio.Locale(c)), groups, map[string]int{"all": len(all)}}
	want, words := c.QueryParam("state"), strings.Fields(strings.ToUpper(c.QueryParam("q")))
	for _, p := range all {
		one, err := a.codeOf(p)
		if err != nil {
			return err
		}
		out.Counts[one.State]++
		found := !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(p.Code, w) })
		if found && (!slices.Contains(states, want) || one.State == want) {
			out.Codes = append(out.Codes, one)
		}
	}
	return c.JSON(http.StatusOK, out)
}
