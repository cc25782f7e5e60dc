package reward

import (
	"context"
	"fmt"
	"math/big"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Refunded gives back the refunded part of the points that were spent on the order, and takes back what the order earned
// beyond what stays paid. A referral goes when less than its minimum stays paid.
func (s *Service) Refunded(_ context.Context, tx *pg.Tx, o order.RewardedOrder) error {
	rules, err := rules(tx.DB, o.TenantID)
	if err != nil {
		return err
	}
	if err := s.lock(tx, o.TenantID, o.UserID, o.ID); err != nil {
		return err
	}
	var used []redemption
	err = tx.Raw(`select `+redemptionColumns+` from point_redemption where order_id = ? and state = 'used'`, o.ID).Scan(&used).Error
	if err != nil {
		return fmt.Errorf("read spent points: %w", err)
	}
	for _, r := range used {
		if err := s.restore(tx, r, r.Points-stays(r.Points, o)); err != nil {
			return err
		}
	}
	return s.keep(tx, o, rules)
}

// keep brings in what a referral earned by an order that is fulfilled, and takes back what the order earned beyond what
// stays paid of it.
func (s *Service) keep(tx *pg.Tx, o order.RewardedOrder, rules Rules) error {
	if o.Whole {
		lots, err := s.payReferral(tx, o, rules)
		if err != nil {
			return err
		}
		if err := s.add(tx, o, rules, lots, s.clock.Now()); err != nil {
			return err
		}
	}
	if o.Refunded == 0 {
		return nil
	}
	if err := s.reverse(tx, o.ID, "earn", earned(stays(o.Goods, o), o.Currency)); err != nil {
		return err
	}
	if o.Refunded < o.Total && stays(o.Subtotal, o) >= rules.ReferralMinSubtotal {
		return nil
	}
	return s.voidReferral(tx, o.ID)
}

// stays returns the part of an amount that is not refunded, rounded up, so that rounding never gives back more than was
// refunded.
func stays(amount int64, o order.RewardedOrder) int64 {
	if o.Total == 0 {
		return amount
	}
	n := new(big.Int).Mul(big.NewInt(amount), big.NewInt(o.Total-o.Refunded))
	n.Add(n, big.NewInt(o.Total-1))
	return n.Div(n, big.NewInt(o.Total)).Int64()
}

// reverse takes back what an order brought in of a kind until keep points are left, the newest lot first. What has been
// spent already is owed.
func (s *Service) reverse(tx *pg.Tx, orderID int64, kind string, keep int64) error {
	err := tx.Exec(`
		with lots as (
		    select id, remaining, reversed, points - reversed as room,
		           sum(points - reversed) over (order by id desc) - (points - reversed) as before,
		           sum(points - reversed) over () - cast(@keep as bigint) as excess
		    from point_lot where order_id = @order and kind = @kind
		), cut as (
		    select id, remaining, reversed, cast(least(room, excess - before) as bigint) as points from lots where room > 0 and excess > before
		), taken as (
		    update point_lot l set reversed = l.reversed + cut.points, remaining = l.remaining - least(l.remaining, cut.points)
		    from cut where l.id = cut.id
		    returning l.tenant_id, l.user_id, l.id, cut.points, l.reversed, cut.points - least(cut.remaining, cut.points) as missing
		), owing as (
		    update reward_account a set owed = a.owed + m.points
		    from (select tenant_id, user_id, sum(missing) as points from taken group by tenant_id, user_id) m
		    where a.tenant_id = m.tenant_id and a.user_id = m.user_id and m.points > 0
		)
		insert into point_entry (tenant_id, user_id, at, kind, points, source_type, source_id, order_id, lot_id)
		select tenant_id, user_id, @now, 'reverse', -points, 'lot', id || ':' || reversed, @order, id from taken`,
		map[string]any{"order": orderID, "kind": kind, "keep": keep, "now": s.clock.Now()}).Error
	if err != nil {
		return fmt.Errorf("reverse points: %w", err)
	}
	return nil
}
