package studio

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/staff"
)

// membersArea has the calls about who works in the Studio, for whoever manages staff.
type membersArea struct{ *Studio }

// Routes registers the calls.
func (p membersArea) Routes(r *Router) {
	r.Read("/people", staff.ManageStaff, p.list)
	r.Write(http.MethodPost, "/people/invitations", staff.ManageStaff, p.invite)
	r.Write(http.MethodDelete, "/people/invitations/:id", staff.ManageStaff, p.revoke)
	r.Write(http.MethodPatch, "/people/:id", staff.ManageStaff, p.change)
	r.Write(http.MethodDelete, "/people/:id/sessions", staff.ManageStaff, p.endSessions)
}

type person struct {
	ID       int64      `json:"id,string"`
	Email    string     `json:"email"`
	Name     string     `json:"name"`
	Role     staff.Role `json:"role"`
	Disabled bool       `json:"disabled"`
	Passkeys int        `json:"passkeys"`
	Sessions int        `json:"sessions"`
	SeenAt   *time.Time `json:"seenAt"`
}

type invitation struct {
	ID        int64      `json:"id,string"`
	Email     string     `json:"email"`
	Role      staff.Role `json:"role"`
	InvitedBy string     `json:"invitedBy"`
	ExpiresAt time.Time  `json:"expiresAt"`
}

func (p membersArea) list(c echo.Context) error {
	members, err := p.Staff.People(c.Request().Context())
	if err != nil {
		return err
	}
	waiting, err := p.Staff.Invitations(c.Request().Context())
	if err != nil {
		return err
	}
	out := struct {
		People      []person     `json:"people"`
		Invitations []invitation `json:"invitations"`
		Roles       []staff.Role `json:"roles"`
	}{make([]person, len(members)), make([]invitation, len(waiting)), staff.Roles()}
	for i, m := range members {
		out.People[i] = person{m.ID, m.Email, m.Name, m.Role, m.DisabledAt != nil, m.Passkeys, m.Sessions, m.SeenAt}
	}
	for i, w := range waiting {
		out.Invitations[i] = invitation{w.ID, w.Email, w.Role, w.InvitedBy, w.ExpiresAt}
	}
	return c.JSON(http.StatusOK, out)
}

func (p membersArea) invite(c echo.Context) error {
	in, err := Decode[struct {
		Email  string     `json:"email"`
		Role   staff.Role `json:"role"`
		Locale string     `json:"locale"`
	}](c)
	if err != nil {
		return err
	}
	_, _, err = p.Staff.Invite(c.Request().Context(), By(c), staff.Invite{Email: in.Email, Role: in.Role, Locale: in.Locale, Mail: true})
	return Respond(c, err)
}

func (p membersArea) revoke(c echo.Context) error {
	id, err := ID(c, "id")
	if err != nil {
		return err
	}
	return Respond(c, p.Staff.Revoke(c.Request().Context(), By(c), id))
}

// change gives a member another role, or disables or enables them: one of both.
func (p membersArea) change(c echo.Context) error {
	id, err := ID(c, "id")
	if err != nil {
		return err
	}
	in, err := Decode[struct {
		// Seen is the role that a new one replaces.
		Role     *staff.Role `json:"role"`
		Seen     staff.Role  `json:"seen"`
		Disabled *bool       `json:"disabled"`
	}](c)
	ctx := c.Request().Context()
	switch {
	case err != nil:
		return err
	case (in.Role == nil) == (in.Disabled == nil):
		return fault.New("bad_request")
	case in.Role != nil:
		return Respond(c, p.Staff.SetRole(ctx, By(c), id, in.Seen, *in.Role))
	case *in.Disabled:
		return Respond(c, p.Staff.Disable(ctx, By(c), id))
	}
	return Respond(c, p.Staff.Enable(ctx, By(c), id))
}

func (p membersArea) endSessions(c echo.Context) error {
	id, err := ID(c, "id")
	if err != nil {
		return err
	}
	_, err = p.Staff.EndSessions(c.Request().Context(), By(c), id, 0)
	return Respond(c, err)
}

// log is what staff did.
type log struct{ *Studio }

// Routes registers the call.
func (l log) Routes(r *Router) { r.Read("/log", staff.ReadLog, l.list) }

// logPage is how many entries are shown at once.
const logPage = 50

type logEntry struct {
	ID       int64     `json:"id,string"`
	At       time.Time `json:"at"`
	Actor    string    `json:"actor"`
	Site     int64     `json:"site"`
	Entity   string    `json:"entity"`
	EntityID string    `json:"entityId"`
	// Name is the number of an order, "" for anything else.
	Name   string         `json:"name"`
	Action string         `json:"action"`
	From   string         `json:"from"`
	To     string         `json:"to"`
	Detail map[string]any `json:"detail"`
}

// list answers with what was done before an entry, or with the newest; next is where to go on, "" at the end.
func (l log) list(c echo.Context) error {
	before, err := Cursor(c, "before")
	if err != nil {
		return err
	}
	found, err := l.Staff.Log(c.Request().Context(), before, logPage+1)
	if err != nil {
		return err
	}
	next := ""
	if len(found) > logPage {
		found = found[:logPage]
		next = strconv.FormatInt(found[logPage-1].ID, 10)
	}
	items := make([]logEntry, len(found))
	for i, e := range found {
		items[i] = logEntry{e.ID, e.At, e.Actor, e.Site, e.Entity, e.EntityID, e.Name, e.Action, e.FromState, e.ToState, e.Detail.V}
	}
	return c.JSON(http.StatusOK, map[string]any{"items": items, "next": next})
}
