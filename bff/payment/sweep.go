package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Sweep does what a lost job or a lost webhook left undone: it ends overdue orders, looks at attempts and refunds that
// have stood still, and notifies staff of what has waited too long. Each part begins with what was tried longest ago and has its share of
// the time, so that what fails for ever, or slowly, keeps nothing else from its turn.
func (s *Service) Sweep(ctx context.Context) error {
	return jobs.InShares(ctx,
		s.orders.EnqueueUnpaid, s.enqueueChecks, s.sweepOverdue, s.sweepStuck, s.sweepPayable, s.sweepForgotten, s.sweepRefunds, s.alertLate,
	)
}

// each does something about every one of a list until the time is over; what is left then is first the next time.
func each[T any](ctx context.Context, list []T, do func(one T) error) error {
	var errs []error
	for _, one := range list {
		if ctx.Err() != nil {
			break
		}
		if err := do(one); err != nil && !jobs.IsSnoozed(err) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

func (s *Service) sweepOverdue(ctx context.Context) error {
	overdue, err := s.orders.Overdue(ctx, sweptAtOnce)
	if err != nil {
		return err
	}
	return each(ctx, overdue, func(id int64) error {
		if err := s.noteTry(ctx, `order_id = ?`, id); err != nil {
			return err
		}
		if err := s.Expire(ctx, id); err != nil {
			return fmt.Errorf("expire order %d: %w", id, err)
		}
		return nil
	})
}

// noteTry notes that the provider is asked about unsettled attempts now.
func (s *Service) noteTry(ctx context.Context, which string, id int64) error {
	return pg.Exec(s.db.Conn(ctx), "note a try of the sweep", `
		update payment_attempt set asked_at = ? where status in ('open', 'processing', 'failed') and `+which, s.clock.Now(), id)
}

// sweepStuck looks at payments that the provider has been processing for long.
func (s *Service) sweepStuck(ctx context.Context) error {
	return s.sweepAttempts(ctx, `status = 'processing' and updated_at < ?`, func(a Attempt) error {
		if _, err := s.check(ctx, a); err != nil {
			return fmt.Errorf("check attempt %d: %w", a.ID, err)
		}
		return nil
	})
}

// sweepPayable gives up what could still be paid of orders that are paid already.
func (s *Service) sweepPayable(ctx context.Context) error {
	return s.sweepAttempts(ctx, `
		status in ('open', 'processing', 'failed') and updated_at < ?
		and order_id in (select id from orders where status not in ('waiting_payment', 'cancelled'))`, func(a Attempt) error {
		if err := s.CancelAttempt(ctx, a.ID); err != nil {
			return fmt.Errorf("give up attempt %d: %w", a.ID, err)
		}
		return nil
	})
}

// sweepAttempts does something about attempts that nothing has happened to for a minute.
func (s *Service) sweepAttempts(ctx context.Context, where string, do func(a Attempt) error) error {
	list, err := attempts(ctx, s.db.Conn(ctx), where+` order by asked_at nulls first, id limit ?`, s.clock.Now().Add(-time.Minute), sweptAtOnce)
	if err != nil {
		return err
	}
	return each(ctx, list, func(a Attempt) error {
		if err := s.noteTry(ctx, `id = ?`, a.ID); err != nil {
			return err
		}
		return do(a)
	})
}

// sweepRefunds asks again for refunds that the provider has not answered to for a minute.
func (s *Service) sweepRefunds(ctx context.Context) error {
	pending, err := s.pendingRefunds(ctx)
	if err != nil {
		return err
	}
	return each(ctx, pending, func(id int64) error {
		err := pg.Exec(s.db.Conn(ctx), "note a try of the sweep",
			`update refund set updated_at = ? where id = ? and state = 'pending_refund'`, s.clock.Now(), id)
		if err != nil {
			return err
		}
		if err := s.Refund(ctx, id); err != nil {
			return fmt.Errorf("refund %d: %w", id, err)
		}
		return nil
	})
}

const (
	// eventForgotten is how long a stored message waits before it is asked for again, and attemptForgotten how long an attempt
	// that nobody pays or asks for does.
	eventForgotten   = 2 * time.Minute
	attemptForgotten = time.Hour
	sweptAtOnce      = 100
	// lookedAtOnce is how many attempts a round asks for jobs for.
	lookedAtOnce = 1000
)

// sweepForgotten asks again for stored messages whose job is lost or has run out of tries, and for attempts without a message for
// long. Any messages are chosen, so that those that always fail do not hold up the others.
func (s *Service) sweepForgotten(ctx context.Context) error {
	now := s.clock.Now()
	events, err := pg.List[string](s.db.Conn(ctx), "look for messages that were not worked",
		`select id from payment_event where processed_at is null and received_at < ? order by random() limit ?`,
		now.Add(-eventForgotten), sweptAtOnce)
	if err != nil {
		return err
	}
	silent, err := attempts(ctx, s.db.Conn(ctx), `
		status in ('open', 'failed') and (intent_id is not null or session_id is not null) and coalesce(asked_at, created_at) < ? order by id limit ?`,
		now.Add(-attemptForgotten), sweptAtOnce)
	if err != nil {
		return err
	}
	again := make([]jobs.Job, 0, len(events)+len(silent))
	for _, id := range events {
		again = append(again, jobs.Job{Args: EventArgs{EventID: id}, Once: true})
	}
	for _, a := range silent {
		if due, err := s.claimCheck(ctx, a); err != nil {
			return err
		} else if due {
			again = append(again, jobs.Job{Args: CheckArgs{a.ID}, Once: true})
		}
	}
	if len(again) == 0 {
		return nil
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error { return s.queue.Enqueue(ctx, tx, again...) })
}
