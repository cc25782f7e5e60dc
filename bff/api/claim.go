package api

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/read"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// OrderClaim takes orders that were placed as a guest under the customer's address into the account.
func (s *Server) OrderClaim(ctx context.Context, r gen.OrderClaimRequestObject) (gen.OrderClaimResponseObject, error) {
	if len(r.Body.OrderNos) == 0 {
		return nil, fault.Fields(map[string]string{"orderNos": "claim_none"})
	}
	call := caller.Of(ctx)
	ids, err := s.Orders.Claim(ctx, call.Tenant.ID, call.UserID(), r.Body.OrderNos)
	if err != nil {
		return nil, err
	}
	sims, elsewhere, err := s.OwnedSIMs.CountClaimed(ctx, read.Owner(ctx), ids...)
	return gen.OrderClaim200JSONResponse{Envelope: ok(ctx), Data: gen.OrderClaimed{Orders: len(ids), Sims: sims, SimsElsewhere: elsewhere}}, err
}

// OrderClaimLater puts the offer of a guest's orders off, of those that were shown and could be taken.
func (s *Server) OrderClaimLater(ctx context.Context, r gen.OrderClaimLaterRequestObject) (gen.OrderClaimLaterResponseObject, error) {
	c := read.Customer(ctx)
	latest, err := s.Orders.LatestUnclaimed(ctx, c.TenantID, c.ID, c.Email, r.Body.OrderNos)
	if err == nil && latest != nil {
		err = s.Accounts.PostponeClaim(ctx, c, *latest)
	}
	return gen.OrderClaimLater200JSONResponse(ok(ctx)), err
}
