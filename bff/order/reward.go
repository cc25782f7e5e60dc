package order

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/shared"
)

// Rewards is what an order needs of a customer's points and referrals. What a guest
// ordered reaches it once a customer has claimed it.
type Rewards interface {
	// Quote says what the customer could use.
	Quote(ctx context.Context, db *gorm.DB, a RewardAsk) (RewardQuote, error)
	// Hold takes the points and the friend's one referral for an order that is being placed.
	// Faults: points_not_enough, referral_first_order, referral_self, referral_unknown.
	Hold(ctx context.Context, tx *pg.Tx, h RewardHold) error
	// Used makes what an order holds final: it is paid.
	Used(ctx context.Context, tx *pg.Tx, orderID int64) error
	// Released gives back what an order holds: it was cancelled.
	Released(ctx context.Context, tx *pg.Tx, orderID int64) error
	// Fulfilled rewards lines that have just been delivered.
	Fulfilled(ctx context.Context, tx *pg.Tx, o RewardedOrder, lines []RewardedLine) error
	// Refunded takes back what the refunded part had earned, and gives back what had been spent on it.
	Refunded(ctx context.Context, tx *pg.Tx, o RewardedOrder) error
	// Frozen keeps what an order brought in from being spent, and from expiring, while the order is held; Thawed ends that.
	Frozen(ctx context.Context, tx *pg.Tx, o Locked) error
	Thawed(ctx context.Context, tx *pg.Tx, o Locked) error
}

// RewardAsk is who asks what could be used.
type RewardAsk struct {
	TenantID int64
	UserID   int64
	// Code is a friend's referral code as it was typed, empty for none.
	Code string
	// Email is the order's, AccountEmail the customer's; with Browser they tell a friend from somebody who refers himself.
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
	RewardAsk
	OrderID int64
	Points  int64
}

// RewardedOrder is an order as its rewards are counted, in minor units.
type RewardedOrder struct {
	ID       int64
	TenantID int64
	// UserID is whom the order rewards: its customer, or who has claimed what a guest ordered.
	UserID   int64
	Currency string
	// Subtotal and Goods are what the goods cost before and after discounts.
	Subtotal int64
	Goods    int64
	Total    int64
	// Refunded is what of Total has been given back.
	Refunded int64
	// Whole says that the order is fulfilled: some of it was delivered, and nothing waits for delivery.
	Whole bool
	// DeliveredAt is when the last of it was delivered, nil before.
	DeliveredAt *time.Time
}

// RewardedLine is a delivered line; Paid is its price after discounts, in minor units.
type RewardedLine struct {
	ID   int64
	Paid int64
}

const rewardedColumns = `o.id, o.tenant_id, coalesce(o.user_id, o.earner_id, 0) as user_id, o.shipped_at as delivered_at, o.currency, o.subtotal, o.subtotal - o.discount_amount as goods,
	o.order_total as total, o.refunded_amount as refunded,
	(select bool_and(w.state not in ('preparing', 'packed')) and bool_or(w.state <> 'refunded') from order_line w where w.order_id = o.id) as whole`

// rewardLines tells rewards of those lines that were just delivered, order by order; what is only packed is not.
func (s *Service) rewardLines(ctx context.Context, tx *pg.Tx, lineIDs []int64) error {
	var rows []struct {
		RewardedOrder
		LineID int64
		Paid   int64
	}
	err := tx.Raw(`
		select `+rewardedColumns+`, l.id as line_id, l.unit_price * l.quantity - l.discount_share as paid
		from order_line l join orders o on o.id = l.order_id
		where l.id in (select jsonb_array_elements_text(?::jsonb)::bigint) and l.state not in ('preparing', 'packed', 'refunded') and coalesce(o.user_id, o.earner_id) is not null
		order by o.id, l.id`, pg.AsJSON(lineIDs)).Scan(&rows).Error
	if err != nil {
		return fmt.Errorf("read delivered lines: %w", err)
	}
	for len(rows) > 0 {
		o, lines := rows[0].RewardedOrder, []RewardedLine{}
		for len(rows) > 0 && rows[0].ID == o.ID {
			lines = append(lines, RewardedLine{ID: rows[0].LineID, Paid: rows[0].Paid})
			rows = rows[1:]
		}
		if err := s.rewards.Fulfilled(ctx, tx, o, lines); err != nil {
			return err
		}
	}
	return nil
}

// ClaimRewards gives a customer the points of what was ordered as a guest under email, an address that the customer has
// proved; of an order, once, and to one customer. What was delivered earns now, as of the day it was delivered, and less
// what was refunded; the rest when it is delivered. Orders that are held wait for the next time.
func (s *Service) ClaimRewards(ctx context.Context, tenantID, userID int64, email string) error {
	mine := map[string]any{"tenant": tenantID, "user": userID, "email": NormalEmail(email)}
	var waits bool
	if err := s.db.Conn(ctx).Raw(`select exists (select 1 from orders where `+claimable+`)`, mine).Scan(&waits).Error; err != nil {
		return fmt.Errorf("look for a guest's orders: %w", err)
	}
	if !waits {
		return nil
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		if err := s.privacy.Customers.Hold(ctx, tx, tenantID, userID); err != nil {
			return err
		}
		var lines []int64
		err := tx.Raw(`
			with guests as (
			    select id from orders where `+claimable+` order by id for no key update
			), claimed as (
			    update orders o set earner_id = @user from guests g where o.id = g.id returning o.id
			)
			select l.id from order_line l join claimed c on c.id = l.order_id`, mine).Scan(&lines).Error
		if err != nil {
			return fmt.Errorf("claim a guest's orders: %w", err)
		}
		if len(lines) == 0 {
			return nil // somebody else was faster
		}
		return s.rewardLines(ctx, tx, lines)
	})
}

// claimable are the orders of a guest under @email whose points nobody has.
const claimable = `tenant_id = @tenant and email_normal = @email and email_normal <> '' and user_id is null and earner_id is null
	and status <> 'cancelled' and hold_reason = ''`

// rewardRefund tells rewards what has become of a customer's order after a refund was booked.
func (s *Service) rewardRefund(ctx context.Context, tx *pg.Tx, o Locked) error {
	if o.UserID == 0 {
		return nil
	}
	var now RewardedOrder
	err := tx.Raw(`select `+rewardedColumns+` from orders o where o.id = ?`, o.ID).Scan(&now).Error
	if err != nil {
		return fmt.Errorf("read refunded order: %w", err)
	}
	return s.rewards.Refunded(ctx, tx, now)
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
		quote, err = s.rewards.Quote(ctx, db, RewardAsk{
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
			d.Amount, b.referred = b.takeOff(quote.Discount), true
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
		d.Amount = b.takeOff(PointsWorth(sel.Points, sel.Currency))
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

// takeOff spreads up to amount over what the lines still cost and returns what it took.
func (b *Budget) takeOff(amount int64) int64 {
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
	h := RewardHold{OrderID: orderID, Points: b.points, RewardAsk: RewardAsk{
		TenantID: in.TenantID, UserID: in.UserID, Email: in.Email, AccountEmail: in.AccountEmail, Browser: in.Browser,
	}}
	if b.referred {
		h.Code = input.Plain(in.Referral)
	}
	return s.rewards.Hold(ctx, tx, h)
}
