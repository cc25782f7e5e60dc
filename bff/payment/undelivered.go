package payment

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment/refundable"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Undelivered opens the refund of an order that the transaction holds for units that nobody delivered: missing is their
// number by order line. Lines without any unit end with it, of others a share comes back. An order has one such refund at
// most, and what was refunded or asked back otherwise is left out. What cost no money ends without it.
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
	if u.attempt.ID == 0 && o.OrderTotal > 0 {
		return s.orders.Hold(ctx, tx, o, heldForWantOfMoney)
	}
	lines, parts, amount := u.undelivered(missing)
	if amount <= 0 {
		return s.undeliveredFree(ctx, tx, u, lines, parts)
	}
	_, err = s.openRefund(ctx, tx, u, refundRow{
		Source: source, Amount: amount, Reason: ReasonUndelivered, Actor: order.BySystem, Lines: pg.AsJSON(lines),
		Parts: pg.AsJSON(parts), State: RefundPending,
	})
	return err
}

// EndFreeArgs asks to end lines that cost no money and that nobody delivered.
type EndFreeArgs struct {
	OrderID int64   `json:"orderId"`
	LineIDs []int64 `json:"lineIds"`
}

// Kind names the worker.
func (EndFreeArgs) Kind() string { return "payment_end_free" }

// undeliveredFree does without money what Undelivered does with it. Lines end in a job, because the transaction may hold what comes
// behind their stock in the order of locks.
func (s *Service) undeliveredFree(ctx context.Context, tx *pg.Tx, u refunding, ended []int64, parts map[int64]int64) error {
	if u.locked.OrderTotal == 0 && len(parts) > 0 {
		end := order.FreeEnd{PartIDs: slices.Sorted(maps.Keys(parts)), Reason: order.FreeUndelivered, Actor: order.BySystem}
		if _, err := s.endFree(ctx, tx, u.locked, end); err != nil {
			return err
		}
	}
	ended = slices.DeleteFunc(ended, func(id int64) bool {
		return slices.ContainsFunc(u.offer.Lines, func(l refundable.Line) bool { return l.LineID == id && l.Amount > 0 })
	})
	if len(ended) == 0 {
		return nil
	}
	return s.queue.Enqueue(ctx, tx, jobs.Job{Args: EndFreeArgs{u.locked.ID, ended}, Once: true})
}

// EndFree ends lines that cost no money and that were not delivered in time. What was handed over meanwhile stays.
func (s *Service) EndFree(ctx context.Context, args EndFreeArgs) error {
	return s.refunding(ctx, args.OrderID, func(ctx context.Context, tx *pg.Tx, u refunding) error {
		end := order.FreeEnd{Reason: order.FreeUndelivered, Actor: order.BySystem}
		for _, l := range u.order.Lines {
			if slices.Contains(args.LineIDs, l.ID) && l.Awaited() {
				end.LineIDs = append(end.LineIDs, l.ID)
			}
		}
		_, err := s.endFree(ctx, tx, u.locked, end)
		return err
	})
}

func (s *Service) endFree(ctx context.Context, tx *pg.Tx, o order.Locked, end order.FreeEnd) (bool, error) {
	return s.orders.EndFree(ctx, tx, o, end, func(lineIDs []int64) error { return s.sims.Revoke(ctx, tx, lineIDs) })
}

// undelivered works out which lines end, what part of others comes back, and how much that is together.
func (u refunding) undelivered(missing map[int64]int) (ended []int64, parts map[int64]int64, amount int64) {
	ended, parts = []int64{}, map[int64]int64{}
	for i, l := range u.order.Lines {
		offered, n := u.offer.Lines[i], missing[l.ID]
		switch {
		case offered.IsReturned():
		case n >= l.Quantity:
			ended, amount = append(ended, l.ID), amount+offered.Amount
		case n > 0:
			parts[l.ID] = money.Split(offered.Amount, []int64{int64(n), int64(l.Quantity - n)})[0]
			amount += parts[l.ID]
		}
	}
	return ended, parts, min(amount+u.offer.FreightWith(ended), u.offer.Left)
}
