package blocks

import (
	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/block"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
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
	return studio.RespondLinks(c, list, func(l block.Link) (studio.Link, error) {
		one := studio.Link{ID: l.ID, Author: l.Author, CreatedAt: l.CreatedAt, Until: l.Until, RevokedBy: l.RevokedBy, RevokedAt: l.RevokedAt}
		if l.RevokedAt == nil && !s.Hidden {
			one.Address = a.Address(s) + pages.PreviewPath(a.Blocks.Token(l))
		}
		return one, nil
	})
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
	good, err := studio.LinkDuration(in.Hours)
	if err != nil {
		return err
	}
	if err := a.Blocks.CreateLink(c.Request().Context(), studio.By(c), s.ID, kind, good); err != nil {
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
	if err := a.Blocks.Revoke(c.Request().Context(), studio.By(c), s.ID, kind, id); err != nil {
		return err
	}
	return a.linksOf(c, s, kind)
}
