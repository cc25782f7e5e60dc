package payment

import (
	"context"
	"fmt"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Undelivered opens the refund of an order that the transaction holds for units that nobody delivered: missing is their
// number by order line. Lines without any unit end with it, of others a share comes back. An order has one such refund at
// most, and what was refunded or asked back otherwise is left out. An order that no money was paid for waits for staff.
func (s *Service) Undelivered(ctx context.Context, tx *pg.Tx, o order.Locked, missing map[int64]int) error {
	u, err := s.weigh(ctx, tx, o)
	if err != nil {
		return err
	}
	source := fmt.Sprintf("undelivered:%d", o.ID)
	for _, r := range u.refunds {
		if r.Source == source {
			return nil
		}
	}
	if u.attempt.ID == 0 {
		return s.orders.Hold(ctx, tx, o, "not delivered, and nothing was paid")
	}
	lines, parts, amount := u.undelivered(missing)
	if amount <= 0 {
		return nil
	}
	_, err = s.openRefund(ctx, tx, u, refundRow{
		Source: source, Amount: amount, Reason: ReasonUndelivered, Actor: order.BySystem, Lines: pg.AsJSON(lines),
		Parts: pg.AsJSON(parts), State: RefundPending,
	})
	return err
}

// undelivered works out which lines end, what part of others comes back, and how much that is together.
func (u refunding) undelivered(missing map[int64]int) (ended []int64, parts map[int64]int64, amount int64) {
	ended, parts = []int64{}, map[int64]int64{}
	for i, l := range u.order.Lines {
		offered, n := u.offer.Lines[i], missing[l.ID]
		switch {
		case offered.Gone():
		case n >= l.Quantity:
			ended, amount = append(ended, l.ID), amount+offered.Amount
		case n > 0:
			parts[l.ID] = money.Split(offered.Amount, []int64{int64(n), int64(l.Quantity - n)})[0]
			amount += parts[l.ID]
		}
	}
	return ended, parts, min(amount+u.offer.FreightWith(ended), u.offer.Left)
}
