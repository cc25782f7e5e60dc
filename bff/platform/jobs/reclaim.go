package jobs

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// A runner whose database goes away for a moment leaves jobs behind that are marked as running and that nobody runs: those that were
// fetched while the connection broke, and those that ended while their end could not be written down. The queue itself takes up such
// jobs when they have been running for longer than any may; a runner knows at once which of its own they are.
const (
	reclaimEvery = 2 * time.Second
	// reclaimAfter is longer than the queue tries to write down how a job ended, and than a fetch takes.
	reclaimAfter = 10 * time.Second
	// advanceEvery is how many times it reclaims before it looks through the jobs that wait for their time, of which there are many.
	advanceEvery = 5
)

// reclaimer gives the jobs of a runner that it does not run back to the queue, and brings those to their turn that wait for a time which a
// clock that was put back would reach much later.
type reclaimer struct {
	pool  *pgxpool.Pool
	id    string
	log   *slog.Logger
	after time.Duration

	mu sync.Mutex
	// held are the jobs that run, with the zero time, and those that have ended, with when.
	held map[int64]time.Time
}

// middleware notes which jobs run.
func (r *reclaimer) middleware() rivertype.WorkerMiddleware {
	return river.WorkerMiddlewareFunc(func(ctx context.Context, job *rivertype.JobRow, work func(context.Context) error) error {
		r.note(job.ID, time.Time{})
		defer func() { r.note(job.ID, time.Now()) }()
		return work(ctx)
	})
}

func (r *reclaimer) note(id int64, ended time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.held[id] = ended
}

// holding returns the jobs that run or have ended just now, and drops the others.
func (r *reclaimer) holding() []int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	maps.DeleteFunc(r.held, func(_ int64, ended time.Time) bool { return !ended.IsZero() && time.Since(ended) > r.after })
	return slices.Collect(maps.Keys(r.held))
}

// run reclaims at each tick until ctx ends.
func (r *reclaimer) run(ctx context.Context, every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			err := r.reclaim(ctx)
			if err == nil && n%advanceEvery == 0 {
				err = r.advance(ctx)
			}
			if err != nil && ctx.Err() == nil {
				r.log.Warn("reclaiming orphaned jobs failed; retrying", "error", err)
			}
		}
	}
}

// reclaimJobs makes jobs available whose worker is gone, and those that are to be worked now but have a time that is still to come:
// they were written before the clock was put back.
const reclaimJobs = `
	update river_job set state = 'available', scheduled_at = now()
	where state = 'running' and attempted_by[array_upper(attempted_by, 1)] = $1 and attempted_at < now() - $2::interval and id <> all($3)
	   or state = 'available' and scheduled_at > now() + $2::interval`

func (r *reclaimer) reclaim(ctx context.Context) error {
	// What was fetched before is held, or is nobody's.
	held := r.holding()
	done, err := r.pool.Exec(ctx, reclaimJobs, r.id, r.after, held)
	if err == nil && done.RowsAffected() > 0 {
		r.log.Warn("orphaned jobs requeued", "jobs", done.RowsAffected())
	}
	return err
}

// advanceJobs moves jobs that wait and were last attempted or made at a time that is still to come, because the clock was put back.
// They wait as long as they were to wait from then on, counted from now.
const advanceJobs = `
	update river_job set
	    scheduled_at = now() + greatest(scheduled_at - coalesce(attempted_at, created_at), interval '0'),
	    attempted_at = case when attempted_at is not null then now() end,
	    created_at = least(created_at, now())
	where state in ('scheduled', 'retryable') and coalesce(attempted_at, created_at) > now() + $1::interval`

// advance brings jobs to their turn whose time a clock that was put back would reach much later.
func (r *reclaimer) advance(ctx context.Context) error {
	done, err := r.pool.Exec(ctx, advanceJobs, r.after)
	if err == nil && done.RowsAffected() > 0 {
		r.log.Warn("jobs rescheduled because the clock was set back", "jobs", done.RowsAffected())
	}
	return err
}
