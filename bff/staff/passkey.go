package staff

import (
	"context"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// maxPasskeys is how many passkeys a member has at most.
const maxPasskeys = 20

// Passkey is a key that logs a member in.
type Passkey struct {
	ID int64
	// Host is where it works.
	Host       string
	Name       string
	CreatedAt  time.Time
	LastUsedAt *time.Time
}

// Passkeys lists those of a member, the oldest first.
func (s *Service) Passkeys(ctx context.Context, memberID int64) ([]Passkey, error) {
	return pg.List[Passkey](s.DB.Conn(ctx), "list passkeys", `
		select id, rp_id as host, name, created_at, last_used_at from staff_passkey where member_id = ? order by id`, memberID)
}

// BeginInvited begins to make the first passkey of somebody who is invited. Faults: staff_invitation_invalid, validation_failed.
func (s *Service) BeginInvited(ctx context.Context, req Request, token, name string) (Ceremony, error) {
	invitation, err := s.Invitation(ctx, token)
	if err != nil {
		return Ceremony{}, err
	}
	bad := fault.Form{}
	name = checkName(bad, name)
	if err := bad.Err(); err != nil {
		return Ceremony{}, err
	}
	m := Member{Email: invitation.Email, Name: name, Handle: newHandle()}
	return s.beginMaking(ctx, req, purposeInvited, invitation.ID, keyHolder{Member: m})
}

// BeginAdding begins to make another passkey of a member.
func (s *Service) BeginAdding(ctx context.Context, req Request, m Member) (Ceremony, error) {
	holder, err := s.holder(s.DB.Conn(ctx), req, m)
	if err != nil {
		return Ceremony{}, err
	}
	return s.beginMaking(ctx, req, purposeAdd, m.ID, holder)
}

func (s *Service) beginMaking(ctx context.Context, req Request, purpose string, subject int64, holder keyHolder) (Ceremony, error) {
	party, err := relyingParty(req)
	if err != nil {
		return Ceremony{}, err
	}
	options, session, err := party.BeginRegistration(holder, webauthn.WithExclusions(webauthn.Credentials(holder.keys).CredentialDescriptors()))
	if err != nil {
		return Ceremony{}, err
	}
	return s.begin(ctx, purpose, subject, session, options.Response)
}

// made is a passkey that was made and is not kept yet.
type made struct {
	credential *webauthn.Credential
	host       string
	handle     []byte
}

// finishMaking checks what an authenticator has made. Faults: staff_passkey_refused, staff_passkey_expired.
func (s *Service) finishMaking(ctx context.Context, req Request, a Answer, purpose string, subject int64, m Member) (*made, error) {
	session, err := s.end(ctx, a.Ceremony, purpose, subject)
	if err != nil {
		return nil, err
	}
	party, err := relyingParty(req)
	if err != nil {
		return nil, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(a.Credential)
	if err != nil {
		return nil, errRefused
	}
	m.Handle = session.UserID
	credential, err := party.CreateCredential(keyHolder{Member: m}, session, parsed)
	if err != nil || session.RelyingPartyID != req.Host {
		return nil, errRefused
	}
	return &made{credential, req.Host, session.UserID}, nil
}

// AddPasskey keeps a passkey that was made for a member, who is notified by mail. Faults: staff_passkey_refused,
// staff_passkey_expired, staff_passkey_exists, staff_passkeys_too_many.
func (s *Service) AddPasskey(ctx context.Context, req Request, m Member, a Answer, name string) error {
	key, err := s.finishMaking(ctx, req, a, purposeAdd, m.ID, m)
	if err != nil {
		return err
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		if err := s.keepPasskey(tx, audit.By{Actor: m.Actor(), RequestID: req.RequestID}, m, key, name); err != nil {
			return err
		}
		return s.notice(ctx, tx, req, m, notify.StaffPasskeyAdded)
	})
}

// keepPasskey writes a passkey. Its name is the host's where none was given.
func (s *Service) keepPasskey(tx *pg.Tx, by audit.By, m Member, key *made, name string) error {
	if err := pg.Exec(tx, "lock a member", `select id from staff_member where id = ? for update`, m.ID); err != nil {
		return err
	}
	var count int
	if err := tx.Raw(`select count(*) from staff_passkey where member_id = ?`, m.ID).Scan(&count).Error; err != nil {
		return err
	}
	if count >= maxPasskeys {
		return fault.New("staff_passkeys_too_many")
	}
	if name = passkeyName(name); name == "" {
		name = key.host
	}
	kept, err := pg.Changed(tx, "keep a passkey", `
		insert into staff_passkey (member_id, credential_id, rp_id, name, credential, created_at) values (?, ?, ?, ?, ?, ?)
		on conflict (credential_id) do nothing`,
		m.ID, pg.Bytes(key.credential.ID), key.host, name, pg.AsJSON(key.credential), s.Clock.Now())
	if err != nil {
		return err
	}
	if !kept {
		return fault.New("staff_passkey_exists")
	}
	return s.audit(tx, by, entry{Subject: m.ID, Action: "add passkey", Detail: map[string]any{"name": name, "host": key.host}})
}

// RenamePasskey gives one of a member's passkeys another name. Faults: validation_failed, staff_passkey_not_found.
func (s *Service) RenamePasskey(ctx context.Context, by audit.By, memberID, id int64, name string) error {
	if name = passkeyName(name); name == "" {
		return fault.Fields(map[string]string{"name": "passkey_name_required"})
	}
	return s.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		changed, err := pg.Changed(tx, "rename a passkey", `update staff_passkey set name = ? where id = ? and member_id = ?`, name, id, memberID)
		if err != nil {
			return err
		}
		if !changed {
			return fault.New("staff_passkey_not_found")
		}
		return s.audit(tx, by, entry{Subject: memberID, Action: "rename passkey", Detail: map[string]any{"name": name}})
	})
}

// RemovePasskey removes one of a member's passkeys; the member is notified by mail. Fault: staff_passkey_not_found.
func (s *Service) RemovePasskey(ctx context.Context, req Request, m Member, id int64) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		var names []string
		if err := tx.Raw(`delete from staff_passkey where id = ? and member_id = ? returning name`, id, m.ID).Scan(&names).Error; err != nil {
			return err
		}
		if len(names) == 0 {
			return fault.New("staff_passkey_not_found")
		}
		by := audit.By{Actor: m.Actor(), RequestID: req.RequestID}
		if err := s.audit(tx, by, entry{Subject: m.ID, Action: "remove passkey", Detail: map[string]any{"name": names[0]}}); err != nil {
			return err
		}
		return s.notice(ctx, tx, req, m, notify.StaffPasskeyRemoved)
	})
}

// BeginLogin begins a login with a passkey; the browser offers those of the host.
func (s *Service) BeginLogin(ctx context.Context, req Request) (Ceremony, error) {
	party, err := relyingParty(req)
	if err != nil {
		return Ceremony{}, err
	}
	options, session, err := party.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return Ceremony{}, err
	}
	return s.begin(ctx, purposeLogin, 0, session, options.Response)
}

// LoginWithPasskey logs in whoever owns a passkey. An answer is taken once. Faults: staff_passkey_refused, which says no more,
// and staff_passkey_expired.
func (s *Service) LoginWithPasskey(ctx context.Context, req Request, a Answer) (LoginResult, error) {
	session, err := s.end(ctx, a.Ceremony, purposeLogin, 0)
	if err != nil {
		return LoginResult{}, err
	}
	party, err := relyingParty(req)
	if err != nil {
		return LoginResult{}, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(a.Credential)
	if err != nil {
		return LoginResult{}, errRefused
	}
	var out LoginResult
	err = s.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		// The member is locked, so that a counter is not read twice.
		m, err := memberWhere(tx, `m.handle = ? and m.disabled_at is null for update`, pg.Bytes(parsed.Response.UserHandle))
		if fault.Code(err) == errNoMember.Code {
			return errRefused
		}
		if err != nil {
			return err
		}
		holder, err := s.holder(tx, req, m)
		if err != nil {
			return err
		}
		find := func(_, _ []byte) (webauthn.User, error) { return holder, nil }
		_, credential, err := party.ValidatePasskeyLogin(find, session, parsed)
		if err != nil || credential.Authenticator.CloneWarning || session.RelyingPartyID != req.Host {
			return errRefused
		}
		err = pg.Exec(tx, "note the use of a passkey", `
			update staff_passkey set credential = ?, last_used_at = ? where credential_id = ? and member_id = ?`,
			pg.AsJSON(credential), s.Clock.Now(), pg.Bytes(credential.ID), m.ID)
		if err != nil {
			return err
		}
		out, err = s.beginSession(tx, req, m, ByPasskey)
		return err
	})
	return out, err
}

// holder is a member with the passkeys of the request's host.
func (s *Service) holder(c pg.Conn, req Request, m Member) (keyHolder, error) {
	type row struct {
		Credential pg.JSON[webauthn.Credential]
	}
	found, err := pg.List[row](
		c,
		"find passkeys",
		`select credential from staff_passkey where member_id = ? and rp_id = ? order by id`,
		m.ID,
		req.Host,
	)
	holder := keyHolder{Member: m}
	for _, one := range found {
		holder.keys = append(holder.keys, one.Credential.V)
	}
	return holder, err
}

// passkeyName is a name without what is not seen, and not too long.
func passkeyName(name string) string {
	runes := []rune(strings.TrimSpace(input.Line(name)))
	return string(runes[:min(len(runes), maxName)])
}
