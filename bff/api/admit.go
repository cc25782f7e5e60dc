package api

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"time"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/idempotency"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// renewOnce makes a change that ends every login but the new one it gives. Whoever sends it twice, as two clicks do where no
// scripts run, is answered twice with that one: the same change, shown with the same token, is the same browser's. Fault:
// login_required.
func (s *Server) renewOnce(ctx context.Context, hash []byte, change func(account.Caller) (account.Admitted, error)) (account.Admitted, error) {
	call := CallOf(ctx)
	shown := sha256.Sum256([]byte(cmp.Or(call.token, call.ended)))
	scope := idempotency.Scope{
		TenantID: call.Tenant.ID, Owner: "login:" + hex.EncodeToString(shown[:]), Scope: "UserUpdate", Key: hex.EncodeToString(hash), RequestHash: hash,
	}
	renewed, err := s.admitOnce(ctx, scope, func() (account.Admitted, error) {
		if call.User() == nil {
			return account.Admitted{}, fault.New("login_required")
		}
		return change(*call.User())
	})
	if fault.Code(err) == "session_expired" { // ended since
		return account.Admitted{}, fault.New("login_required")
	}
	return renewed, err
}

// admitOnce makes a login once and gives it again as long as it lives. It keeps the token alone: a kept answer must not know
// more about a customer than the customer's row. Faults: idempotency_mismatch, in_progress, session_expired.
func (s *Server) admitOnce(ctx context.Context, scope idempotency.Scope, admit func() (account.Admitted, error)) (account.Admitted, error) {
	out, err := s.beginSoon(ctx, scope)
	if err != nil {
		return account.Admitted{}, err
	}
	if out.Kind == idempotency.Replay {
		token, err := s.Box.Open(oncePurpose, out.Body)
		if err != nil {
			return account.Admitted{}, err
		}
		return s.Accounts.Resume(ctx, scope.TenantID, string(token))
	}
	admitted, err := admit()
	// The claim is given back or kept even when the caller has hung up.
	ctx, cancel := pg.Anyway(ctx)
	defer cancel()
	if err != nil {
		if aerr := s.Kept.Abandon(ctx, out.Run); aerr != nil {
			s.Log.WarnContext(ctx, "idempotency key not given back", "error", aerr)
		}
		return admitted, err
	}
	sealed, serr := s.Box.Seal(oncePurpose, []byte(admitted.Token))
	if serr == nil {
		serr = s.Kept.Finish(ctx, nil, out.Run, http.StatusOK, sealed)
	}
	if serr != nil {
		s.Log.WarnContext(ctx, "login not kept for its idempotency key", "error", serr)
	}
	return admitted, nil
}

// A login is made within a second; whoever asks for it meanwhile waits for the answer.
const (
	lookAgain     = 100 * time.Millisecond
	beginPatience = 5 * time.Second
)

func (s *Server) beginSoon(ctx context.Context, scope idempotency.Scope) (idempotency.Outcome, error) {
	over := time.After(beginPatience)
	for {
		out, err := begin(ctx, s.Kept, scope)
		if fault.Code(err) != "in_progress" {
			return out, err
		}
		select {
		case <-time.After(lookAgain):
		case <-over:
			return out, err
		case <-ctx.Done():
			return out, err
		}
	}
}
