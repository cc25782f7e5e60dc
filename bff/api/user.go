package api

import (
	"context"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
)

// UserInfo returns the customer with a summary of the rewards.
func (s *Server) UserInfo(ctx context.Context, _ gen.UserInfoRequestObject) (gen.UserInfoResponseObject, error) {
	sum, err := s.rewardSummary(ctx)
	if err != nil {
		return nil, err
	}
	user := view.User(customer(ctx))
	user.Rewards = view.RewardsSummary(sum)
	return gen.UserInfo200JSONResponse{Envelope: ok(ctx), Data: user}, nil
}

// customer returns who is logged in; only calls that need a login ask.
func customer(ctx context.Context) account.Customer { return CallOf(ctx).User().Customer }
