package studio

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/staff"
)

// loginArea has the calls of a login: by an invitation, a passkey or a code by mail.
type loginArea struct{ *Studio }

// Routes registers the calls.
func (e loginArea) Routes(r *Router) {
	r.Read("/me", Own, e.me)
	r.OpenWrite(http.MethodPost, "/login/passkey/begin", e.open(e.beginPasskey))
	r.OpenWrite(http.MethodPost, "/login/passkey", e.open(e.passkey))
	r.OpenWrite(http.MethodPost, "/login/code/send", e.open(e.sendCode))
	r.OpenWrite(http.MethodPost, "/login/code", e.open(e.code))
	r.OpenWrite(http.MethodPost, "/logout", e.logout)
	r.OpenWrite(http.MethodPost, "/invitation", e.open(e.invitation))
	r.OpenWrite(http.MethodPost, "/invitation/passkey/begin", e.open(e.beginInvited))
	r.OpenWrite(http.MethodPost, "/invitation/accept", e.open(e.accept))
}

// open bounds how often a network may try.
func (e loginArea) open(h echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := e.within(c, "studio-login", openPerNetwork); err != nil {
			return err
		}
		return h(c)
	}
}

// member is a member as the application knows them.
type member struct {
	ID     int64       `json:"id,string"`
	Email  string      `json:"email"`
	Name   string      `json:"name"`
	Role   staff.Role  `json:"role"`
	Locale string      `json:"locale"`
	Acts   []staff.Act `json:"acts"`
}

func memberOf(m staff.Member) member {
	return member{ID: m.ID, Email: m.Email, Name: m.Name, Role: m.Role, Locale: m.Locale, Acts: m.Role.Acts()}
}

func (e loginArea) me(c echo.Context) error { return c.JSON(http.StatusOK, memberOf(Caller(c))) }

// ceremony is a passkey's use or making that has begun.
type ceremony struct {
	ID      string `json:"ceremony"`
	Options any    `json:"options"`
}

func (e loginArea) beginPasskey(c echo.Context) error {
	begun, err := e.Staff.BeginLogin(c.Request().Context(), e.request(c))
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, ceremony{begun.ID, begun.Options})
}

func (e loginArea) passkey(c echo.Context) error {
	in, err := Decode[staff.Answer](c)
	if err != nil {
		return err
	}
	return e.admitted(c)(e.Staff.LoginWithPasskey(c.Request().Context(), e.request(c), in))
}

func (e loginArea) sendCode(c echo.Context) error {
	in, err := Decode[struct {
		Email string `json:"email"`
	}](c)
	if err != nil {
		return err
	}
	if err := e.within(c, "studio-code", codesPerNetwork); err != nil {
		return err
	}
	ticket, err := e.Staff.SendCode(c.Request().Context(), e.request(c), in.Email)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, map[string]any{
		"ticket": ticket.Text, "expiresIn": int(ticket.ExpiresIn / time.Second), "resendAfter": int(ticket.ResendAfter / time.Second),
	})
}

func (e loginArea) code(c echo.Context) error {
	in, err := Decode[struct {
		Ticket string `json:"ticket"`
		Code   string `json:"code"`
	}](c)
	if err != nil {
		return err
	}
	return e.admitted(c)(e.Staff.LoginWithCode(c.Request().Context(), e.request(c), in.Ticket, in.Code))
}

func (e loginArea) logout(c echo.Context) error {
	who := login(c)
	e.setToken(c, "")
	if who.Session.ID != 0 {
		if err := e.Staff.Logout(c.Request().Context(), By(c), who); err != nil {
			return err
		}
	}
	return c.NoContent(http.StatusNoContent)
}

func (e loginArea) invitation(c echo.Context) error {
	in, err := Decode[struct {
		Token string `json:"token"`
	}](c)
	if err != nil {
		return err
	}
	found, err := e.Staff.Invitation(c.Request().Context(), in.Token)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, map[string]any{
		"email": found.Email, "role": found.Role, "locale": found.Locale, "expiresAt": found.ExpiresAt,
	})
}

func (e loginArea) beginInvited(c echo.Context) error {
	in, err := Decode[struct {
		Token string `json:"token"`
		Name  string `json:"name"`
	}](c)
	if err != nil {
		return err
	}
	begun, err := e.Staff.BeginInvited(c.Request().Context(), e.request(c), in.Token, in.Name)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, ceremony{begun.ID, begun.Options})
}

func (e loginArea) accept(c echo.Context) error {
	in, err := Decode[struct {
		Token   string        `json:"token"`
		Name    string        `json:"name"`
		Locale  string        `json:"locale"`
		Passkey *staff.Answer `json:"passkey"`
	}](c)
	if err != nil {
		return err
	}
	return e.admitted(c)(e.Staff.Accept(c.Request().Context(), e.request(c), staff.Acceptance{
		Token: in.Token, Name: in.Name, Locale: in.Locale, Passkey: in.Passkey,
	}))
}

// admitted answers a login. Whoever was logged in before in this browser is no longer.
func (e loginArea) admitted(c echo.Context) func(a staff.LoginResult, err error) error {
	return func(a staff.LoginResult, err error) error {
		if err != nil {
			return err
		}
		if before := login(c); before.Session.ID != 0 {
			if err := e.Staff.Logout(c.Request().Context(), By(c), before); err != nil {
				return err
			}
		}
		e.setToken(c, a.Token)
		return c.JSON(http.StatusOK, memberOf(a.Member))
	}
}
