package api

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// OrderClaim takes orders that were placed as a guest under the customer's address into the account.
func (s *Server) OrderClaim(ctx context.Context, r gen.OrderClaimRequestObject) (gen.OrderClaimResponseObject, error) {
	if len(r.Body.OrderNos) == 0 {
		return nil, fault.Fields(map[string]string{"orderNos": "claim_none"})
	}
	call := CallOf(ctx)
	ids, err := s.Orders.Claim(ctx, call.Tenant.ID, call.UserID(), r.Body.OrderNos)
	if err != nil {
		return nil, err
	}
	sims, elsewhere, err := s.Lines.Followed(ctx, owner(ctx), ids...)
	return gen.OrderClaim200JSONResponse{Envelope: ok(ctx), Data: gen.OrderClaimed{Orders: len(ids), Sims: sims, SimsElsewhere: elsewhere}}, err
}

// OrderClaimLater puts the offer of a guest's orders off.
func (s *Server) OrderClaimLater(ctx context.Context, _ gen.OrderClaimLaterRequestObject) (gen.OrderClaimLaterResponseObject, error) {
	return gen.OrderClaimLater200JSONResponse(ok(ctx)), s.Accounts.PutOffClaim(ctx, customer(ctx))
}

// guestOrders returns the orders that the customer may take into the account, nil when there are none.
func (s *Server) guestOrders(ctx context.Context) (*gen.GuestOrders, error) {
	call, c := CallOf(ctx), customer(ctx)
	list, err := s.Orders.Unclaimed(ctx, call.Tenant.ID, c.ID, c.Email)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	goods, err := s.goodsOf(ctx, call.Tenant.ID, list...)
	if err != nil {
		return nil, err
	}
	out := gen.GuestOrders{Later: c.ClaimPutOffAt != nil, Items: make([]gen.OrderSummary, len(list))}
	for i, o := range list {
		out.Items[i] = view.OrderSummary(o, goods, nil, call.Locale, s.Clock.Now())
		out.Later = out.Later && !since(o.CreatedAt, o.PaidAt).After(*c.ClaimPutOffAt)
	}
	return &out, nil
}

// since is when an order could be offered first.
func since(placed time.Time, paid *time.Time) time.Time {
	if paid != nil {
		return *paid
	}
	return placed
}
