package account

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Credentials are what somebody logs in with: e-mail and password, phone and SMS code, or e-mail and mail code.
type Credentials struct {
	Email    string
	Password string
	Phone    string
	Code     string
	// ByPhone says that a phone is asked for, though none may have been typed.
	ByPhone bool
}

// Login begins a session. Faults: validation_failed, wrong_credentials and account_locked (the same for addresses that
// nobody has an account under), those of Codes.Check, user_not_found (only to somebody who has proved the mailbox or
// the phone), unavailable.
func (s *Service) Login(ctx context.Context, req Request, c Credentials) (LoginResult, error) {
	c.Email, c.Phone, c.Code = input.Plain(c.Email), input.Plain(c.Phone), input.Joined(c.Code)
	phone, mailed := c.Phone != "" || c.ByPhone, c.Code != "" && c.Password == ""
	by := "password"
	if phone || mailed {
		by = "code"
	}
	admitted, err := s.login(ctx, req, c, phone, mailed)
	if s.Count != nil {
		s.Count(req.TenantID, by, outcomeOf(err))
	}
	return admitted, err
}

// outcomeOf names how a login ended: "ok", a fault's code, or "failed".
func outcomeOf(err error) string {
	if err == nil {
		return "ok"
	}
	return cmp.Or(fault.Code(err), "failed")
}

// login logs in by a code to the phone or by mail, or by the password.
func (s *Service) login(ctx context.Context, req Request, c Credentials, phone, mailed bool) (LoginResult, error) {
	switch {
	case phone:
		return s.byCode(ctx, req, req.codeRequest(notify.SMS, c.Phone, "login"), "phone", c.Code)
	case mailed:
		return s.byCode(ctx, req, req.codeRequest(notify.Email, c.Email, "login"), "email", c.Code)
	}
	return s.byPassword(ctx, req, c)
}

func (s *Service) byPassword(ctx context.Context, req Request, c Credentials) (LoginResult, error) {
	bad := fault.Form{}
	email, valid := NormalEmail(c.Email)
	bad.Correct("email", c.Email, "email", valid)
	if c.Password == "" {
		bad["password"] = "password_required"
	}
	if len(bad) > 0 {
		return LoginResult{}, fault.Fields(bad)
	}
	t, err := s.takeSlot(ctx, req, email)
	if err != nil {
		return LoginResult{}, err
	}
	known, err := s.byEmail(s.DB.Conn(ctx), req.TenantID, email)
	right := false
	if err == nil {
		right, err = s.compare(ctx, known, c.Password)
	}
	switch {
	case err != nil:
		return LoginResult{}, firstOf(s.giveBack(ctx, t), err)
	case !right:
		return LoginResult{}, s.failed(ctx, t, known, wrongCredentials)
	}
	return s.startSession(ctx, req, *known)
}

// compare compares a password with a customer's, or with nobody's, which takes as long. One that is longer than any
// password can be is compared all the same.
func (s *Service) compare(ctx context.Context, c *row, password string) (bool, error) {
	hash := ""
	if c != nil {
		hash = c.PasswordHash
	}
	return s.Hasher.Matches(ctx, hash, password)
}

func wrongCredentials(left int) *fault.Error {
	return fault.New("wrong_credentials").WithText(fmt.Sprintf("attempts_remaining_%d", left))
}

// byCode logs in whoever holds the mailbox or the phone; field is what the target is called in the form. It opens a
// locked account: a lock keeps out those who guess passwords, and a code has tries of its own.
func (s *Service) byCode(ctx context.Context, req Request, a CodeRequest, field, code string) (LoginResult, error) {
	bad := fault.Form{}
	target, err := Target(a.Channel, a.Target)
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		bad[field] = refused.Fields["target"]
	}
	if code == "" {
		bad["code"] = "code_required"
	}
	if len(bad) > 0 {
		return LoginResult{}, fault.Fields(bad)
	}
	proof, err := s.Codes.try(ctx, a, code)
	if err != nil {
		return LoginResult{}, err
	}
	where := `tenant_id = ? and email_normal = ?`
	if a.Channel == notify.SMS {
		where = `tenant_id = ? and phone = ?`
	}
	known, err := s.customer(s.DB.Conn(ctx), where, req.TenantID, target)
	if err != nil {
		return LoginResult{}, err
	}
	if err := s.Codes.use(s.DB.Conn(ctx), proof); err != nil {
		return LoginResult{}, err
	}
	if known == nil {
		return LoginResult{}, fault.New("user_not_found")
	}
	return s.startSession(ctx, req, *known)
}

// startSession clears the failures of a customer who has proved who it is, and begins a session.
func (s *Service) startSession(ctx context.Context, req Request, c row) (LoginResult, error) {
	err := s.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		return s.clearFailures(tx, req.TenantID, c.EmailNormal, c.Phone)
	})
	if err != nil {
		return LoginResult{}, err
	}
	return s.beginSession(ctx, req, c)
}
