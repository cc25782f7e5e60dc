package payment

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Cancel ends a waiting order on the shopper's wish: at the provider first, then here. A payment that was faster wins.
// Faults: already_paid, payment_processing, payment_review, in_progress, order_cancel_failed, payment_unavailable.
func (s *Service) Cancel(ctx context.Context, o order.Order, actor string) error {
	return s.cancel(ctx, o, order.ReasonCustomer, actor)
}

// StaffCancel is Cancel by a member of staff.
func (s *Service) StaffCancel(ctx context.Context, o order.Order, actor string) error {
	return s.cancel(ctx, o, order.ReasonStaff, actor)
}

func (s *Service) cancel(ctx context.Context, o order.Order, reason, actor string) error {
	switch o.Status {
	case order.WaitingPayment:
	case order.Cancelled:
		return nil
	default:
		return fault.New("already_paid")
	}
	return s.end(ctx, o.ID, reason, actor)
}

// Expire ends an order whose payment window is over. A payment under way keeps it waiting a little longer; one that has
// succeeded settles it. Who comes early, because the database's clock is ahead of the shop's, comes again: nobody's payment is
// given up before its time.
func (s *Service) Expire(ctx context.Context, orderID int64) error {
	early, err := s.timeLeft(ctx, orderID)
	if err != nil {
		return err
	}
	if early > 0 {
		return jobs.Snooze(early)
	}
	err = s.end(ctx, orderID, order.ReasonExpired, "system")
	switch fault.Code(err) {
	case "already_paid", "order_cancel_failed", "payment_review":
		return nil
	case "payment_processing", "in_progress":
		return jobs.Snooze(15 * time.Second)
	}
	return err
}

// timeLeft is how long an order still waits for its payment.
func (s *Service) timeLeft(ctx context.Context, orderID int64) (time.Duration, error) {
	until, err := pg.List[time.Time](s.db.Conn(ctx), "read end of payment window",
		`select expires_at from orders where id = ? and status = 'waiting_payment'`, orderID)
	if err != nil {
		return 0, err
	}
	if len(until) == 0 {
		return 0, nil
	}
	return until[0].Sub(s.clock.Now()), nil
}

// end gives up every attempt at the provider, then closes the order if nothing has been opened since.
func (s *Service) end(ctx context.Context, orderID int64, reason, actor string) error {
	for range 3 {
		list, err := s.unsettled(ctx, orderID)
		if err != nil {
			return err
		}
		for _, a := range list {
			if err := s.cancelAtProvider(ctx, a); err != nil {
				return err
			}
		}
		s.at("attempts given up")
		done, err := s.endOrder(ctx, orderID, reason, actor)
		if err != nil || done {
			return err
		}
	}
	return fault.New("payment_processing")
}

// endOrder reports false when an attempt was opened in the meantime.
func (s *Service) endOrder(ctx context.Context, orderID int64, reason, actor string) (done bool, err error) {
	err = s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		o, err := s.orders.Lock(ctx, tx, orderID)
		if err != nil {
			return err
		}
		if o.Status != order.WaitingPayment {
			if done = true; o.Status == order.Cancelled {
				return nil
			}
			return fault.New("already_paid")
		}
		if o.HoldReason != "" {
			// There is money that somebody has to look at first.
			return fault.New("payment_review")
		}
		live, err := attempts(ctx, tx.DB, `order_id = ? and status in ('open', 'processing', 'failed')`, orderID)
		if err != nil {
			return err
		}
		if done = len(live) == 0; !done {
			return nil
		}
		moved, err := s.orders.MarkCancelled(ctx, tx, o, reason, actor)
		if err == nil && !moved {
			err = fault.New("order_cancel_failed")
		}
		return err
	})
	return done, err
}

// Check retrieves an attempt that no webhook has settled yet, and comes back at the next of its times.
func (s *Service) Check(ctx context.Context, attemptID int64) error {
	list, err := attempts(ctx, s.db.Conn(ctx), `id = ? and status in ('open', 'processing', 'failed')`, attemptID)
	if err != nil || len(list) == 0 {
		return err
	}
	in, err := s.check(ctx, list[0])
	if err != nil || in.Status == IntentSucceeded || in.Status == IntentCanceled {
		return err
	}
	age := s.clock.Now().Sub(list[0].CreatedAt)
	for _, after := range checkAfter {
		if after > age {
			return jobs.Snooze(after - age)
		}
	}
	return nil
}

// enqueueChecks asks for the jobs that look at attempts which nothing has settled by the first of their times. Most are, and never have
// one.
func (s *Service) enqueueChecks(ctx context.Context) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		due, err := pg.List[int64](tx, "find attempts to look at", `
			update payment_attempt set look_at = null where id in (
			    select id from payment_attempt where status in ('open', 'processing', 'failed') and look_at <= ?
			    order by look_at limit ? for no key update skip locked)
			returning id`, s.clock.Now(), lookedAtOnce)
		if err != nil {
			return err
		}
		list := make([]jobs.Job, len(due))
		for i, id := range due {
			list[i] = jobs.Job{Args: CheckArgs{id}, Once: true}
		}
		return s.queue.Enqueue(ctx, tx, list...)
	})
}

// CancelAttempt ends an attempt that must not be paid any more, because another one paid its order.
func (s *Service) CancelAttempt(ctx context.Context, attemptID int64) error {
	list, err := attempts(ctx, s.db.Conn(ctx), `id = ?`, attemptID)
	if err != nil || len(list) == 0 || list[0].settled() {
		return err
	}
	err = s.cancelAtProvider(ctx, list[0])
	switch fault.Code(err) {
	case "payment_processing", "in_progress":
		return jobs.Snooze(15 * time.Second)
	}
	return err
}
