package payment

import (
	"context"
	"errors"
	"time"
)

// awaitPause is how long Await waits before it looks again.
const awaitPause = 150 * time.Millisecond

// Await finds out, for at most limit, what became of an order whose shopper comes back from paying: it asks the provider about
// each unsettled attempt, as often as Refresh may, and applies the answers; a payment that is being processed is waited for. It
// reports whether some attempt may still succeed or have succeeded, because the provider gave no final answer in time.
func (s *Service) Await(ctx context.Context, orderID int64, limit time.Duration) (unknown bool, err error) {
	over := time.After(limit)
	answered := map[int64]bool{}
	for {
		unknown, err = s.ask(ctx, orderID, answered)
		if err != nil || !unknown {
			return unknown, err
		}
		select {
		case <-ctx.Done():
			return true, ctx.Err()
		case <-over:
			return true, nil
		case <-time.After(awaitPause):
		}
	}
}

// ask asks the provider once about each unsettled attempt of an order for which it has given no final answer, and notes those
// it gives. It reports whether one is missing.
func (s *Service) ask(ctx context.Context, orderID int64, answered map[int64]bool) (missing bool, err error) {
	list, err := s.unsettled(ctx, orderID)
	if err != nil {
		return true, err
	}
	for _, a := range list {
		if answered[a.ID] {
			continue
		}
		due, err := s.claimCheck(ctx, a)
		if err != nil {
			return true, err
		}
		if !due {
			missing = true
			continue
		}
		in, err := s.check(ctx, a)
		if err != nil && !errors.Is(err, ErrUnavailable) && !errors.Is(err, ErrUnknown) {
			return true, err
		}
		answered[a.ID] = err == nil && in.Status != IntentProcessing
		missing = missing || !answered[a.ID]
	}
	return missing, nil
}
