package account

import (
	"context"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/dial"
	"github.com/roamcart/roamcart/bff/platform/esim"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Rename changes a customer's names. Fault: validation_failed.
func (s *Service) Rename(ctx context.Context, req Request, who Caller, first, last string) (Customer, error) {
	bad := map[string]string{}
	first, last = input.Line(first), input.Line(last)
	if checkNames(bad, first, last); len(bad) > 0 {
		return Customer{}, fault.Fields(bad)
	}
	err := s.change(ctx, req, who, "rename", `first_name = @first, last_name = @last`, map[string]any{"first": first, "last": last})
	who.Customer.FirstName, who.Customer.LastName = first, last
	return who.Customer, err
}

// Consent says whether the customer wants promotional mail.
func (s *Service) Consent(ctx context.Context, req Request, who Caller, promo bool) (Customer, error) {
	action := map[bool]string{true: "consent", false: "withdraw consent"}[promo]
	err := s.change(ctx, req, who, action, `promo_consent = @promo, consent_at = @now`, map[string]any{"promo": promo})
	who.Customer.PromoConsent = promo
	return who.Customer, err
}

// change writes what opens nothing and needs no further proof.
func (s *Service) change(ctx context.Context, req Request, who Caller, action, set string, args map[string]any) error {
	args["now"], args["tenant"], args["id"] = s.Clock.Now(), req.TenantID, who.Customer.ID
	return s.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		changed, err := pg.Changed(tx, action+" customer",
			`update customer set updated_at = @now, `+set+` where tenant_id = @tenant and id = @id`, args)
		if err != nil {
			return err
		}
		if !changed {
			return fault.New("login_required")
		}
		return s.audit(tx, req, who.Customer.ID, action)
	})
}

// NewPassword is a filled-in form for another password.
type NewPassword struct {
	Current         string
	Password        string
	ConfirmPassword string
}

// ChangePassword sets another password, ends every other session and gives this one a new token. Faults:
// validation_failed, password_incorrect, account_locked, same_password, in_progress, unavailable.
func (s *Service) ChangePassword(ctx context.Context, req Request, who Caller, f NewPassword) (LoginResult, error) {
	bad := map[string]string{}
	if f.Current == "" {
		bad["currentPassword"] = "password_required"
	}
	if checkPassword(bad, f.Password, f.ConfirmPassword); len(bad) > 0 {
		return LoginResult{}, fault.Fields(bad)
	}
	c, err := s.currentCustomer(ctx, req, who)
	if err != nil {
		return LoginResult{}, err
	}
	if err := s.requirePassword(ctx, req, c, f.Current); err != nil {
		return LoginResult{}, err
	}
	hash, err := s.newHash(ctx, c, f.Password)
	if err != nil {
		return LoginResult{}, err
	}
	return s.renew(ctx, req, c, func(ctx context.Context, tx *pg.Tx) error {
		return s.setPassword(ctx, tx, req, c, hash, "change password")
	})
}

// NewPhone is a filled-in form for another number; without one the account has no number any more. Code was sent to it.
type NewPhone struct {
	Phone           string
	Code            string
	CurrentPassword string
}

// ChangePhone gives the account another number to log in with, notifies its mailbox, ends every other session and gives this
// one a new token. Faults: validation_failed, password_incorrect, account_locked, those of Codes.Check, phone_exists (only to
// somebody who has proved the phone), in_progress, unavailable.
func (s *Service) ChangePhone(ctx context.Context, req Request, who Caller, f NewPhone) (LoginResult, error) {
	number, err := f.check()
	if err != nil {
		return LoginResult{}, err
	}
	c, err := s.currentCustomer(ctx, req, who)
	if err != nil {
		return LoginResult{}, err
	}
	if err := s.requirePassword(ctx, req, c, f.CurrentPassword); err != nil {
		return LoginResult{}, err
	}
	var p *proof
	if number != "" {
		right, err := s.Codes.try(ctx, req.codeRequest(notify.SMS, number, "change_phone"), f.Code)
		if err != nil {
			return LoginResult{}, err
		}
		p = &right
	}
	now := s.Clock.Now()
	return s.renew(ctx, req, c, func(ctx context.Context, tx *pg.Tx) error {
		if p != nil {
			if err := s.Codes.use(tx.DB, *p); err != nil {
				return err
			}
		}
		err := s.changeIdentity(tx, req, c, "change phone", `phone = nullif(@phone, '')`, map[string]any{"phone": number})
		if pg.IsUnique(err) {
			return onField("phone", fault.New("phone_exists"))
		}
		if err != nil {
			return err
		}
		return notify.Send(ctx, tx, s.Queue, notify.Note{
			TenantID: c.TenantID, Key: fmt.Sprintf("%sphone:%d", customerKey(c.ID), c.Generation), To: c.Email, Locale: req.Locale, At: now,
			Data: notify.PhoneChanged{Last4: esim.Last4(number), ChangedAt: now},
		})
	})
}

// check cleans the form and returns the number in its normal form, "" for none. Fault: validation_failed.
func (f *NewPhone) check() (number string, err error) {
	f.Phone, f.Code = input.Plain(f.Phone), input.Joined(f.Code)
	bad := fault.Form{}
	if f.Phone != "" {
		problem := ""
		if number, problem = dial.ReadRequired(f.Phone); problem != "" {
			bad["phone"] = problem
		}
		if f.Code == "" {
			bad["code"] = "code_required"
		}
	}
	if f.CurrentPassword == "" {
		bad["currentPassword"] = "password_required"
	}
	return number, bad.Err()
}

// currentCustomer reads the customer as the row is now.
func (s *Service) currentCustomer(ctx context.Context, req Request, who Caller) (row, error) {
	c, err := s.customer(s.DB.Conn(ctx), `tenant_id = ? and id = ? and generation = ?`, req.TenantID, who.Customer.ID, who.Session.Generation)
	if err != nil {
		return row{}, err
	}
	if c == nil {
		return row{}, fault.New("login_required")
	}
	return *c, nil
}

// requirePassword asks for the password of somebody who is logged in, because a browser may have been left open. Its failures
// are counted like those of a login, apart from them. Faults: password_incorrect, account_locked, unavailable.
func (s *Service) requirePassword(ctx context.Context, req Request, c row, password string) error {
	t, err := s.takeSlot(ctx, req, customerKey(c.ID))
	if err != nil {
		return err
	}
	right, err := s.compare(ctx, &c, password)
	switch {
	case err != nil:
		return firstOf(s.giveBack(ctx, t), err)
	case !right:
		return s.failed(ctx, t, &c, func(int) *fault.Error { return fault.New("password_incorrect") })
	}
	return s.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) error { return s.clearFailures(tx, req.TenantID, customerKey(c.ID)) })
}

// changeIdentity changes what a customer is known by; with it the generation moves on. Fault: in_progress, when the account was
// changed meanwhile.
func (s *Service) changeIdentity(tx *pg.Tx, req Request, c row, action, set string, args map[string]any) error {
	args["now"], args["tenant"], args["id"], args["generation"] = s.Clock.Now(), c.TenantID, c.ID, c.Generation
	changed, err := pg.Changed(tx, action, `
		update customer set updated_at = @now, generation = generation + 1, `+set+`
		where tenant_id = @tenant and id = @id and generation = @generation`, args)
	if err != nil {
		return err
	}
	if !changed {
		return fault.New("in_progress")
	}
	return s.audit(tx, req, c.ID, action)
}

// renew runs a change that moves the generation on, and gives the caller a session of the new one.
func (s *Service) renew(ctx context.Context, req Request, c row, change func(ctx context.Context, tx *pg.Tx) error) (LoginResult, error) {
	if err := s.DB.InTx(ctx, change); err != nil {
		return LoginResult{}, err
	}
	next := c
	next.Generation++
	a, err := s.beginSession(ctx, req, next)
	s.endOldSessions(ctx, c)
	return a, err
}

// onField adds the message of a refusal to a field of the form.
func onField(field string, err error) error {
	code := fault.Code(err)
	if code == "" || code == "validation_failed" {
		return err
	}
	return fault.New(code).WithFields(map[string]string{field: code})
}

// PostponeClaim notes that a customer does not want to take orders of a guest into the account for now: those paid for up to a moment.
// Earlier calls stay in force.
func (s *Service) PostponeClaim(ctx context.Context, c Customer, upTo time.Time) error {
	return pg.Exec(s.DB.Conn(ctx), "put off claim",
		`update customer set claim_put_off_at = greatest(claim_put_off_at, ?) where tenant_id = ? and id = ?`,
		upTo, c.TenantID, c.ID)
}
