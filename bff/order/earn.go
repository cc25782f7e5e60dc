package order

import (
	"context"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// RewardEarning is what orders report to a customer's rewards.
type RewardEarning interface {
	// Fulfilled rewards lines that have just been delivered.
	Fulfilled(ctx context.Context, tx *pg.Tx, o RewardedOrder, lines []RewardedLine) error
	// Refunded takes back what the refunded part had earned, and gives back what had been spent on it.
	Refunded(ctx context.Context, tx *pg.Tx, o RewardedOrder) error
	// Withdraw takes back what an order brought in for whoever claimed its points, so that somebody else may claim them.
	Withdraw(ctx context.Context, tx *pg.Tx, o Locked) error
	// Freeze keeps what an order brought in from being spent, and from expiring, while the order is held; Unfreeze ends that.
	Freeze(ctx context.Context, tx *pg.Tx, o Locked) error
	Unfreeze(ctx context.Context, tx *pg.Tx, o Locked) error
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
	// Refunded is what of Total has been given back, Lost what of that a payer's bank has taken back.
	Refunded int64
	Lost     int64
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

// rewardLines notifies rewards of those lines that were just delivered, order by order; what is only packed is not.
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
		if err := s.earnings.Fulfilled(ctx, tx, o, lines); err != nil {
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
		if err := s.privacy.Customers.Lock(ctx, tx, tenantID, userID); err != nil {
			return err
		}
		lines, err := pg.List[int64](tx, "claim a guest's orders", `
			with guests as (
			    select id from orders where `+claimable+` order by id for no key update
			), claimed as (
			    update orders o set earner_id = @user from guests g where o.id = g.id returning o.id
			)
			select l.id from order_line l join claimed c on c.id = l.order_id`, mine)
		if err != nil {
			return err
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

// rewarded reads an order as its rewards are counted after a refund, also one whose customer is gone: others may have points by it.
func rewarded(tx *pg.Tx, orderID int64) (o RewardedOrder, err error) {
	err = tx.Raw(`
		select `+rewardedColumns+`, (
		    select coalesce(sum(amount), 0) from refund where order_id = o.id and state = 'succeeded' and source like 'dispute:%') as lost
		from orders o where o.id = ?`, orderID).Scan(&o).Error
	if err != nil {
		return RewardedOrder{}, fmt.Errorf("read refunded order: %w", err)
	}
	return o, nil
}
