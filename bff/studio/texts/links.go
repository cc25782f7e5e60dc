package texts

import (
	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/staff"
	"github.com/roamcart/roamcart/bff/studio"
)

func (a *Area) links(c echo.Context) error {
	t, err := a.text(c)
	if err != nil {
		return err
	}
	return a.linksOf(c, t)
}

func (a *Area) linksOf(c echo.Context, t editor.Text) error {
	list, err := a.Texts.Links(c.Request().Context(), t)
	if err != nil {
		return err
	}
	return studio.RespondLinks(c, list, func(l editor.PreviewLink) (studio.Link, error) {
		one := studio.Link{ID: l.ID, Author: l.Author, CreatedAt: l.CreatedAt, Until: l.Until, RevokedBy: l.RevokedBy, RevokedAt: l.RevokedAt}
		if l.RevokedAt != nil {
			return one, nil
		}
		token, err := a.Texts.TokenOf(c.Request().Context(), t, l.ID)
		if err == nil {
			one.Address, err = a.Pages.PreviewLink(t, token)
		}
		return one, err
	})
}

func (a *Area) share(c echo.Context) error {
	t, err := a.text(c)
	if err != nil {
		return err
	}
	in, err := studio.Decode[struct {
		Revisions map[string]string `json:"revisions"`
		Hours     int               `json:"hours"`
	}](c)
	if err != nil {
		return err
	}
	good, err := studio.LinkDuration(in.Hours)
	if err != nil {
		return err
	}
	if _, err := a.Pages.PreviewLink(t, ""); err != nil {
		return err
	}
	if studio.Caller(c).May(staff.EditTexts) {
		if _, err := a.Texts.HandIn(c.Request().Context(), actor(c), t, revisions(in.Revisions)); err != nil {
			return refusal(c, err)
		}
	}
	if _, _, err := a.Texts.CreateLink(c.Request().Context(), t, actor(c), good); err != nil {
		return refusal(c, err)
	}
	return a.linksOf(c, t)
}

func (a *Area) revoke(c echo.Context) error {
	t, err := a.text(c)
	if err != nil {
		return err
	}
	id, err := studio.ID(c, "id")
	if err != nil {
		return err
	}
	if _, err := a.Texts.Revoke(c.Request().Context(), t, actor(c), id); err != nil {
		return err
	}
	return a.linksOf(c, t)
}
