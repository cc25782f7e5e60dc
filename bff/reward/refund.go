package reward

import (
	"context"
	_ "embed"
	"math/big"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Refunded gives back the refunded part of the points that were spent on the order, but for what a bank has taken, and takes back what
// the order earned beyond what stays paid. A referral goes when less than its minimum stays paid.
func (s *Service) Refunded(_ context.Context, tx *pg.Tx, o order.RewardedOrder) error {
	rules, err := rules(tx.DB, o.TenantID)
	if err != nil {
		return err
	}
	if err := s.lock(tx, o.TenantID, o.UserID, o.ID); err != nil {
		return err
	}
	used, err := pg.List[redemption](tx, "read spent points",
		`select `+redemptionColumns+` from point_redemption where order_id = ? and state = 'used'`, o.ID)
	if err != nil {
		return err
	}
	given := o
	given.Refunded -= o.Lost
	for _, r := range used {
		if err := s.restore(tx, r, r.Points-stays(r.Points, given)); err != nil {
			return err
		}
	}
	return s.keep(tx, o, rules)
}

// Restored returns how many of the points that were spent on an order have come back.
func (s *Service) Restored(ctx context.Context, orderID int64) (int64, error) {
	list, err := pg.List[int64](s.db.Conn(ctx), "read restored points", `select restored from point_redemption where order_id = ?`, orderID)
	if err != nil || len(list) == 0 {
		return 0, err
	}
	return list[0], nil
}

// keep brings in what a referral earned by an order that is fulfilled, and takes back what the order earned beyond what
// stays paid of it.
func (s *Service) keep(tx *pg.Tx, o order.RewardedOrder, rules Rules) error {
	if o.Whole && o.UserID != 0 {
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

//go:embed reverse.sql
var reverseSQL string

// reverse takes back what an order brought in of a kind until keep points are left, the newest lot first. What has been
// spent already is owed.
func (s *Service) reverse(tx *pg.Tx, orderID int64, kind string, keep int64) error {
	return pg.Exec(tx, "reverse points", reverseSQL,
		map[string]any{"order": orderID, "kind": kind, "keep": keep, "now": s.clock.Now()})
}

// Withdraw takes back all that an order brought in for whoever claimed its points, who had no right to them. The lots are the order's no
// more, so the next to claim it may have its points.
func (s *Service) Withdraw(_ context.Context, tx *pg.Tx, o order.Locked) error {
	if err := s.lock(tx, o.TenantID, o.UserID, o.ID); err != nil {
		return err
	}
	if err := s.reverse(tx, o.ID, "earn", 0); err != nil {
		return err
	}
	return pg.Exec(tx, "withdraw points", `update point_lot set order_id = null where order_id = ? and kind = 'earn'`, o.ID)
}
