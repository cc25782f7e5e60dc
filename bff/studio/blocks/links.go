package blocks

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/block"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/qr"
	"github.com/roamcart/roamcart/bff/studio"
	"github.com/roamcart/roamcart/bff/tenant"
)

func (a *Area) links(c echo.Context) error {
	s, kind, err := a.part(c)
	if err != nil {
		return err
	}
	return a.linksOf(c, s, kind)
}

func (a *Area) linksOf(c echo.Context, s tenant.Tenant, kind block.Kind) error {
	list, err := a.Blocks.Links(c.Request().Context(), s.ID, kind)
	if err != nil {
		return err
	}
	out := []studio.Link{}
	for _, l := range list {
		one := studio.Link{ID: l.ID, Author: l.Author, CreatedAt: l.CreatedAt, Until: l.Until, RevokedBy: l.RevokedBy, RevokedAt: l.RevokedAt}
		if l.RevokedAt == nil && !s.Hidden {
			one.Address = a.Address(s) + pages.PreviewPath(a.Blocks.Token(l))
			if one.QR, err = qr.SVG(one.Address); err != nil {
				return err
			}
		}
		out = append(out, one)
	}
	return c.JSON(http.StatusOK, map[string]any{"links": out})
}

func (a *Area) share(c echo.Context) error {
	s, kind, err := a.part(c)
	if err != nil {
		return err
	}
	in, err := studio.Decode[struct {
		Hours int `json:"hours"`
	}](c)
	if err != nil {
		return err
	}
	if s.Hidden {
		return fault.New("site_hidden")
	}
	if in.Hours < 1 || in.Hours > 24*365 {
		return fault.New("texts_bad_expiry")
	}
	if err := a.Blocks.CreateLink(c.Request().Context(), by(c), s.ID, kind, time.Duration(in.Hours)*time.Hour); err != nil {
		return err
	}
	return a.linksOf(c, s, kind)
}

func (a *Area) revoke(c echo.Context) error {
	s, kind, err := a.part(c)
	if err != nil {
		return err
	}
	id, err := studio.ID(c, "id")
	if err != nil {
		return err
	}
	if err := a.Blocks.Revoke(c.Request().Context(), by(c), s.ID, kind, id); err != nil {
		return err
	}
	return a.linksOf(c, s, kind)
}
