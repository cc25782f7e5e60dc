package account

import (
	"context"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/shared"
)

// StaffAction is what staff do to an account: whose it is, who does it by which request, and why.
type StaffAction struct {
	TenantID   int64
	CustomerID int64
	Actor      string
	RequestID  string
	Reason     string
}

// Access is how an account can be entered, as staff see it.
type Access struct {
	// Sessions are how many sessions are open, nil while Redis does not say.
	Sessions *int
	// Generation is that of the sessions which are open.
	Generation int64
	// LockedUntil is when the password counts again after failed logins, nil where nothing is locked.
	LockedUntil *time.Time
}

// Access returns how a customer's account can be entered. Fault: user_not_found.
func (s *Service) Access(ctx context.Context, tenantID, id int64) (Access, error) {
	c, err := s.customer(s.DB.Conn(ctx), `tenant_id = ? and id = ?`, tenantID, id)
	if err != nil {
		return Access{}, err
	}
	if c == nil {
		return Access{}, fault.New("user_not_found")
	}
	out := Access{Generation: c.Generation}
	if open, err := s.Sessions.List(ctx, tenantID, id, c.Generation); err == nil {
		n := len(open)
		out.Sessions = &n
	}
	locks, err := pg.List[time.Time](s.DB.Conn(ctx), "read login lock",
		`select clears_at from login_failure where `+isLocked+` order by clears_at desc limit 1`, s.lockOf(*c))
	if len(locks) > 0 {
		out.LockedUntil = &locks[0]
	}
	return out, err
}

// EndSessions ends every session of a customer at once, also while Redis is away. generation is that of the sessions that whoever ends
// them has seen: those of a login after an earlier end stay. Faults: user_not_found, sessions_overtaken.
func (s *Service) EndSessions(ctx context.Context, a StaffAction, generation int64) error {
	var former *row
	err := s.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) (err error) {
		if former, err = s.customer(tx.DB, `tenant_id = ? and id = ? for update`, a.TenantID, a.CustomerID); err != nil {
			return err
		}
		switch {
		case former == nil:
			return fault.New("user_not_found")
		case former.Generation != generation:
			return fault.New("sessions_overtaken")
		}
		err = pg.Exec(tx, "end sessions", `update customer set updated_at = ?, generation = generation + 1 where tenant_id = ? and id = ?`,
			s.Clock.Now(), a.TenantID, a.CustomerID)
		if err != nil {
			return err
		}
		return s.auditStaff(tx, a, "end sessions")
	})
	if err != nil {
		return err
	}
	s.endOldSessions(ctx, *former)
	return nil
}

// LiftLock lets a customer try passwords again who is locked out by failed ones, at the login and in the account. Faults: user_not_found,
// account_not_locked.
func (s *Service) LiftLock(ctx context.Context, a StaffAction) error {
	return s.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		c, err := s.customer(tx.DB, `tenant_id = ? and id = ? for key share`, a.TenantID, a.CustomerID)
		if err != nil {
			return err
		}
		if c == nil {
			return fault.New("user_not_found")
		}
		lifted, err := pg.Changed(tx, "lift login lock", `delete from login_failure where `+isLocked, s.lockOf(*c))
		if err != nil {
			return err
		}
		if !lifted {
			return fault.New("account_not_locked")
		}
		return s.auditStaff(tx, a, "lift lock")
	})
}

// isLocked are the rows of login_failure that refuse a customer's passwords now; lockOf has its arguments.
const isLocked = `tenant_id = @tenant and subject in @subjects and failures >= @max and clears_at > @now`

func (s *Service) lockOf(c row) map[string]any {
	return map[string]any{
		"tenant": c.TenantID, "now": s.Clock.Now(), "max": shared.Constants().LoginMaxFailures,
		"subjects": append(s.subjects(c.TenantID, c.EmailNormal), s.subjects(c.TenantID, customerKey(c.ID))...),
	}
}

// auditStaff writes what staff did to an account, in the transaction in which they did.
func (s *Service) auditStaff(tx *pg.Tx, a StaffAction, action string) error {
	return pg.Exec(tx, "audit "+action, `
		insert into audit_log (tenant_id, at, actor, entity, entity_id, action, detail, request_id) values (?, ?, ?, 'customer', ?, ?, ?, ?)`,
		a.TenantID, s.Clock.Now(), a.Actor, fmt.Sprint(a.CustomerID), action, pg.AsJSON(map[string]any{"reason": a.Reason}), a.RequestID)
}

// StaffEntry is something that staff did to a customer's account, points or promo codes.
type StaffEntry struct {
	At     time.Time
	Actor  string
	Action string
	Detail pg.JSON[map[string]any]
}

// StaffHistory returns what staff did to a customer, the newest first, at most limit entries.
func (s *Service) StaffHistory(ctx context.Context, tenantID, id int64, limit int) ([]StaffEntry, error) {
	return pg.List[StaffEntry](s.DB.Conn(ctx), "read what staff did", `
		select at, actor, action, detail from audit_log
		where entity = 'customer' and entity_id = ? and tenant_id = ? and actor like 'staff:%' order by id desc limit ?`,
		fmt.Sprint(id), tenantID, limit)
}
