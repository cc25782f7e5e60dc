package api

import (
	"context"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/read"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// UserInfo returns the customer with a summary of the rewards.
func (s *Server) UserInfo(ctx context.Context, _ gen.UserInfoRequestObject) (gen.UserInfoResponseObject, error) {
	sum, err := s.RewardSummary(ctx)
	if err != nil {
		return nil, err
	}
	user := view.User(read.Customer(ctx))
	user.Rewards = view.RewardsSummary(sum)
	return gen.UserInfo200JSONResponse{Envelope: ok(ctx), Data: user}, nil
}

// UserUpdate changes one side of an account.
func (s *Server) UserUpdate(ctx context.Context, r gen.UserUpdateRequestObject) (gen.UserUpdateResponseObject, error) {
	b, hash, err := open[gen.UpdateUserInfoBody](ctx, s, "UserUpdate", r.Body)
	if err != nil {
		return nil, err
	}
	changed, err := s.update(ctx, b, hash)
	return gen.UserUpdate200JSONResponse{Envelope: ok(ctx), Data: view.User(changed)}, err
}

func (s *Server) update(ctx context.Context, b gen.UpdateUserInfoBody, hash []byte) (account.Customer, error) {
	call := caller.Of(ctx)
	switch b.Op {
	case "email", "phone", "password":
		renewed, err := s.renewOnce(ctx, hash, func(who account.Caller) (account.LoginResult, error) { return s.renew(ctx, who, b) })
		if err == nil {
			call.LogIn(renewed)
		}
		return renewed.Customer, err
	}
	if call.User() == nil {
		return account.Customer{}, fault.New("login_required")
	}
	switch b.Op {
	case "profile":
		return s.Accounts.Rename(ctx, call.AccountRequest(), *call.User(), b.FirstName, b.LastName)
	case "consent":
		if b.PromoConsent == nil {
			return account.Customer{}, fault.Fields(map[string]string{"promoConsent": "required"})
		}
		return s.Accounts.Consent(ctx, call.AccountRequest(), *call.User(), *b.PromoConsent)
	}
	return account.Customer{}, fault.Fields(map[string]string{"op": "op_invalid"})
}

// renew changes what a customer logs in with.
func (s *Server) renew(ctx context.Context, who account.Caller, b gen.UpdateUserInfoBody) (account.LoginResult, error) {
	request := caller.Of(ctx).AccountRequest()
	switch b.Op {
	case "email":
		return s.Accounts.ChangeEmail(ctx, request, who, account.NewEmail{
			Email: b.Email, Code: b.Code, OldCode: b.OldCode, CurrentPassword: b.CurrentPassword,
		})
	case "phone":
		return s.Accounts.ChangePhone(ctx, request, who, account.NewPhone{Phone: caller.Of(ctx).Phone(b.Phone), Code: b.Code, CurrentPassword: b.CurrentPassword})
	}
	return s.Accounts.ChangePassword(ctx, request, who, account.NewPassword{
		Current: b.CurrentPassword, Password: b.Password, ConfirmPassword: b.ConfirmPassword,
	})
}

// UserDelete deletes the account and makes the caller a guest again.
func (s *Server) UserDelete(ctx context.Context, r gen.UserDeleteRequestObject) (gen.UserDeleteResponseObject, error) {
	b, hash, err := open[gen.DeleteAccountBody](ctx, s, "UserDelete", r.Body)
	if err != nil {
		return nil, err
	}
	call := caller.Of(ctx)
	err = s.deleteOnce(ctx, hash, func(who account.Caller) error {
		return s.Accounts.Delete(ctx, call.AccountRequest(), who, account.DeletionForm{Password: b.Password, Code: b.Code, Confirm: b.Confirm})
	})
	if err != nil {
		return nil, err
	}
	call.LogOut()
	call.ClearBrowserCache()
	return gen.UserDelete200JSONResponse{Envelope: ok(ctx)}, nil
}

// SessionList lists where the customer is logged in.
func (s *Server) SessionList(ctx context.Context, _ gen.SessionListRequestObject) (gen.SessionListResponseObject, error) {
	list, err := s.Logins(ctx)
	return gen.SessionList200JSONResponse{Envelope: ok(ctx), Data: list}, err
}

// SessionEnd ends other sessions of the customer.
func (s *Server) SessionEnd(ctx context.Context, r gen.SessionEndRequestObject) (gen.SessionEndResponseObject, error) {
	who := *caller.Of(ctx).User()
	err := error(nil)
	if r.Body.Others != nil && *r.Body.Others {
		err = s.Accounts.EndOtherLogins(ctx, who)
	} else {
		err = s.Accounts.EndLogin(ctx, who, r.Body.SessionId)
	}
	if err != nil {
		return nil, err
	}
	list, err := s.Logins(ctx)
	return gen.SessionEnd200JSONResponse{Envelope: ok(ctx), Data: list}, err
}
