package reward

import (
	"context"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Freeze freezes what an order brought in, the points of a referral included: while its payment is in doubt they can be
// neither spent nor lost.
func (s *Service) Freeze(_ context.Context, tx *pg.Tx, o order.Locked) error {
	now := s.clock.Now()
	return s.freeze(tx, o, &now)
}

// Unfreeze makes them usable again.
func (s *Service) Unfreeze(_ context.Context, tx *pg.Tx, o order.Locked) error {
	return s.freeze(tx, o, nil)
}

func (s *Service) freeze(tx *pg.Tx, o order.Locked, at any) error {
	if err := s.lock(tx, o.TenantID, o.UserID, o.ID); err != nil {
		return err
	}
	return pg.Exec(tx, "freeze points", `update point_lot set frozen_at = cast(? as timestamptz) where order_id = ?`, at, o.ID)
}
