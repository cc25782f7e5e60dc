package studio

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/staff"
)

// account is a member's own: name, language, passkeys and sessions.
type account struct{ *Studio }

// Routes registers the calls.
func (a account) Routes(r *Router) {
	r.Read("/account", Own, a.show)
	r.Write(http.MethodPatch, "/account", Own, a.change)
	r.Write(http.MethodPost, "/account/passkeys/begin", Own, a.beginPasskey)
	r.Write(http.MethodPost, "/account/passkeys", Own, a.addPasskey)
	r.Write(http.MethodPatch, "/account/passkeys/:id", Own, a.renamePasskey)
	r.Write(http.MethodDelete, "/account/passkeys/:id", Own, a.removePasskey)
	r.Write(http.MethodDelete, "/account/sessions/:id", Own, a.endSession)
	r.Write(http.MethodDelete, "/account/sessions", Own, a.endOthers)
}

type passkey struct {
	ID         int64      `json:"id,string"`
	Name       string     `json:"name"`
	Host       string     `json:"host"`
	CreatedAt  time.Time  `json:"createdAt"`
	LastUsedAt *time.Time `json:"lastUsedAt"`
}

type session struct {
	ID        int64     `json:"id,string"`
	Method    string    `json:"method"`
	Device    string    `json:"device"`
	Address   string    `json:"address"`
	CreatedAt time.Time `json:"createdAt"`
	SeenAt    time.Time `json:"seenAt"`
	// Current says that it is the one that asks.
	Current bool `json:"current"`
}

func (a account) show(c echo.Context) error {
	ctx, who := c.Request().Context(), login(c)
	keys, err := a.Staff.Passkeys(ctx, who.Member.ID)
	if err != nil {
		return err
	}
	sessions, err := a.Staff.Sessions(ctx, who.Member.ID)
	if err != nil {
		return err
	}
	out := struct {
		Member   member    `json:"member"`
		Passkeys []passkey `json:"passkeys"`
		Sessions []session `json:"sessions"`
	}{memberOf(who.Member), make([]passkey, len(keys)), make([]session, len(sessions))}
	for i, k := range keys {
		out.Passkeys[i] = passkey{k.ID, k.Name, k.Host, k.CreatedAt, k.LastUsedAt}
	}
	for i, s := range sessions {
		out.Sessions[i] = session{s.ID, s.Method, s.Device, s.Address, s.CreatedAt, s.SeenAt, s.ID == who.Session.ID}
	}
	return c.JSON(http.StatusOK, out)
}

func (a account) change(c echo.Context) error {
	in, err := Decode[struct {
		Name   string `json:"name"`
		Locale string `json:"locale"`
	}](c)
	if err != nil {
		return err
	}
	return Respond(c, a.Staff.SetProfile(c.Request().Context(), By(c), Caller(c), in.Name, in.Locale))
}

func (a account) beginPasskey(c echo.Context) error {
	if err := a.Staff.RequireRecentLogin(login(c).Session); err != nil {
		return err
	}
	begun, err := a.Staff.BeginAdding(c.Request().Context(), a.request(c), Caller(c))
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, ceremony{begun.ID, begun.Options})
}

func (a account) addPasskey(c echo.Context) error {
	in, err := Decode[struct {
		staff.Answer
		Name string `json:"name"`
	}](c)
	if err != nil {
		return err
	}
	return Respond(c, a.Staff.AddPasskey(c.Request().Context(), a.request(c), Caller(c), in.Answer, in.Name))
}

func (a account) renamePasskey(c echo.Context) error {
	id, err := ID(c, "id")
	if err != nil {
		return err
	}
	in, err := Decode[struct {
		Name string `json:"name"`
	}](c)
	if err != nil {
		return err
	}
	return Respond(c, a.Staff.RenamePasskey(c.Request().Context(), By(c), Caller(c).ID, id, in.Name))
}

func (a account) removePasskey(c echo.Context) error {
	id, err := ID(c, "id")
	if err != nil {
		return err
	}
	if err := a.Staff.RequireRecentLogin(login(c).Session); err != nil {
		return err
	}
	return Respond(c, a.Staff.RemovePasskey(c.Request().Context(), a.request(c), Caller(c), id))
}

func (a account) endSession(c echo.Context) error {
	id, err := ID(c, "id")
	if err != nil {
		return err
	}
	return Respond(c, a.Staff.EndSession(c.Request().Context(), By(c), Caller(c).ID, id))
}

func (a account) endOthers(c echo.Context) error {
	who := login(c)
	_, err := a.Staff.EndSessions(c.Request().Context(), By(c), who.Member.ID, who.Session.ID)
	return Respond(c, err)
}

// Respond answers a call that has no result, or was refused.
func Respond(c echo.Context, err error) error {
	if err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}
