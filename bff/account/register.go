package account

import (
	"context"
	"fmt"
	"unicode/utf8"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

const (
	maxName     = 60
	maxReferral = 40
)

// Registration is a filled-in sign-up form.
type Registration struct {
	Email           string
	Code            string
	Password        string
	ConfirmPassword string
	FirstName       string
	LastName        string
	PromoConsent    bool
	// Agree is the consent to the terms and the privacy policy.
	Agree bool
	// Referral is a friend's code; empty when there is none. Whether it counts is decided when a reward is due.
	Referral string
}

// Register makes an account and logs its owner in. Faults: validation_failed, those of Codes.Check, email_exists (only
// to somebody who has proved the mailbox), unavailable.
func (s *Service) Register(ctx context.Context, req Request, r Registration) (LoginResult, error) {
	email, err := r.check()
	if err != nil {
		return LoginResult{}, err
	}
	proof, err := s.Codes.try(ctx, req.codeRequest(notify.Email, email, "signup"), r.Code)
	if err != nil {
		return LoginResult{}, err
	}
	if known, err := s.byEmail(s.DB.Conn(ctx), req.TenantID, email); err != nil || known != nil {
		return LoginResult{}, firstOf(err, onField("email", fault.New("email_exists")))
	}
	hash, err := s.Hasher.Hash(ctx, r.Password)
	if err != nil {
		return LoginResult{}, err
	}
	now := s.Clock.Now()
	c := row{Customer: Customer{TenantID: req.TenantID}, Generation: 1}
	err = s.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		if err := s.Codes.use(tx.DB, proof); err != nil {
			return err
		}
		err := tx.Raw(`
			insert into customer (tenant_id, email, email_normal, first_name, last_name, password_hash, promo_consent, consent_at,
			    agreed_at, referral, locale, created_at, updated_at)
			values (@tenant, @email, @normal, @first, @last, @hash, @consent, @now, @now, @referral, @locale, @now, @now)
			on conflict (tenant_id, email_normal) do nothing returning id`,
			map[string]any{"tenant": req.TenantID, "email": input.Plain(r.Email), "normal": email, "first": r.FirstName, "last": r.LastName,
				"hash": hash, "consent": r.PromoConsent, "now": now, "referral": r.Referral, "locale": req.Locale}).Scan(&c.ID).Error
		if err != nil {
			return fmt.Errorf("insert customer: %w", err)
		}
		if c.ID == 0 {
			return onField("email", fault.New("email_exists"))
		}
		return s.audit(tx, req, c.ID, "register")
	})
	if err != nil {
		return LoginResult{}, err
	}
	return s.beginSession(ctx, req, c)
}

// check trims the form and returns the normal form of its address.
func (r *Registration) check() (email string, err error) {
	bad := fault.Form{}
	r.FirstName, r.LastName = input.Line(r.FirstName), input.Line(r.LastName)
	r.Code, r.Referral = input.Joined(r.Code), input.Plain(r.Referral)
	email, valid := NormalEmail(r.Email)
	bad.Correct("email", r.Email, "email", valid)
	if r.Code == "" {
		bad["code"] = "code_required"
	}
	checkPassword(bad, r.Password, r.ConfirmPassword)
	checkNames(bad, r.FirstName, r.LastName)
	if !r.Agree {
		bad["agree"] = "agree_required"
	}
	if utf8.RuneCountInString(r.Referral) > maxReferral {
		bad["referral"] = "too_long"
	}
	return email, bad.Err()
}

func checkNames(bad map[string]string, first, last string) {
	if first == "" {
		bad["firstName"] = "first_name_required"
	} else if utf8.RuneCountInString(first) > maxName {
		bad["firstName"] = "name_too_long"
	}
	if utf8.RuneCountInString(last) > maxName {
		bad["lastName"] = "name_too_long"
	}
}

// firstOf returns err unless it is nil.
func firstOf(err, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}
