package sites

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/bff/studio"
	"github.com/roamcart/roamcart/bff/tenant/regional"
	"github.com/roamcart/roamcart/shared"
)

// plan is what a plan costs at a new site; Price is "" for one without a price.
type plan struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Was   string `json:"was"`
	Price string `json:"price"`
}

// made is a site that was made, or would be; ID is "0" then.
type made struct {
	ID      int64  `json:"id,string"`
	Host    string `json:"host"`
	Source  string `json:"source"`
	Plans   []plan `json:"plans"`
	Entries int    `json:"entries"`
	Parts   int    `json:"parts"`
	Texts   int    `json:"texts"`
	Ways    int    `json:"ways"`
	Lacks   []lack `json:"lacks"`
}

func (a *Area) try(c echo.Context) error { return a.making(c, http.StatusOK, a.Regional.Try) }

func (a *Area) make(c echo.Context) error {
	return a.making(c, http.StatusCreated, a.Regional.Make)
}

func (a *Area) making(
	c echo.Context, status int, do func(context.Context, audit.By, regional.NewSite) (regional.NewSiteResult, error),
) error {
	in, err := studio.Decode[regional.NewSite](c)
	if err != nil {
		return err
	}
	m, err := do(c.Request().Context(), studio.By(c), in)
	if err != nil {
		return err
	}
	out := made{
		ID:      m.ID,
		Host:    m.Host,
		Source:  m.Source,
		Plans:   []plan{},
		Entries: m.Entries,
		Parts:   m.Parts,
		Texts:   m.Texts,
		Ways:    m.Ways,
		Lacks:   lacksOf(m.Lacks),
	}
	for _, p := range m.Plans {
		one := plan{ID: p.GoodsID, Name: shared.In(studio.Locale(c), p.NameEn, p.NameZh), Was: money.Format(p.Was, m.FromCurrency, m.FromSymbol)}
		if p.Price > 0 {
			one.Price = money.Format(p.Price, m.Currency, m.Symbol)
		}
		out.Plans = append(out.Plans, one)
	}
	return c.JSON(status, out)
}

func (a *Area) change(c echo.Context) error {
	id, err := studio.ID(c, "id")
	if err != nil {
		return err
	}
	in, err := studio.Decode[struct {
		regional.Details
		Host     string `json:"host"`
		Revision int64  `json:"revision,string"`
	}](c)
	if err != nil {
		return err
	}
	if err := a.Regional.Change(c.Request().Context(), studio.By(c), id, in.Revision, in.Host, in.Details); err != nil {
		return err
	}
	return a.show(c)
}

func (a *Area) open(c echo.Context) error {
	id, err := studio.ID(c, "id")
	if err != nil {
		return err
	}
	in, err := studio.Decode[struct {
		Revision int64 `json:"revision,string"`
	}](c)
	if err != nil {
		return err
	}
	if err := a.Regional.Open(c.Request().Context(), studio.By(c), id, in.Revision); err != nil {
		return err
	}
	return a.show(c)
}
