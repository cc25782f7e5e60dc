package sim

import (
	"context"
	"errors"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// How often a SIM is read without being asked for: while its carrier does not know it, while a plan is in use, and while one waits
// to be.
const (
	syncNew     = time.Minute
	syncInUse   = 30 * time.Minute
	syncWaiting = 6 * time.Hour
)

// nextSync is nil for a SIM of which nothing is to be expected.
func nextSync(sim carrier.SIM, now time.Time) *time.Time {
	if sim.RetiredAt != nil {
		return nil
	}
	var next *time.Time
	for _, p := range sim.Plans {
		wait := syncWaiting
		switch p.State {
		case carrier.PlanActive, carrier.PlanProcessing:
			wait = syncInUse
		case carrier.PlanQueued, carrier.PlanScheduled, carrier.PlanUnknown:
		default:
			continue
		}
		if at := now.Add(wait); next == nil || at.Before(*next) {
			next = &at
		}
	}
	return next
}

// syncAtOnce bounds how many SIMs one statement picks; syncLeft is what a round leaves of its time when it stops.
const (
	syncAtOnce = 200
	syncLeft   = 30 * time.Second
)

// SyncArgs asks to read the SIMs that are due.
type SyncArgs struct{}

// Kind names the worker.
func (SyncArgs) Kind() string { return "sim_sync" }

// Sync reads SIMs that are due at their carriers, those that waited longest first, until none is left or its time is nearly over.
// It stops at a carrier's limit.
func (s *Service) Sync(ctx context.Context) error {
	for {
		ids, err := s.takeDueSIMs(ctx)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if end, limited := ctx.Deadline(); limited && time.Until(end) < syncLeft {
				return nil
			}
			err := s.Refresh(ctx, id)
			if err == nil {
				continue
			}
			var no *carrier.Error
			if !errors.As(err, &no) {
				return err
			}
			s.log.WarnContext(ctx, "SIM not read", "line", id, "error", err)
			if no.Class == carrier.RateLimited || no.Class == carrier.Maintenance {
				return nil
			}
		}
		if len(ids) < syncAtOnce {
			return nil
		}
	}
}

// What was just delivered is made known to its carrier within syncPause, together with what else is delivered meanwhile. A round may
// take syncRound.
const (
	syncPause = 200 * time.Millisecond
	syncRound = time.Minute
)

// SyncSoon has Run read the SIMs that are due, without waiting for the clock. It does not wait either.
func (s *Service) SyncSoon() {
	select {
	case s.syncRequested <- struct{}{}:
	default:
	}
}

// Run reads the SIMs that are due whenever SyncSoon was called, until ctx is done. What it misses is left to the clock.
func (s *Service) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.syncRequested:
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(syncPause):
		}
		s.syncOnce(ctx)
	}
}

func (s *Service) syncOnce(ctx context.Context) {
	round, stop := context.WithTimeout(pg.WithUnitOfWork(ctx), syncRound)
	defer stop()
	if err := s.Sync(round); err != nil && ctx.Err() == nil {
		s.log.WarnContext(ctx, "SIM sync failed; the periodic job retries", "error", err)
	}
}

// takeDueSIMs returns SIMs that are due and postpones each, so that one that cannot be read is tried again later: one that its carrier
// does not know yet sooner than the others.
func (s *Service) takeDueSIMs(ctx context.Context) ([]int64, error) {
	now := s.clock.Now()
	return pg.List[int64](s.db.Conn(ctx), "find SIMs to read", `
		update sim_line set sync_at = case when carrier_ref = '' then cast(@soon as timestamptz) else @later end where id in (
		    select id from sim_line where sync_at <= @now order by sync_at limit @limit for update skip locked)
		returning id`, map[string]any{"now": now, "soon": now.Add(syncNew), "later": now.Add(syncInUse), "limit": syncAtOnce})
}
