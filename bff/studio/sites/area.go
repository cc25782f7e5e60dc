package sites

import (
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/platform/dial"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio"
	"github.com/roamcart/roamcart/bff/tenant/regional"
	"github.com/roamcart/roamcart/shared"
)

// Area answers the calls. It is safe for concurrent use.
type Area struct {
	Regional *regional.Service
	// Address is where visitors find a site with a host, "http://jp.localhost:8080".
	Address func(host string) string
}

// maxBody is enough for a file of prices of a thousand plans.
const maxBody = 1 << 20

// Routes registers the calls.
func (a *Area) Routes(r *studio.Router) {
	r.Read("/sites", staff.ReadSites, a.list)
	r.Read("/sites/:id", staff.ReadSites, a.show)
	r.Write(http.MethodPost, "/sites/try", staff.EditSites, a.try, studio.MaxBody(maxBody))
	r.Write(http.MethodPost, "/sites", staff.EditSites, a.make, studio.MaxBody(maxBody))
	r.Write(http.MethodPut, "/sites/:id", staff.EditSites, a.change)
	r.Write(http.MethodPost, "/sites/:id/open", staff.EditSites, a.open)
}

// lack is something that a site does not have.
type lack struct {
	Code   string `json:"code"`
	Count  int    `json:"count"`
	Blocks bool   `json:"blocks"`
}

func lacksOf(list []regional.Missing) []lack {
	out := []lack{}
	for _, l := range list {
		out = append(out, lack(l))
	}
	return out
}

// site is a site in the list.
type site struct {
	ID       int64      `json:"id,string"`
	Code     string     `json:"code"`
	Name     string     `json:"name"`
	Icon     string     `json:"icon"`
	Currency string     `json:"currency"`
	Zone     string     `json:"zone"`
	Host     string     `json:"host"`
	Address  string     `json:"address"`
	Own      bool       `json:"own"`
	Hidden   bool       `json:"hidden"`
	Source   string     `json:"source"`
	Author   string     `json:"author"`
	MadeAt   *time.Time `json:"madeAt"`
	OpenedBy string     `json:"openedBy"`
	OpenedAt *time.Time `json:"openedAt"`
	Revision int64      `json:"revision,string"`
	Lacks    []lack     `json:"lacks"`
}

func (a *Area) siteOf(c echo.Context, s regional.Site) site {
	out := site{
		ID: s.ID, Code: s.Code, Name: shared.In(studio.Locale(c), s.NameEn, s.NameZh), Icon: s.Icon, Currency: s.Currency, Zone: s.Zone, Host: s.Host,
		Own: s.Own, Hidden: s.Hidden, Source: s.Source, Author: s.Author, MadeAt: s.MadeAt, OpenedBy: s.OpenedBy, OpenedAt: s.OpenedAt,
		Revision: s.Revision, Lacks: lacksOf(s.Lacks),
	}
	if !s.Hidden {
		out.Address = a.Address(s.Host)
	}
	return out
}

// currency is one in which a site can sell, and which payment methods take it.
type currency struct {
	Code    string   `json:"code"`
	Methods []string `json:"methods"`
}

func currencies() []currency {
	out := []currency{}
	for _, code := range regional.Currencies() {
		out = append(out, currency{code, slices.DeleteFunc(slices.Clone(regional.Methods), func(m string) bool { return !regional.Takes(m, code) })})
	}
	return out
}

func (a *Area) list(c echo.Context) error {
	list, err := a.Regional.List(c.Request().Context())
	if err != nil {
		return err
	}
	sites := []site{}
	for _, s := range list {
		sites = append(sites, a.siteOf(c, s))
	}
	return c.JSON(http.StatusOK, map[string]any{
		"sites": sites, "currencies": currencies(), "methods": regional.Methods, "phoneCodes": dial.NationalCodes(),
	})
}

func (a *Area) show(c echo.Context) error {
	id, err := studio.ID(c, "id")
	if err != nil {
		return err
	}
	s, details, err := a.Regional.Get(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, map[string]any{
		"site": a.siteOf(c, s), "details": details, "methods": regional.Methods, "currencies": currencies(), "phoneCodes": dial.NationalCodes(),
	})
}
