package order

import (
	"context"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Hold marks an order for review, with the reason staff will read; delivery, expiry and the points it earned wait until it
// is lifted. The first reason stays.
func (s *Service) Hold(ctx context.Context, tx *pg.Tx, o Locked, reason string) error {
	_, err := s.hold(ctx, tx, o, ByProvider, reason)
	return err
}

func (s *Service) hold(ctx context.Context, tx *pg.Tx, o Locked, actor, reason string) (bool, error) {
	changed, err := pg.Changed(tx, "hold order", `update orders set hold_reason = ? where id = ? and hold_reason = ''`, reason, o.ID)
	if err != nil || !changed {
		return false, err
	}
	if o.UserID != 0 {
		if err := s.earnings.Frozen(ctx, tx, o); err != nil {
			return false, err
		}
	}
	return true, s.Audit(tx, o, actor, "hold", string(o.Status), string(o.Status), map[string]any{"reason": reason})
}

// HoldInstead keeps an order held for another reason than the one that is over. An order that is held for none or any other stays as it is.
func (s *Service) HoldInstead(tx *pg.Tx, o Locked, over, reason string) error {
	changed, err := pg.Changed(tx, "hold order", `update orders set hold_reason = ? where id = ? and hold_reason = ?`, reason, o.ID, over)
	if err != nil || !changed {
		return err
	}
	return s.Audit(tx, o, ByProvider, "hold", string(o.Status), string(o.Status), map[string]any{"reason": reason, "over": over})
}

// StaffHold keeps an order from being delivered and from expiring until somebody lifts it. Only what is not over can be
// held. Faults: order_not_found, order_held, order_over.
func (s *Service) StaffHold(ctx context.Context, orderID int64, actor, reason string) error {
	return s.locked(ctx, orderID, func(ctx context.Context, tx *pg.Tx, o Locked) error {
		switch o.Status {
		case Completed, Cancelled, Refunded:
			return fault.New("order_over")
		}
		held, err := s.hold(ctx, tx, o, actor, reason)
		if err == nil && !held {
			err = fault.New("order_held")
		}
		return err
	})
}

// Lift ends a hold and lets the order go on from where it stood: a paid one is delivered, an unpaid one may be paid or
// expires. Money that did not match its attempt has to be dealt with first.
// Faults: order_not_found, order_not_held, payment_review.
func (s *Service) Lift(ctx context.Context, orderID int64, actor, reason string) error {
	return s.locked(ctx, orderID, func(ctx context.Context, tx *pg.Tx, o Locked) error {
		changed, err := pg.Changed(tx, "lift hold", `
			update orders set hold_reason = '' where id = ? and hold_reason <> ''
			  and not exists (select 1 from payment_attempt where order_id = orders.id and status = 'review')`, o.ID)
		if err != nil {
			return err
		}
		if !changed {
			if o.HoldReason != "" {
				return fault.New("payment_review")
			}
			return fault.New("order_not_held")
		}
		if err := s.thaw(ctx, tx, o, actor, "lift", map[string]any{"reason": reason, "held": o.HoldReason}); err != nil {
			return err
		}
		return s.goOn(ctx, tx, o)
	})
}

// goOn asks for what an order waits for now that nothing holds it: its payment or its expiry, or its delivery.
func (s *Service) goOn(ctx context.Context, tx *pg.Tx, o Locked) error {
	switch o.Status {
	case WaitingPayment:
		return s.queue.Enqueue(ctx, tx, jobs.Job{Args: UnpaidArgs{o.ID}})
	case Processing, PartiallyRefunded:
		return s.queue.Enqueue(ctx, tx, jobs.Job{Args: FulfilArgs{o.ID}})
	}
	return nil
}

// thaw makes what a hold froze usable again and notes that the hold has ended.
func (s *Service) thaw(ctx context.Context, tx *pg.Tx, o Locked, actor, action string, detail map[string]any) error {
	if err := s.Audit(tx, o, actor, action, string(o.Status), string(o.Status), detail); err != nil {
		return err
	}
	if o.UserID == 0 {
		return nil
	}
	return s.earnings.Thawed(ctx, tx, o)
}

// locked runs do in a transaction of its own that holds the order's row.
func (s *Service) locked(ctx context.Context, orderID int64, do func(ctx context.Context, tx *pg.Tx, o Locked) error) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		o, err := s.Lock(ctx, tx, orderID)
		if err != nil {
			return err
		}
		return do(ctx, tx, o)
	})
}
