package api

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/idempotency"
	"github.com/roamcart/roamcart/bff/api/view"
)

// registerOwner owns the keys of sign-ups: whoever sends the same key and the same password is the same person.
const registerOwner = "register"

// Register makes an account and logs its owner in; the same key and form give the same login again.
func (s *Server) Register(ctx context.Context, r gen.RegisterRequestObject) (gen.RegisterResponseObject, error) {
	b, hash, err := open[gen.RegisterBody](ctx, s, "Register", r.Body)
	if err != nil {
		return nil, err
	}
	in := account.Registration{
		Email: b.Email, Code: b.Code, Password: b.Password, ConfirmPassword: b.ConfirmPassword, FirstName: b.FirstName,
		LastName: b.LastName, PromoConsent: b.PromoConsent, Agree: b.Agree, Referral: b.Referral,
	}
	admitted, err := s.registerOnce(ctx, r.Params.IdempotencyKey, hash, in)
	if err != nil {
		return nil, err
	}
	return gen.Register200JSONResponse{Envelope: ok(ctx), Data: s.logIn(ctx, admitted)}, nil
}

func (s *Server) registerOnce(ctx context.Context, key string, hash []byte, in account.Registration) (account.LoginResult, error) {
	call := caller.Of(ctx)
	if key == "" {
		return s.Accounts.Register(ctx, call.AccountRequest(), in)
	}
	scope := idempotency.Scope{TenantID: call.Tenant.ID, Owner: registerOwner, Scope: "Register", Key: key, RequestHash: hash}
	return s.loginOnce(ctx, scope, func() (account.LoginResult, error) { return s.Accounts.Register(ctx, call.AccountRequest(), in) })
}

// Login logs in.
func (s *Server) Login(ctx context.Context, r gen.LoginRequestObject) (gen.LoginResponseObject, error) {
	b, _, err := open[gen.LoginBody](ctx, s, "Login", r.Body)
	if err != nil {
		return nil, err
	}
	admitted, err := s.Accounts.Login(ctx, caller.Of(ctx).AccountRequest(), account.Credentials{
		Email: b.Email, Password: b.Password, Phone: caller.Of(ctx).Phone(b.Phone), Code: b.Code, ByPhone: b.By == "phone",
	})
	if err != nil {
		return nil, err
	}
	return gen.Login200JSONResponse{Envelope: ok(ctx), Data: s.logIn(ctx, admitted)}, nil
}

// joinPatience bounds how long a login waits for the cart.
const joinPatience = 2 * time.Second

// logIn makes the caller a customer. The session that the browser showed before ends, so that a token which somebody
// planted there opens nothing; the guest's cart joins the customer's, and what was ordered as a guest under the customer's
// address earns points for the customer, who has the codes that a sign-up grants. None of it stands in the way of the login.
func (s *Server) logIn(ctx context.Context, a account.LoginResult) gen.Login {
	call := caller.Of(ctx)
	if call.Token() != "" && call.Token() != a.Token {
		if err := s.Accounts.Logout(ctx, call.Tenant.ID, call.Token()); err != nil {
			s.Log.WarnContext(ctx, "former session not ended", "request", call.RequestID, "error", err)
		}
	}
	browser, known := call.Browser()
	call.LogIn(a)
	if owner, _ := call.KnownOwner(); known {
		joining, cancel := context.WithTimeout(ctx, joinPatience)
		defer cancel()
		if err := s.Carts.Merge(joining, call.Tenant.ID, browser, owner); err != nil {
			s.Log.WarnContext(ctx, "cart not joined", "request", call.RequestID, "error", err)
		}
	}
	earning, cancel := context.WithTimeout(ctx, joinPatience)
	defer cancel()
	if err := s.OpenRewards(earning, a.Customer.ID, a.Customer.Email); err != nil {
		s.Log.WarnContext(ctx, "rewards not opened", "request", call.RequestID, "error", err)
	}
	return gen.Login{Token: a.Token, ExpiresAt: a.ExpiresAt, User: view.User(a.Customer)}
}

// Logout ends the session here and on the server; somebody who is not logged in receives the same answer.
func (s *Server) Logout(ctx context.Context, _ gen.LogoutRequestObject) (gen.LogoutResponseObject, error) {
	call := caller.Of(ctx)
	if call.User() != nil {
		if err := s.Accounts.Logout(ctx, call.Tenant.ID, call.Token()); err != nil {
			return nil, err
		}
		call.LogOut()
	}
	call.ClearBrowserCache()
	return gen.Logout200JSONResponse{Envelope: ok(ctx)}, nil
}

// PasswordReset sets a new password for whoever holds the mailbox.
func (s *Server) PasswordReset(ctx context.Context, r gen.PasswordResetRequestObject) (gen.PasswordResetResponseObject, error) {
	b, _, err := open[gen.PasswordResetBody](ctx, s, "PasswordReset", r.Body)
	if err != nil {
		return nil, err
	}
	err = s.Accounts.ResetPassword(ctx, caller.Of(ctx).AccountRequest(), account.Reset{
		Email: b.Email, Code: b.Code, Password: b.Password, ConfirmPassword: b.ConfirmPassword,
	})
	return gen.PasswordReset200JSONResponse{Envelope: ok(ctx)}, err
}
