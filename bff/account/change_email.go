package account

import (
	"context"
	"fmt"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// NewEmail is a filled-in form for another address. Code was sent to it; that the owner asks is shown by the current
// password, or by OldCode, which was sent to the address of now.
type NewEmail struct {
	Email           string
	Code            string
	OldCode         string
	CurrentPassword string
}

// ChangeEmail moves the account to another address, notifies the old one, ends every other session and gives this one a
// new token. Faults: validation_failed, password_incorrect, account_locked, those of Codes.Check, email_exists (only to
// somebody who has proved the mailbox), in_progress, unavailable.
func (s *Service) ChangeEmail(ctx context.Context, req Request, who Caller, f NewEmail) (LoginResult, error) {
	c, err := s.currentCustomer(ctx, req, who)
	if err != nil {
		return LoginResult{}, err
	}
	email, err := f.check(c)
	if err != nil {
		return LoginResult{}, err
	}
	proofs, err := s.prove(ctx, req, c, f, email)
	if err != nil {
		return LoginResult{}, err
	}
	now := s.Clock.Now()
	return s.renew(ctx, req, c, func(ctx context.Context, tx *pg.Tx) error {
		for _, p := range proofs {
			if err := s.Codes.use(tx.DB, p); err != nil {
				return err
			}
		}
		err := s.changeIdentity(tx, req, c, "change e-mail",
			`email = @email, email_normal = @normal, former_emails = former_emails || to_jsonb(email_normal)`,
			map[string]any{"email": input.Plain(f.Email), "normal": email})
		if pg.IsUnique(err) {
			return onField("email", fault.New("email_exists"))
		}
		if err != nil {
			return err
		}
		return notify.Send(ctx, tx, s.Queue, notify.Note{
			TenantID: c.TenantID, Key: fmt.Sprintf("%semail:%d", customerKey(c.ID), c.Generation), To: c.Email, Locale: req.Locale, At: now,
			Data: notify.EmailChanged{NewEmail: email, ChangedAt: now},
		})
	})
}

// check cleans the form of a customer and returns the new address in its normal form. Fault: validation_failed.
func (f *NewEmail) check(c row) (email string, err error) {
	f.Code, f.OldCode = input.Joined(f.Code), input.Joined(f.OldCode)
	bad := fault.Form{}
	email, valid := NormalEmail(f.Email)
	bad.Correct("email", f.Email, "email", valid)
	if f.Code == "" {
		bad["code"] = "code_required"
	}
	if f.CurrentPassword == "" && f.OldCode == "" {
		bad["currentPassword"] = "password_required"
	}
	if valid && email == c.EmailNormal {
		bad["email"] = "email_unchanged"
	}
	return email, bad.Err()
}

// prove looks whether the owner asks, and whether the new mailbox is theirs; what it returns is used up by the change. Faults:
// password_incorrect, account_locked, those of Codes.Check.
func (s *Service) prove(ctx context.Context, req Request, c row, f NewEmail, email string) ([]proof, error) {
	ask := req.codeRequest(notify.Email, c.EmailNormal, "change_email")
	var proofs []proof
	if f.OldCode != "" {
		p, err := s.Codes.try(ctx, ask, f.OldCode)
		if err != nil {
			return nil, onField("oldCode", err)
		}
		proofs = append(proofs, p)
	} else if err := s.requirePassword(ctx, req, c, f.CurrentPassword); err != nil {
		return nil, err
	}
	ask.Target = email
	p, err := s.Codes.try(ctx, ask, f.Code)
	if err != nil {
		return nil, err
	}
	return append(proofs, p), nil
}
