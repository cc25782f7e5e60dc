package api

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/pages"
)

// Rewards shows a customer's points, ledger, friends and promo codes.
func (s *Server) Rewards(ctx context.Context, r gen.RewardsRequestObject) (gen.RewardsResponseObject, error) {
	shown, err := s.RewardsOf(ctx, r.Params.Page, signupURL(ctx))
	return gen.Rewards200JSONResponse{Envelope: ok(ctx), Data: shown}, err
}

// signupURL is where friends of a customer sign up.
func signupURL(ctx context.Context) string {
	call := caller.Of(ctx)
	return call.Origin + pages.Path(pages.Signup, call.Locale, nil)
}
