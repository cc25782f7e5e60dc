package api

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"time"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/idempotency"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// renewOnce makes a change that ends every login but the new one it gives. Whoever sends it twice, as two clicks do where no
// scripts run, is answered twice with that one: the same change, shown with the same token, is the same browser's. Fault:
// login_required.
func (s *Server) renewOnce(
	ctx context.Context, hash []byte, change func(account.Caller) (account.LoginResult, error),
) (account.LoginResult, error) {
	renewed, err := s.loginOnce(ctx, tokenScope(ctx, "UserUpdate", hash), func() (account.LoginResult, error) {
		who, err := loggedInCaller(ctx)
		if err != nil {
			return account.LoginResult{}, err
		}
		return change(who)
	})
	if fault.Code(err) == "session_expired" { // ended since
		return account.LoginResult{}, fault.New("login_required")
	}
	return renewed, err
}

// deleteOnce ends an account. Whoever sends that twice, as for renewOnce, is answered twice that it is done. Fault: login_required.
func (s *Server) deleteOnce(ctx context.Context, hash []byte, leave func(account.Caller) error) error {
	_, _, err := s.runOnceSealed(ctx, tokenScope(ctx, "UserDelete", hash), func() ([]byte, error) {
		who, err := loggedInCaller(ctx)
		if err != nil {
			return nil, err
		}
		return nil, leave(who)
	})
	return err
}

// loggedInCaller returns who is logged in by the token that was shown. Fault: login_required, for one that has ended, too.
func loggedInCaller(ctx context.Context) (account.Caller, error) {
	if who := caller.Of(ctx).User(); who != nil {
		return *who, nil
	}
	return account.Caller{}, fault.New("login_required")
}

// tokenScope is where the answer to a call that ends logins is kept: under the token that was shown and what was asked for.
// What was asked holds a password, so that its hash is made with the token, which is kept nowhere.
func tokenScope(ctx context.Context, operation string, hash []byte) idempotency.Scope {
	call := caller.Of(ctx)
	token := cmp.Or(call.Token(), call.EndedToken())
	login, asked := sha256.Sum256([]byte(token)), hmac.New(sha256.New, []byte(token))
	asked.Write(hash)
	request := asked.Sum(nil)
	return idempotency.Scope{
		TenantID: call.Tenant.ID, Owner: "login:" + hex.EncodeToString(login[:]), Scope: operation, Key: hex.EncodeToString(request), RequestHash: request,
	}
}

// loginOnce makes a login once and gives it again as long as it lives. It keeps the token alone: a kept answer must not know
// more about a customer than the customer's row. Faults: idempotency_mismatch, in_progress, session_expired.
func (s *Server) loginOnce(
	ctx context.Context, scope idempotency.Scope, admit func() (account.LoginResult, error),
) (account.LoginResult, error) {
	var admitted account.LoginResult
	token, again, err := s.runOnceSealed(ctx, scope, func() (_ []byte, err error) {
		admitted, err = admit()
		return []byte(admitted.Token), err
	})
	if again && err == nil {
		return s.Accounts.Resume(ctx, scope.TenantID, string(token))
	}
	return admitted, err
}

// runOnceSealed does something once and stores what that returned, sealed; again says that it had been done before. Faults:
// idempotency_mismatch, in_progress.
func (s *Server) runOnceSealed(ctx context.Context, scope idempotency.Scope, do func() ([]byte, error)) (stored []byte, again bool, err error) {
	out, err := s.beginWithWait(ctx, scope)
	if err != nil {
		return nil, false, err
	}
	_, stored, err = sealedOnce{s.Answers, s.Box, s.Log}.run(ctx, out, func() (int, []byte, error) {
		result, err := do()
		return http.StatusOK, result, err
	})
	return stored, out.Kind == idempotency.Replay, err
}

// A login is made within a second; whoever asks for it meanwhile waits for the answer.
const (
	beginInterval = 100 * time.Millisecond
	beginTimeout  = 5 * time.Second
)

func (s *Server) beginWithWait(ctx context.Context, scope idempotency.Scope) (idempotency.Outcome, error) {
	over := time.After(beginTimeout)
	for {
		out, err := begin(ctx, s.Answers, scope)
		if fault.Code(err) != "in_progress" {
			return out, err
		}
		select {
		case <-time.After(beginInterval):
		case <-over:
			return out, err
		case <-ctx.Done():
			return out, err
		}
	}
}
