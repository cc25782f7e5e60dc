package payment

import (
	"context"
	"errors"
	"time"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// close ends an attempt for which the provider holds nothing that could turn into money.
func (s *Service) close(ctx context.Context, a Attempt) error { return s.closeIf(ctx, a, `true`) }

// closeIf does so if the attempt's row still meets a condition.
func (s *Service) closeIf(ctx context.Context, a Attempt, condition string) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		if _, err := s.orders.Lock(ctx, tx, a.OrderID); err != nil {
			return err
		}
		return pg.Exec(tx, "close payment attempt", `
			update payment_attempt set status = 'cancelled', updated_at = ?
			where id = ? and status in ('open', 'processing', 'failed') and `+condition, s.clock.Now(), a.ID)
	})
}

// cancelAtProvider makes the provider cancel an attempt, and records what it says instead when it will not.
// Faults: already_paid, payment_processing, payment_unavailable.
func (s *Service) cancelAtProvider(ctx context.Context, a Attempt) error {
	if a.SessionID != nil {
		// The intent of a hosted page ends with its session; it cannot be cancelled by itself.
		err := s.provider.ExpireSession(ctx, *a.SessionID)
		if err != nil && !errors.Is(err, ErrNotCancelable) && !errors.Is(err, ErrUnknown) {
			return unavailable(err)
		}
		session, err := s.provider.Session(ctx, *a.SessionID)
		switch {
		case errors.Is(err, ErrUnknown) && a.IntentID == nil:
			return s.closeLost(ctx, a, err)
		case errors.Is(err, ErrUnknown):
		case err != nil:
			return unavailable(err)
		case session.IntentID != "":
			a.IntentID = &session.IntentID
		case a.IntentID == nil:
			return s.close(ctx, a)
		}
	}
	if a.IntentID == nil {
		return s.closeUnknown(ctx, a)
	}
	in, err := s.provider.Cancel(ctx, *a.IntentID)
	if errors.Is(err, ErrNotCancelable) || errors.Is(err, ErrUnknown) {
		in, err = s.provider.Intent(ctx, *a.IntentID)
	}
	switch {
	case errors.Is(err, ErrUnknown):
		return s.closeLost(ctx, a, err)
	case err != nil:
		return unavailable(err)
	}
	if in.AttemptID == 0 {
		in.AttemptID = a.ID
	}
	outcome, err := s.Apply(ctx, in)
	switch {
	case err != nil:
		return err
	case in.Status == IntentSucceeded && outcome != OutcomeLate:
		return fault.New("already_paid")
	case in.Status == IntentProcessing, in.Status == IntentOpen:
		// Open means that the provider refused to cancel, and changed its mind since: it can be asked again.
		return fault.New("payment_processing")
	}
	return nil
}

// closeLost ends an attempt that the provider does not know, as one of an account that the shop has left. As long as its order
// may be paid it stays: when the account comes back, it could be paid beside another one. Fault: payment_unavailable.
func (s *Service) closeLost(ctx context.Context, a Attempt, cause error) error {
	left, err := s.timeLeft(ctx, a.OrderID)
	if err != nil {
		return err
	}
	if left > 0 {
		return unavailable(cause)
	}
	s.log.ErrorContext(ctx, "an attempt that the provider does not know is closed", "attempt", a.ID, "error", cause)
	return s.close(ctx, a)
}

// closeUnknown ends an attempt of which no answer of the provider was noted. Nobody can pay it: its client secret was
// not handed out, and will not be, because atProvider hands out secrets of open attempts only.
func (s *Service) closeUnknown(ctx context.Context, a Attempt) error {
	if s.clock.Now().Sub(a.CreatedAt) < 2*time.Second {
		// The call may be under way in another tab.
		return fault.New("in_progress")
	}
	return s.close(ctx, a)
}
