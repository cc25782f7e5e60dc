package account

import (
	"context"
	"fmt"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Reset is a filled-in form for a forgotten password.
type Reset struct {
	Email           string
	Code            string
	Password        string
	ConfirmPassword string
}

// ResetPassword gives the holder of the mailbox a new password, ends every session of the account and clears its locks.
// Faults: validation_failed, those of Codes.Check, email_not_registered (only to somebody who has proved the mailbox),
// same_password, unavailable.
func (s *Service) ResetPassword(ctx context.Context, req Request, r Reset) error {
	bad := fault.Form{}
	email, valid := NormalEmail(r.Email)
	bad.Correct("email", r.Email, "email", valid)
	if r.Code == "" {
		bad["code"] = "code_required"
	}
	checkPassword(bad, r.Password, r.ConfirmPassword)
	if len(bad) > 0 {
		return fault.Fields(bad)
	}
	proof, err := s.Codes.try(ctx, req.codeRequest(notify.Email, email, "reset"), r.Code)
	if err != nil {
		return err
	}
	c, err := s.byEmail(s.DB.Conn(ctx), req.TenantID, email)
	if err != nil || c == nil {
		return firstOf(err, onField("email", fault.New("email_not_registered")))
	}
	hash, err := s.newHash(ctx, *c, r.Password)
	if err != nil {
		return err
	}
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		if err := s.Codes.use(tx.DB, proof); err != nil {
			return err
		}
		if err := s.setPassword(ctx, tx, req, *c, hash, "reset password"); err != nil {
			return err
		}
		return s.clearFailures(tx, req.TenantID, c.EmailNormal, c.Phone, customerKey(c.ID))
	})
	if err != nil {
		return err
	}
	s.endOldSessions(ctx, *c)
	return nil
}

// newHash hashes a new password. Fault: same_password, when it is the one before.
func (s *Service) newHash(ctx context.Context, c row, password string) (string, error) {
	same, err := s.Hasher.Matches(ctx, c.PasswordHash, password)
	if err != nil {
		return "", err
	}
	if same {
		return "", onField("password", fault.New("same_password"))
	}
	return s.Hasher.Hash(ctx, password)
}

// setPassword writes a new hash over the one that was compared, moves the generation on, which ends every session, and
// notifies the owner. Fault: in_progress, when the account was changed meanwhile.
func (s *Service) setPassword(ctx context.Context, tx *pg.Tx, req Request, c row, hash, action string) error {
	if err := s.changeIdentity(tx, req, c, action, `password_hash = @hash`, map[string]any{"hash": hash}); err != nil {
		return err
	}
	now := s.Clock.Now()
	return notify.Send(ctx, tx, s.Queue, notify.Note{
		TenantID: c.TenantID, Key: fmt.Sprintf("%spassword:%d", customerKey(c.ID), c.Generation), To: c.Email, Locale: req.Locale, At: now,
		Data: notify.PasswordChanged{ChangedAt: now},
	})
}

// endOldSessions removes the sessions that a new generation has ended. They open nothing any more, so it may fail.
func (s *Service) endOldSessions(ctx context.Context, c row) {
	_ = s.Sessions.EndWhere(context.WithoutCancel(ctx), c.TenantID, c.ID, func(x Session) bool { return x.Generation <= c.Generation })
}
