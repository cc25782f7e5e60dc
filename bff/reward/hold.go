package reward

import (
	"context"
	_ "embed"
	"fmt"

	"gorm.io/gorm"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/crockford"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

var (
	_ order.RewardSpending = (*Service)(nil)
	_ order.RewardEarning  = (*Service)(nil)
)

// spendable are the lots that can be spent at @now, of the customer (@tenant, @user).
const spendable = `tenant_id = @tenant and user_id = @user and remaining > 0 and frozen_at is null
	and available_at <= @now and expires_at > @now`

// taken begins a statement that takes @points, or what there is of them, from those lots of a customer that hold for where,
// the first to expire first: rows (id, points) of what came out of each lot.
func taken(where string) string {
	return `open as (
	    select id, remaining, sum(remaining) over (order by expires_at, id) - remaining as before from point_lot where ` + where + `
	), taken as (
	    update point_lot l set remaining = l.remaining - least(open.remaining, @points - open.before)
	    from open where l.id = open.id and open.before < @points
	    returning l.id, least(open.remaining, @points - open.before) as points
	)`
}

//go:embed quote.sql
var quoteSQL string

// Quote says what a customer could use. Reasons: referral_unknown, referral_self, referral_first_order.
func (s *Service) Quote(ctx context.Context, db *gorm.DB, a order.RewardRequest) (order.RewardQuote, error) {
	var row struct {
		Points, Discount, MinSubtotal, Referrer int64
		Same, Referred                          bool
	}
	_, marks := s.marks(who(a))
	found := db.WithContext(ctx).Raw(
		fmt.Sprintf(quoteSQL, spendable),
		map[string]any{
			"tenant": a.TenantID,
			"user":   a.UserID,
			"now":    s.clock.Now(),
			"code":   crockford.Normal(a.Code),
			"marks":  pg.AsJSON(marks),
		},
	).Scan(&row)
	if found.Error != nil {
		return order.RewardQuote{}, fmt.Errorf("quote rewards: %w", found.Error)
	}
	if found.RowsAffected == 0 {
		return order.RewardQuote{}, fmt.Errorf("site %d has no reward rules", a.TenantID)
	}
	q := order.RewardQuote{Points: row.Points, Discount: row.Discount, MinSubtotal: row.MinSubtotal}
	switch {
	case row.Referrer == 0:
		q.Reason = "referral_unknown"
	case row.Referrer == a.UserID, row.Same:
		q.Reason = "referral_self"
	case row.Referred:
		q.Reason = "referral_first_order"
	}
	return q, nil
}

func who(a order.RewardRequest) Customer {
	return Customer{TenantID: a.TenantID, UserID: a.UserID, Emails: []string{a.AccountEmail, a.Email}, Browser: string(a.Browser)}
}

// Hold takes points, oldest expiry first, and writes down who referred the friend. Faults: points_not_enough,
// referral_unknown, referral_self, referral_first_order.
func (s *Service) Hold(ctx context.Context, tx *pg.Tx, h order.RewardHold) error {
	open := s.open
	if h.Points > 0 {
		open = s.openLocked
	}
	if err := open(tx, who(h.RewardRequest)); err != nil {
		return err
	}
	if h.Points > 0 {
		if err := s.take(tx, h); err != nil {
			return err
		}
	}
	if h.Code == "" {
		return nil
	}
	return s.refer(ctx, tx, h)
}

func (s *Service) take(tx *pg.Tx, h order.RewardHold) error {
	changed, err := pg.Changed(tx, "take points", `
		with `+taken(spendable)+`, redeemed as (
		    insert into point_redemption (order_id, tenant_id, user_id, points)
		    select @order, @tenant, @user, @points from taken having sum(taken.points) = @points
		    returning order_id
		), spent as (
		    insert into point_spend (order_id, lot_id, points) select r.order_id, taken.id, taken.points from taken, redeemed r
		)
		insert into point_entry (tenant_id, user_id, at, kind, points, source_type, source_id, order_id)
		select @tenant, @user, @now, 'redeem', -cast(@points as bigint), 'order', cast(r.order_id as text), r.order_id from redeemed r`,
		map[string]any{"tenant": h.TenantID, "user": h.UserID, "order": h.OrderID, "points": h.Points, "now": s.clock.Now()})
	if err == nil && !changed {
		err = fault.New("points_not_enough")
	}
	return err
}

// Used makes what an order holds final.
func (s *Service) Used(_ context.Context, tx *pg.Tx, orderID int64) error {
	return pg.Exec(tx, "use points", `update point_redemption set state = 'used' where order_id = ? and state = 'held'`, orderID)
}

// Released gives back the points that an order holds, and lets the friend be referred again.
func (s *Service) Released(_ context.Context, tx *pg.Tx, orderID int64) error {
	held, err := pg.List[redemption](tx, "release points", `
		with freed as (
		    update referral set state = 'void' where order_id = @order and pays_at is null
		)
		update point_redemption set state = 'released' where order_id = @order and state = 'held' returning `+redemptionColumns,
		map[string]any{"order": orderID})
	if err != nil {
		return err
	}
	for _, r := range held {
		if err := s.lock(tx, r.TenantID, r.UserID, r.OrderID); err != nil {
			return err
		}
		if err := s.restore(tx, r, r.Points); err != nil {
			return err
		}
	}
	return nil
}

// redemption is what an order pays with points.
type redemption struct {
	OrderID, TenantID, UserID, Points, Restored int64
}

const redemptionColumns = `order_id, tenant_id, user_id, points, restored`

//go:embed restore.sql
var restoreSQL string

// restore brings what an order has got back of its points up to total, the last to expire first. Points whose time is over
// come back and expire in the same moment.
func (s *Service) restore(tx *pg.Tx, r redemption, total int64) error {
	if total <= r.Restored {
		return nil
	}
	return pg.Exec(tx, "restore points", restoreSQL,
		map[string]any{
			"order": r.OrderID, "tenant": r.TenantID, "user": r.UserID, "points": total - r.Restored, "now": s.clock.Now(),
			"source": fmt.Sprintf("%d:%d", r.OrderID, total),
		})
}
