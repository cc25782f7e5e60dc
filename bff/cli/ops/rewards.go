package ops

import (
	"context"
	"flag"
	"fmt"
	"io"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/reward"
)

// rewardsAnswer is what a customer has.
type rewardsAnswer struct {
	Email   string  `json:"email"`
	Points  int64   `json:"points"`
	Pending int64   `json:"pending"`
	Promos  []promo `json:"promos"`
}

type promo struct {
	Code string `json:"code"`
	// Reason says why the code cannot be used now; empty when it can.
	Reason string `json:"reason,omitempty"`
}

// Text is a line about points and one for each promo code.
func (p rewardsAnswer) Text(w io.Writer) {
	fmt.Fprintf(w, "%s\t%d points to spend, %d pending\n", p.Email, p.Points, p.Pending)
	for _, c := range p.Promos {
		fmt.Fprintf(w, "promo code\t%s %s\n", c.Code, c.Reason)
	}
}

func (d *CLI) points(f *flag.FlagSet) Action {
	give := f.Int64("give", 0, "so many `points`")
	take := f.Int64("take", 0, "so many `points`")
	return func(ctx context.Context, c Call) (Answer, error) {
		if len(c.Args) != 1 || *give < 0 || *take < 0 || (*give == 0) == (*take == 0) {
			return nil, UsageErrorf("name one customer, and say --give or --take with the number of points")
		}
		return d.forCustomer(ctx, c, func(who account.Customer) error {
			return d.Rewards.Adjust(ctx, reward.Adjustment{
				TenantID: who.TenantID, UserID: who.ID, Points: *give - *take, Actor: c.Actor, Reason: c.Reason,
			})
		})
	}
}

func (d *CLI) grant(*flag.FlagSet) Action {
	return func(ctx context.Context, c Call) (Answer, error) {
		if len(c.Args) != 2 {
			return nil, UsageErrorf("name one customer and one promo code")
		}
		return d.forCustomer(ctx, c, func(who account.Customer) error {
			return d.Rewards.Grant(ctx, reward.Gift{TenantID: who.TenantID, UserID: who.ID, Code: c.Args[1], Actor: c.Actor, Reason: c.Reason})
		})
	}
}

// forCustomer does something for the customer whose address the call names first, and answers with what the customer has.
func (d *CLI) forCustomer(ctx context.Context, c Call, do func(account.Customer) error) (Answer, error) {
	if c.Tenant == 0 {
		return nil, UsageErrorf("--tenant is needed: whose customer it is")
	}
	who, ok, err := d.Customers.ByEmail(ctx, c.Tenant, c.Args[0])
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fault.New("user_not_found")
	}
	if err := do(who); err != nil {
		return nil, err
	}
	sum, err := d.Rewards.Summary(ctx, who.TenantID, who.ID)
	if err != nil {
		return nil, err
	}
	wallet, err := d.Rewards.Wallet(ctx, who.TenantID, who.ID)
	out := rewardsAnswer{Email: who.Email, Points: sum.Points, Pending: sum.Pending, Promos: []promo{}}
	for _, p := range wallet {
		out.Promos = append(out.Promos, promo{Code: p.Code, Reason: p.Reason})
	}
	return out, err
}
