package read

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/reward"
	"github.com/roamcart/roamcart/shared"
)

// RewardsOf gathers what a customer has; page is of the ledger, 0 means the first. Friends sign up at signupURL.
func (r *Reader) RewardsOf(ctx context.Context, page int, signupURL string) (gen.Rewards, error) {
	bad := fault.Form{}
	page = bad.Page(page)
	if err := bad.Err(); err != nil {
		return gen.Rewards{}, err
	}
	call := caller.Of(ctx)
	sum, err := r.RewardSummary(ctx)
	if err != nil {
		return gen.Rewards{}, err
	}
	b := view.RewardsExtras{
		Currency: call.Tenant.Currency, Worth: order.PointsWorth(sum.Points, call.Tenant.Currency), Page: page,
		PageSize: shared.Constants().PageSizeDefault, SignupURL: signupURL,
	}
	tenant, user := call.Tenant.ID, call.UserID()
	if b.Rules, err = r.Points.Rules(ctx, tenant); err != nil {
		return gen.Rewards{}, err
	}
	if b.Ledger, b.Total, err = r.Points.Ledger(ctx, tenant, user, b.Page, b.PageSize); err != nil {
		return gen.Rewards{}, err
	}
	if b.Referrals, err = r.Points.Referrals(ctx, tenant, user); err != nil {
		return gen.Rewards{}, err
	}
	if b.Wallet, err = r.Points.Wallet(ctx, tenant, user); err != nil {
		return gen.Rewards{}, err
	}
	return view.Rewards(sum, b, call.Locale), nil
}

// RewardSummary sums up what the customer has, after OpenRewards.
func (r *Reader) RewardSummary(ctx context.Context) (reward.Summary, error) {
	call := caller.Of(ctx)
	if err := r.OpenRewards(ctx, call.UserID(), Customer(ctx).Email); err != nil {
		return reward.Summary{}, err
	}
	return r.Points.Summary(ctx, call.Tenant.ID, call.UserID())
}

// OpenRewards claims what a customer ordered as a guest, and opens the reward account, where it is not open yet.
func (r *Reader) OpenRewards(ctx context.Context, userID int64, email string) error {
	call := caller.Of(ctx)
	if err := r.Orders.ClaimRewards(ctx, call.Tenant.ID, userID, email); err != nil {
		return err
	}
	browser, _ := call.Browser()
	return r.Points.Open(ctx, reward.Customer{TenantID: call.Tenant.ID, UserID: userID, Emails: []string{email}, Browser: string(browser)})
}
