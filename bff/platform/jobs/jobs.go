// Package jobs runs what must happen after a commit: a job is inserted in the transaction that needs it and worked at
// least once, by any replica. Job arguments hold ids only; a worker begins by locking its row and looking at its state.
package jobs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Args are a job's arguments; Kind names the worker.
type Args = river.JobArgs

// Job is something to do, at once or at a time.
type Job struct {
	Args Args
	// At is when to start; zero means now.
	At time.Time
	// MaxAttempts bounds the tries; 0 means River's default of 25.
	MaxAttempts int
}

// Queue inserts jobs; it works none.
type Queue struct{ client *river.Client[*sql.Tx] }

// NewQueue returns a queue over the pool that gorm works on.
func NewQueue(db *pg.DB) (*Queue, error) {
	c, err := river.NewClient(riverdatabasesql.New(db.SQL), &river.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, fmt.Errorf("job queue: %w", err)
	}
	return &Queue{client: c}, nil
}

// Enqueue inserts jobs in one statement of the caller's transaction.
func (q *Queue) Enqueue(ctx context.Context, tx *pg.Tx, jobs ...Job) error {
	if len(jobs) == 0 {
		return nil
	}
	params := make([]river.InsertManyParams, len(jobs))
	for i, j := range jobs {
		params[i] = river.InsertManyParams{Args: j.Args, InsertOpts: &river.InsertOpts{ScheduledAt: j.At, MaxAttempts: j.MaxAttempts}}
	}
	if _, err := q.client.InsertManyFastTx(ctx, tx.SQL(), params); err != nil {
		return fmt.Errorf("enqueue %s: %w", jobs[0].Args.Kind(), err)
	}
	return nil
}

// Later is returned by a worker to be run again after a while without that counting as a failure.
func Later(d time.Duration) error { return river.JobSnooze(d) }

// IsLater reports whether err is what Later returns.
func IsLater(err error) bool {
	var snooze *river.JobSnoozeError
	return errors.As(err, &snooze)
}

// Workers collects the workers of all rooms.
type Workers struct {
	set      *river.Workers
	periodic []*river.PeriodicJob
	// every is the interval of periodic jobs, by kind.
	every map[string]time.Duration
}

// NewWorkers returns an empty set.
func NewWorkers() *Workers {
	return &Workers{set: river.NewWorkers(), every: map[string]time.Duration{}}
}

// Handle registers fn for jobs of type T.
func Handle[T Args](w *Workers, fn func(ctx context.Context, args T) error) {
	river.AddWorker(w.set, river.WorkFunc(func(ctx context.Context, job *river.Job[T]) error { return fn(ctx, job.Args) }))
}

// Every inserts the job each interval, on the elected leader, and once at its start. One that fails is not tried again later
// than the next would have come: as long as it waits, none is inserted.
func (w *Workers) Every(interval time.Duration, args Args) {
	w.every[args.Kind()] = interval
	w.periodic = append(w.periodic, river.NewPeriodicJob(river.PeriodicInterval(interval), func() (river.JobArgs, *river.InsertOpts) {
		return args, &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: []rivertype.JobState{
			rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRunning, rivertype.JobStateRetryable,
			rivertype.JobStateScheduled,
		}}}
	}, &river.PeriodicJobOpts{RunOnStart: true}))
}

// How long the database may be silent, unless it builds an index anew, which takes less; and how long after its time a stop
// waits for those who were told to end at once.
const (
	silence    = 30 * time.Second
	reindexFor = 25 * time.Second
	hardStop   = 2 * time.Second
)

// Runner works jobs.
type Runner struct {
	client *river.Client[pgx.Tx]
	pool   *pgxpool.Pool
}

// Options say how jobs are worked.
type Options struct {
	// Parallel is how many are worked at a time.
	Parallel int
	// Silence is how long the database may take to answer before a connection is given up; 0 means 30 s.
	Silence time.Duration
	Log     *slog.Logger
}

// Start begins to work jobs. Stop must be called.
func Start(ctx context.Context, dsn string, w *Workers, o Options) (*Runner, error) {
	if o.Silence == 0 {
		o.Silence = silence
	}
	cfg, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("job workers: %w", err)
	}
	pg.Attend(&cfg.ConnConfig.Config, o.Silence)
	cfg.MaxConns = 6
	cfg.ConnConfig.RuntimeParams["application_name"] = "roamcart-jobs"
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("job workers: %w", err)
	}
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{
		Queues:               map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: o.Parallel}},
		Workers:              w.set,
		PeriodicJobs:         w.periodic,
		Logger:               o.Log,
		FetchCooldown:        20 * time.Millisecond,
		FetchPollInterval:    500 * time.Millisecond,
		JobTimeout:           25 * time.Second,
		RescueStuckJobsAfter: 30 * time.Second,
		ReindexerTimeout:     reindexFor,
		RetryPolicy:          retryPolicy{w.every},
	})
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("job workers: %w", err)
	}
	if err := client.Start(context.WithoutCancel(ctx)); err != nil {
		pool.Close()
		return nil, fmt.Errorf("start job workers: %w", err)
	}
	return &Runner{client: client, pool: pool}, nil
}

// Stop lets running jobs end until ctx is done, then cancels them. It waits no longer than a few seconds more: what a
// database that does not answer holds up, ends with the program, and its jobs are taken up again later.
func (r *Runner) Stop(ctx context.Context) error {
	hard, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(hardStop, cancel) })()
	if r.client.Stop(ctx) != nil {
		_ = r.client.StopAndCancel(hard)
	}
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		r.pool.Close()
	}()
	select {
	case <-closed:
		return nil
	case <-hard.Done():
		return ErrCutOff
	}
}

// ErrCutOff is returned by Stop for jobs that did not end although they were told to.
var ErrCutOff = errors.New("jobs did not end in time")

// retryPolicy tries again after 1, 2, 4 ... seconds, at most ten minutes: a shopper is waiting. A periodic job waits no longer
// than its interval.
type retryPolicy struct{ every map[string]time.Duration }

// NextRetry returns when to try the job again.
func (p retryPolicy) NextRetry(job *rivertype.JobRow) time.Time {
	wait := 10 * time.Minute
	if n := len(job.Errors); n < 10 {
		wait = min(wait, time.Second<<n)
	}
	if interval, periodic := p.every[job.Kind]; periodic {
		wait = min(wait, interval)
	}
	return time.Now().Add(wait)
}
