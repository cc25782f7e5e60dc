package staff

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// InvitationLife is how long an invitation can be accepted.
const InvitationLife = 72 * time.Hour

// Invitation lets somebody become a member.
type Invitation struct {
	ID        int64
	Email     string
	Role      Role
	Locale    string
	InvitedBy string
	CreatedAt time.Time
	ExpiresAt time.Time
}

// Invite is who is invited to what.
type Invite struct {
	Email  string
	Role   Role
	Locale string
	// Mail says that the invitation is sent to the address; otherwise the link is for whoever asked for it.
	Mail bool
}

// errInvitation is of invitations that were never made, are used up, taken back or too old: a link says no more than that.
var errInvitation = fault.New("staff_invitation_invalid")

const invitationColumns = `id, email, role, locale, invited_by, created_at, expires_at`

// Invite makes an invitation and takes an earlier one of the same address back. It returns the link that accepts it. Faults:
// validation_failed, staff_member_exists.
func (s *Service) Invite(ctx context.Context, by audit.By, i Invite) (Invitation, string, error) {
	bad := fault.Form{}
	email := checkEmail(bad, i.Email)
	checkChoices(bad, i.Role, i.Locale)
	if err := bad.Err(); err != nil {
		return Invitation{}, "", err
	}
	token, hash := newSecret()
	link := s.Address + "/invitation#" + token
	now := s.Clock.Now()
	out := Invitation{Email: email, Role: i.Role, Locale: i.Locale, InvitedBy: by.Actor, CreatedAt: now, ExpiresAt: now.Add(InvitationLife)}
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		// Of two invitations of one address the later one counts.
		if err := pg.Exec(tx, "wait for another invitation", `select pg_advisory_xact_lock(hashtextextended('staff ' || ?, 0))`, email); err != nil {
			return err
		}
		if _, err := memberWhere(tx, `m.email = ?`, email); fault.Code(err) != errNoMember.Code {
			if err == nil {
				return errExists
			}
			return err
		}
		err := pg.Exec(tx, "take an invitation back",
			`update staff_invitation set revoked_at = ? where email = ? and accepted_at is null and revoked_at is null`, now, email)
		if err != nil {
			return err
		}
		err = tx.Raw(`insert into staff_invitation (email, role, locale, invited_by, token_hash, created_at, expires_at)
			values (?, ?, ?, ?, ?, ?, ?) returning id`, email, i.Role, i.Locale, by.Actor, hash, now, out.ExpiresAt).Scan(&out.ID).Error
		if err != nil {
			return err
		}
		if err := s.audit(tx, by, entry{Subject: out.ID, Action: "invite", To: string(i.Role), Detail: map[string]any{"email": email}}); err != nil || !i.Mail {
			return err
		}
		data, err := notify.NewStaffInvitation(s.Box, link, string(i.Role), out.ExpiresAt)
		if err != nil {
			return err
		}
		return s.sendMail(ctx, tx, Member{Email: email, Locale: i.Locale}, fmt.Sprintf("invitation:%d", out.ID), data)
	})
	return out, link, err
}

// Invitations lists those that can be accepted, the newest first.
func (s *Service) Invitations(ctx context.Context) ([]Invitation, error) {
	return pg.List[Invitation](s.DB.Conn(ctx), "list invitations", `
		select `+invitationColumns+` from staff_invitation
		where accepted_at is null and revoked_at is null and expires_at > ? order by id desc`, s.Clock.Now())
}

// Revoke takes an invitation back. Fault: staff_invitation_invalid.
func (s *Service) Revoke(ctx context.Context, by audit.By, id int64) error {
	return s.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		var emails []string
		err := tx.Raw(`update staff_invitation set revoked_at = ? where id = ? and accepted_at is null and revoked_at is null returning email`,
			s.Clock.Now(), id).Scan(&emails).Error
		if err != nil {
			return err
		}
		if len(emails) == 0 {
			return errInvitation
		}
		return s.audit(tx, by, entry{Subject: id, Action: "revoke invitation", Detail: map[string]any{"email": emails[0]}})
	})
}

// Invitation returns the one that a token opens. Fault: staff_invitation_invalid.
func (s *Service) Invitation(ctx context.Context, token string) (Invitation, error) {
	found, err := pg.List[Invitation](s.DB.Conn(ctx), "find an invitation", `
		select `+invitationColumns+` from staff_invitation
		where token_hash = ? and accepted_at is null and revoked_at is null and expires_at > ?`, hashOf(token), s.Clock.Now())
	if err != nil {
		return Invitation{}, err
	}
	if len(found) == 0 {
		return Invitation{}, errInvitation
	}
	return found[0], nil
}

// Acceptance is what somebody says who accepts an invitation.
type Acceptance struct {
	Token  string
	Name   string
	Locale string
	// Passkey is the answer to the ceremony of BeginInvited; nil for whoever goes on with codes by mail.
	Passkey *Answer
}

// Accept makes whoever holds the invitation a member and logs them in. Of two at once one gets it. Faults:
// staff_invitation_invalid, validation_failed, staff_passkey_refused, staff_passkey_expired.
func (s *Service) Accept(ctx context.Context, req Request, a Acceptance) (LoginResult, error) {
	invitation, err := s.Invitation(ctx, a.Token)
	if err != nil {
		return LoginResult{}, err
	}
	bad := fault.Form{}
	name := checkName(bad, a.Name)
	checkChoices(bad, invitation.Role, a.Locale)
	if err := bad.Err(); err != nil {
		return LoginResult{}, err
	}
	m := Member{Email: invitation.Email, Name: name, Role: invitation.Role, Locale: a.Locale, CreatedAt: s.Clock.Now()}
	var key *made
	method := ByInvitation
	if a.Passkey != nil {
		if key, err = s.finishMaking(ctx, req, *a.Passkey, purposeInvited, invitation.ID, m); err != nil {
			return LoginResult{}, err
		}
		m.Handle, method = key.handle, ByPasskey
	} else {
		m.Handle = newHandle()
	}
	var out LoginResult
	err = s.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		taken, err := pg.Changed(tx, "accept an invitation", `
			update staff_invitation set accepted_at = ? where id = ? and accepted_at is null and revoked_at is null and expires_at > ?`,
			m.CreatedAt, invitation.ID, m.CreatedAt)
		if err != nil {
			return err
		}
		if !taken {
			return errInvitation
		}
		err = tx.Raw(`insert into staff_member (email, name, role, locale, handle, created_at) values (?, ?, ?, ?, ?, ?) returning id`,
			m.Email, m.Name, m.Role, m.Locale, pg.Bytes(m.Handle), m.CreatedAt).Scan(&m.ID).Error
		if pg.IsUnique(err) {
			return errExists
		}
		if err != nil {
			return err
		}
		by := audit.By{Actor: m.Actor(), RequestID: req.RequestID}
		err = s.audit(tx, by, entry{Subject: m.ID, Action: "accept invitation", To: string(m.Role), Detail: map[string]any{"email": m.Email}})
		if err != nil {
			return err
		}
		if key != nil {
			if err := s.keepPasskey(tx, by, m, key, ""); err != nil {
				return err
			}
		}
		out, err = s.beginSession(tx, req, m, method)
		return err
	})
	return out, err
}

// newHandle returns what passkeys call a member by.
func newHandle() []byte {
	var raw [32]byte
	_, _ = rand.Read(raw[:])
	return raw[:]
}
