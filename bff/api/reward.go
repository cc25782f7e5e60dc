package api

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/reward"
	"github.com/roamcart/roamcart/shared"
)

// Rewards shows a customer's points, ledger, friends and promo codes.
func (s *Server) Rewards(ctx context.Context, r gen.RewardsRequestObject) (gen.RewardsResponseObject, error) {
	shown, err := s.rewardsOf(ctx, r.Params.Page)
	return gen.Rewards200JSONResponse{Envelope: ok(ctx), Data: shown}, err
}

// rewardsOf gathers what a customer has; page is of the ledger, 0 means the first.
func (s *Server) rewardsOf(ctx context.Context, page int) (gen.Rewards, error) {
	if page < 0 || page > maxLedgerPage {
		return gen.Rewards{}, fault.Fields(map[string]string{"page": "page_invalid"})
	}
	call := caller.Of(ctx)
	sum, err := s.rewardSummary(ctx)
	if err != nil {
		return gen.Rewards{}, err
	}
	b := view.RewardsBeside{
		Currency: call.Tenant.Currency, Worth: order.PointsWorth(sum.Points, call.Tenant.Currency), Page: max(1, page),
		PageSize:  shared.Constants().PageSizeDefault,
		SignupURL: call.Origin + pages.Path(pages.Signup, call.Locale, nil),
	}
	tenant, user := call.Tenant.ID, call.UserID()
	if b.Rules, err = s.Points.Rules(ctx, tenant); err != nil {
		return gen.Rewards{}, err
	}
	if b.Ledger, b.Total, err = s.Points.Ledger(ctx, tenant, user, b.Page, b.PageSize); err != nil {
		return gen.Rewards{}, err
	}
	if b.Referrals, err = s.Points.Referrals(ctx, tenant, user); err != nil {
		return gen.Rewards{}, err
	}
	if b.Wallet, err = s.Points.Wallet(ctx, tenant, user); err != nil {
		return gen.Rewards{}, err
	}
	return view.Rewards(sum, b, call.Locale), nil
}

// maxLedgerPage keeps the offset of a page within reason.
const maxLedgerPage = 10_000

// rewardSummary claims what the customer ordered as a guest, opens the reward account, where it is not open yet, and sums
// it up.
func (s *Server) rewardSummary(ctx context.Context) (reward.Summary, error) {
	call := caller.Of(ctx)
	browser, _ := call.Browser()
	c := reward.Customer{TenantID: call.Tenant.ID, UserID: call.UserID(), Emails: []string{customer(ctx).Email}, Browser: string(browser)}
	if err := s.Orders.ClaimRewards(ctx, c.TenantID, c.UserID, customer(ctx).Email); err != nil {
		return reward.Summary{}, err
	}
	if err := s.Points.Open(ctx, c); err != nil {
		return reward.Summary{}, err
	}
	return s.Points.Summary(ctx, c.TenantID, c.UserID)
}

// checkoutRewards says what a customer can use at the checkout; nil for a guest.
func (s *Server) checkoutRewards(ctx context.Context) (*gen.CheckoutRewards, error) {
	call := caller.Of(ctx)
	if call.UserID() == 0 {
		return nil, nil
	}
	sum, err := s.rewardSummary(ctx)
	if err != nil {
		return nil, err
	}
	rules, err := s.Points.Rules(ctx, call.Tenant.ID)
	if err != nil {
		return nil, err
	}
	first, err := s.Orders.FirstOrder(ctx, call.Tenant.ID, call.UserID())
	if err != nil {
		return nil, err
	}
	out := &gen.CheckoutRewards{
		Points: sum.Points, Worth: order.PointsWorth(sum.Points, call.Tenant.Currency), ReferralAllowed: first,
		ReferralDiscount: &rules.ReferralDiscount, ReferralMinSubtotal: &rules.ReferralMinSubtotal,
	}
	if first { // named at sign-up, to be counted now
		out.ReferralCode = customer(ctx).Referral
	}
	return out, nil
}
