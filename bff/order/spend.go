package order

import (
	"context"
	"fmt"

	"gorm.io/gorm"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/shared"
)

// RewardSpending is what orders need of a customer's points and referrals to take something off a price. What a guest ordered reaches it
// once a customer has claimed it.
type RewardSpending interface {
	// Quote returns what the customer could use.
	Quote(ctx context.Context, db *gorm.DB, a RewardRequest) (RewardQuote, error)
	// Hold takes the points and the friend's one referral for an order that is being placed.
	// Faults: points_not_enough, referral_first_order, referral_self, referral_unknown.
	Hold(ctx context.Context, tx *pg.Tx, h RewardHold) error
	// Used makes what an order holds final: it is paid.
	Used(ctx context.Context, tx *pg.Tx, orderID int64) error
	// Released gives back what an order holds: it was cancelled.
	Released(ctx context.Context, tx *pg.Tx, orderID int64) error
}

// RewardRequest is who asks what could be used.
type RewardRequest struct {
	TenantID int64
	UserID   int64
	// Code is a friend's referral code as it was typed, empty for none.
	Code string
	// Email is the order's, AccountEmail the customer's; with Browser they distinguish a friend from a referrer who refers himself.
	// Each may be empty.
	Email        string
	AccountEmail string
	Browser      cart.Owner
}

// RewardQuote is what a customer could use.
type RewardQuote struct {
	// Points can be spent now.
	Points int64
	// Discount is what the code takes off an order of MinSubtotal or more, in minor units; Reason says why it takes nothing.
	Discount    int64
	MinSubtotal int64
	Reason      string
}

// RewardHold is what an order uses. Points may be 0 and Code empty, not both.
type RewardHold struct {
	RewardRequest
	OrderID int64
	Points  int64
}

// rewardDiscounts applies a friend's code, then points, to what the goods still cost.
func (s *Service) rewardDiscounts(ctx context.Context, db *gorm.DB, sel Selection, b *Budget) error {
	code := input.Plain(sel.Referral)
	if code == "" && sel.Points == 0 {
		return nil
	}
	quote := RewardQuote{Reason: "login_for_referral"}
	if sel.UserID != 0 {
		var err error
		quote, err = s.spending.Quote(ctx, db, RewardRequest{
			TenantID: sel.TenantID, UserID: sel.UserID, Code: code, Email: sel.Email, AccountEmail: sel.AccountEmail, Browser: sel.Browser,
		})
		if err != nil {
			return err
		}
	}
	if code != "" {
		d := Discount{Kind: "referral", Code: code, Reason: quote.Reason}
		if d.Reason == "" && sel.UserID != 0 {
			known, err := s.orderedBefore(ctx, db, sel.TenantID, sel.UserID)
			if err != nil {
				return err
			}
			switch {
			case known:
				d.Reason = "referral_first_order"
			case b.Subtotal < quote.MinSubtotal:
				d.Reason = "referral_min_spend"
			}
		}
		if d.Applied = d.Reason == ""; d.Applied {
			d.Amount, b.referred = b.spreadDiscount(quote.Discount), true
		}
		b.Discounts = append(b.Discounts, d)
	}
	if sel.Points > 0 {
		b.Discounts = append(b.Discounts, b.payWithPoints(sel, quote.Points))
	}
	return nil
}

// payWithPoints takes as many points as are asked for, but not more than the goods still cost.
func (b *Budget) payWithPoints(sel Selection, balance int64) Discount {
	d := Discount{Kind: "points"}
	switch {
	case sel.UserID == 0:
		d.Reason = "login_for_points"
	case sel.Points > balance:
		d.Reason = "points_not_enough"
	default:
		d.Amount = b.spreadDiscount(PointsWorth(sel.Points, sel.Currency))
		d.Points = pointsFor(d.Amount, sel.Currency)
		d.Applied = d.Points > 0
		b.points = d.Points
		if !d.Applied {
			d.Reason = "points_too_many"
		}
	}
	return d
}

// PointsWorth returns what points pay for, in minor units of the currency.
func PointsWorth(points int64, currency string) int64 {
	return points * money.Unit(currency) / int64(shared.Constants().PointsPerCurrencyUnit)
}

// pointsFor returns how many points it takes to pay an amount.
func pointsFor(amount int64, currency string) int64 {
	perUnit, unit := int64(shared.Constants().PointsPerCurrencyUnit), money.Unit(currency)
	return (amount*perUnit + unit - 1) / unit
}

// spreadDiscount spreads up to amount over what the lines still cost and returns what it took.
func (b *Budget) spreadDiscount(amount int64) int64 {
	weights := make([]int64, len(b.Lines))
	var left int64
	for i, l := range b.Lines {
		weights[i] = l.Total() - l.DiscountShare
		left += weights[i]
	}
	amount = min(amount, left)
	b.spread(amount, weights)
	return amount
}

// orderedBefore reports whether a customer has an order that was not cancelled.
func (s *Service) orderedBefore(ctx context.Context, db *gorm.DB, tenantID, userID int64) (bool, error) {
	var found bool
	err := db.WithContext(ctx).Raw(`
		select exists (select 1 from orders where tenant_id = ? and user_id = ? and status <> 'cancelled')`, tenantID, userID).Scan(&found).Error
	if err != nil {
		return false, fmt.Errorf("look for earlier orders: %w", err)
	}
	return found, nil
}

// FirstOrder reports whether a customer has no order yet that was not cancelled, so that a friend's code counts.
func (s *Service) FirstOrder(ctx context.Context, tenantID, userID int64) (bool, error) {
	known, err := s.orderedBefore(ctx, s.db.Conn(ctx), tenantID, userID)
	return !known, err
}

// holdRewards takes what the budget counted of points and referral.
func (s *Service) holdRewards(ctx context.Context, tx *pg.Tx, orderID int64, in Submission, b Budget) error {
	if b.points == 0 && !b.referred {
		return nil
	}
	h := RewardHold{OrderID: orderID, Points: b.points, RewardRequest: RewardRequest{
		TenantID: in.TenantID, UserID: in.UserID, Email: in.Email, AccountEmail: in.AccountEmail, Browser: in.Browser,
	}}
	if b.referred {
		h.Code = input.Plain(in.Referral)
	}
	return s.spending.Hold(ctx, tx, h)
}
