package owned

import (
	"context"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// How long a page waits for carriers, and how many of them are asked at once. A page of one SIM may ask three times, for the
// SIM, its registration and its top-ups, and has to be there within five seconds.
const (
	listPatience   = 2 * time.Second
	detailPatience = 1200 * time.Millisecond
	parallel       = 4
)

// forPage returns a context for the calls of a page, which waits for them for so long and no longer.
func forPage(ctx context.Context, patience time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(carrier.ForPage(ctx), patience)
}

// refresh has SIMs read again whose reading is old, and reports whether one was. A carrier that does not answer in time
// leaves what is known, with the time from which it is.
func (s *Service) refresh(ctx context.Context, patience time.Duration, list []SIM) bool {
	ctx, cancel := forPage(ctx, patience)
	defer cancel()
	var fresh atomic.Bool
	var readings errgroup.Group
	readings.SetLimit(parallel)
	for _, sim := range list {
		if !s.needsRefresh(sim) {
			continue
		}
		readings.Go(func() error {
			switch err := s.Profiles.Refresh(pg.WithUnitOfWork(ctx), sim.ID); {
			case err == nil:
				fresh.Store(true)
			case carrier.ClassOf(err) != carrier.NotSupported:
				s.Log.WarnContext(ctx, "SIM not read again", "line", sim.ID, "error", err)
			}
			return nil
		})
	}
	_ = readings.Wait() // none returns an error
	return fresh.Load()
}
