package staff

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Member is somebody who works in the Studio.
type Member struct {
	ID         int64
	Email      string
	Name       string
	Role       Role
	Locale     string
	Handle     []byte
	DisabledAt *time.Time
	CreatedAt  time.Time
}

// May reports whether the member may do something.
func (m Member) May(a Act) bool { return m.DisabledAt == nil && m.Role.May(a) }

// Actor is how the member stands in the audit log.
func (m Member) Actor() string { return order.StaffActor(m.Email) }

// Person is a member as a list shows them.
type Person struct {
	Member
	// Passkeys and Sessions are how many there are.
	Passkeys, Sessions int
	// SeenAt is when a session that lives was used last; nil when there is none.
	SeenAt *time.Time
}

// Errors that callers act on.
var (
	errNoMember  = fault.New("staff_member_not_found")
	errExists    = fault.New("staff_member_exists")
	errLastAdmin = fault.New("staff_last_admin")
	errOwnRole   = fault.New("staff_own_role")
)

const memberColumns = `m.id, m.email, m.name, m.role, m.locale, m.handle, m.disabled_at, m.created_at`

// People lists all members, those who may log in first, by name.
func (s *Service) People(ctx context.Context) ([]Person, error) {
	return pg.List[Person](s.DB.Conn(ctx), "list staff", `
		select `+memberColumns+`,
		    (select count(*) from staff_passkey p where p.member_id = m.id) as passkeys,
		    count(s.id) as sessions, max(s.seen_at) as seen_at
		from staff_member m
		left join staff_session s on s.member_id = m.id and s.seen_at > @idle and s.created_at > @oldest
		group by m.id order by m.disabled_at is not null, lower(m.name), m.id`, s.alive())
}

// ByEmail finds a member. Fault: staff_member_not_found.
func (s *Service) ByEmail(ctx context.Context, email string) (Member, error) {
	return memberWhere(s.DB.Conn(ctx), `m.email = lower(?)`, email)
}

// Any reports whether there is a member who may log in.
func (s *Service) Any(ctx context.Context) (bool, error) {
	_, err := memberWhere(s.DB.Conn(ctx), `m.disabled_at is null limit 1`)
	if fault.Code(err) == errNoMember.Code {
		return false, nil
	}
	return err == nil, err
}

// SetRole gives a member another role than the one that was seen, and ends the member's sessions. Faults: staff_member_not_found,
// staff_last_admin, staff_role_overtaken, validation_failed.
func (s *Service) SetRole(ctx context.Context, by audit.By, id int64, seen, role Role) error {
	if !role.Known() {
		return fault.Fields(map[string]string{"role": "invalid_value"})
	}
	return s.change(ctx, by, id, role != Admin, func(tx *pg.Tx, m Member) (entry, error) {
		switch m.Role {
		case role:
			return entry{}, errUnchanged
		case seen:
		default:
			_, author, err := audit.Changes(tx, "staff", strconv.FormatInt(id, 10), "role")
			return entry{}, cmp.Or(err, error(fault.New("staff_role_overtaken").WithParams(map[string]any{"author": author})))
		}
		err := pg.Exec(tx, "set a role", `update staff_member set role = ? where id = ?`, role, id)
		return entry{Action: "role", From: string(m.Role), To: string(role)}, err
	})
}

// Disable keeps a member from logging in and ends the member's sessions. Faults: staff_member_not_found, staff_last_admin.
func (s *Service) Disable(ctx context.Context, by audit.By, id int64) error {
	return s.change(ctx, by, id, true, func(tx *pg.Tx, m Member) (entry, error) {
		if m.DisabledAt != nil {
			return entry{}, errUnchanged
		}
		err := pg.Exec(tx, "disable a member", `update staff_member set disabled_at = ? where id = ?`, s.Clock.Now(), id)
		return entry{Action: "disable"}, err
	})
}

// Enable lets a member log in again. Fault: staff_member_not_found.
func (s *Service) Enable(ctx context.Context, by audit.By, id int64) error {
	return s.change(ctx, by, id, false, func(tx *pg.Tx, m Member) (entry, error) {
		if m.DisabledAt == nil {
			return entry{}, errUnchanged
		}
		err := pg.Exec(tx, "enable a member", `update staff_member set disabled_at = null where id = ?`, id)
		return entry{Action: "enable"}, err
	})
}

// errUnchanged says that a member is as it shall be.
var errUnchanged = fmt.Errorf("nothing to change")

// change does something to a member and ends the member's sessions, all in one transaction. Losing says that the member is no
// admin afterwards: the last one stays, and nobody does that to themselves. All members are locked, in the order of their ids,
// so that of two admins who disable each other one is refused.
func (s *Service) change(ctx context.Context, by audit.By, id int64, losing bool, do func(tx *pg.Tx, m Member) (entry, error)) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		all, err := pg.List[Member](tx, "lock staff", `select `+memberColumns+` from staff_member m order by id for update`)
		if err != nil {
			return err
		}
		var m *Member
		admins := 0
		for i := range all {
			if all[i].ID == id {
				m = &all[i]
			} else if all[i].May(ManageStaff) {
				admins++
			}
		}
		switch {
		case m == nil:
			return errNoMember
		case losing && m.Actor() == by.Actor:
			return errOwnRole
		case losing && m.May(ManageStaff) && admins == 0:
			return errLastAdmin
		}
		e, err := do(tx, *m)
		if err == errUnchanged { //nolint:errorlint // it is never wrapped
			return nil
		}
		if err != nil {
			return err
		}
		e.Subject, e.Detail = id, map[string]any{"email": m.Email}
		if err := s.audit(tx, by, e); err != nil {
			return err
		}
		return pg.Exec(tx, "end sessions", `delete from staff_session where member_id = ?`, id)
	})
}

// SetProfile changes a member's own name and language. Fault: validation_failed.
func (s *Service) SetProfile(ctx context.Context, by audit.By, m Member, name, locale string) error {
	bad := fault.Form{}
	name = checkName(bad, name)
	checkChoices(bad, m.Role, locale)
	if err := bad.Err(); err != nil {
		return err
	}
	return s.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		changed, err := pg.Changed(tx, "change a profile",
			`update staff_member set name = ?, locale = ? where id = ? and (name, locale) <> (?, ?)`, name, locale, m.ID, name, locale)
		if err != nil || !changed {
			return err
		}
		return s.audit(tx, by, entry{Subject: m.ID, Action: "profile", Detail: map[string]any{"name": name, "locale": locale}})
	})
}

func memberWhere(c pg.Conn, where string, args ...any) (Member, error) {
	list, err := pg.List[Member](c, "find a member of staff", `select `+memberColumns+` from staff_member m where `+where, args...)
	if err != nil {
		return Member{}, err
	}
	if len(list) == 0 {
		return Member{}, errNoMember
	}
	return list[0], nil
}
