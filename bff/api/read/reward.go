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

// RewardSummary claims what the customer ordered as a guest, opens the reward account, where it is not open yet, and sums
// it up.
func (r *Reader) RewardSummary(ctx context.Context) (reward.Summary, error) {
	call := caller.Of(ctx)
	browser, _ := call.Browser()
	c := reward.Customer{TenantID: call.Tenant.ID, UserID: call.UserID(), Emails: []string{Customer(ctx).Email}, Browser: string(browser)}
	if err := r.Orders.ClaimRewards(ctx, c.TenantID, c.UserID, Customer(ctx).Email); err != nil {
		return reward.Summary{}, err
	}
	if err := r.Points.Open(ctx, c); err != nil {
		return reward.Summary{}, err
	}
	return r.Points.Summary(ctx, c.TenantID, c.UserID)
}
