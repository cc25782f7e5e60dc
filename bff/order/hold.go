package order

import (
	"context"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// betweenReasons stands between the reasons of one hold.
const betweenReasons = "; "

// HoldReasons returns why the order is held.
func (o Locked) HoldReasons() []string {
	if o.HoldReason == "" {
		return nil
	}
	return strings.Split(o.HoldReason, betweenReasons)
}

// Hold marks an order for review, with a reason that staff will read; delivery, expiry and the points it earned wait until the hold
// is lifted. One that is held already has this reason, too.
func (s *Service) Hold(ctx context.Context, tx *pg.Tx, o Locked, reason string) error {
	return s.hold(ctx, tx, o, ByProvider, reason)
}

func (s *Service) hold(ctx context.Context, tx *pg.Tx, o Locked, actor, reason string) error {
	changed, err := pg.Changed(tx, "hold order", `
		update orders set hold_reason = case when hold_reason = '' then @reason else hold_reason || @between || @reason end
		where id = @order and @reason <> all(string_to_array(hold_reason, @between))`,
		map[string]any{"order": o.ID, "reason": reason, "between": betweenReasons})
	if err != nil || !changed {
		return err
	}
	if o.HoldReason == "" {
		if err := s.earnings.Freeze(ctx, tx, o); err != nil {
			return err
		}
	}
	return s.Audit(tx, o, actor, "hold", string(o.Status), string(o.Status), map[string]any{"reason": reason})
}

// StaffHold keeps an order from being delivered and from expiring until somebody lifts it. Only what is not over can be
// held. Faults: order_not_found, order_held, order_over.
func (s *Service) StaffHold(ctx context.Context, orderID int64, actor, reason string) error {
	return s.withLock(ctx, orderID, func(ctx context.Context, tx *pg.Tx, o Locked) error {
		switch o.Status {
		case Completed, Cancelled, Refunded:
			return fault.New("order_over")
		}
		if o.HoldReason != "" {
			return fault.New("order_held")
		}
		return s.hold(ctx, tx, o, actor, reason)
	})
}

// Lift ends a hold, whatever its reasons, and lets the order go on from where it stood: a paid one is delivered, an unpaid one may be
// paid or expires. Money that did not match its attempt has to be on its way back first, and a dispute has to be over.
// Faults: order_not_found, order_not_held, order_disputed, payment_review.
func (s *Service) Lift(ctx context.Context, orderID int64, actor, reason string) error {
	return s.withLock(ctx, orderID, func(ctx context.Context, tx *pg.Tx, o Locked) error {
		if o.HoldReason == "" {
			return fault.New("order_not_held")
		}
		if err := requireNoDispute(tx, o); err != nil {
			return err
		}
		changed, err := pg.Changed(tx, "lift hold", `
			update orders set hold_reason = ''
			where id = ? and not exists (
			    select 1 from payment_attempt a where a.order_id = orders.id and a.status = 'review' and (a.received = 0 or a.received > (
			        select coalesce(sum(r.amount), 0) from refund r
			        where r.order_id = a.order_id and r.attempt_id = a.id and r.state not in ('failed', 'refused'))))`, o.ID)
		if err != nil {
			return err
		}
		if !changed {
			return fault.New("payment_review")
		}
		if err := s.unfreeze(ctx, tx, o, actor, "lift", map[string]any{"reason": reason, "held": o.HoldReason}); err != nil {
			return err
		}
		return s.resume(ctx, tx, o)
	})
}

// requireNoDispute looks for a dispute of the order's payment that is open. Fault: order_disputed.
func requireNoDispute(tx *pg.Tx, o Locked) error {
	open, err := pg.List[string](tx, "look for open disputes", `select id from dispute where order_id = ? and state = 'open' limit 1`, o.ID)
	if err == nil && len(open) > 0 {
		err = fault.New("order_disputed")
	}
	return err
}

// Release ends one reason of a hold. With the last of them the hold is lifted: what the order brought in can be spent again, and it goes
// on from where it stands.
func (s *Service) Release(ctx context.Context, tx *pg.Tx, o Locked, reason, actor string) error {
	left, err := pg.List[string](tx, "release order", `
		update orders set hold_reason = array_to_string(array_remove(string_to_array(hold_reason, @between), @reason), @between)
		where id = @order and @reason = any(string_to_array(hold_reason, @between))
		returning hold_reason`, map[string]any{"order": o.ID, "reason": reason, "between": betweenReasons})
	if err != nil || len(left) == 0 || left[0] != "" {
		return err
	}
	if err := s.unfreeze(ctx, tx, o, actor, "release", map[string]any{"reason": reason}); err != nil {
		return err
	}
	return s.resume(ctx, tx, o)
}

// resume enqueues the next step of an order after its hold has ended: its payment or its expiry, or its delivery.
func (s *Service) resume(ctx context.Context, tx *pg.Tx, o Locked) error {
	switch o.Status {
	case WaitingPayment:
		return s.queue.Enqueue(ctx, tx, jobs.Job{Args: UnpaidArgs{o.ID}})
	case Processing, PartiallyRefunded:
		return s.queue.Enqueue(ctx, tx, jobs.Job{Args: FulfilArgs{o.ID}})
	}
	return nil
}

// unfreeze makes points that a hold froze usable again and records the end of the hold.
func (s *Service) unfreeze(ctx context.Context, tx *pg.Tx, o Locked, actor, action string, detail map[string]any) error {
	if err := s.Audit(tx, o, actor, action, string(o.Status), string(o.Status), detail); err != nil {
		return err
	}
	return s.earnings.Unfreeze(ctx, tx, o)
}

// withLock runs do in a transaction of its own that holds the order's row.
func (s *Service) withLock(ctx context.Context, orderID int64, do func(ctx context.Context, tx *pg.Tx, o Locked) error) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		o, err := s.Lock(ctx, tx, orderID)
		if err != nil {
			return err
		}
		return do(ctx, tx, o)
	})
}
