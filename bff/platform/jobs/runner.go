package jobs

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"

	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/tracing"
)

// How long the database may be silent, unless it builds an index anew, which takes less; and how long after its time a stop
// waits for those that were cancelled.
const (
	maxSilence = 30 * time.Second
	reindexFor = 25 * time.Second
	hardStop   = 2 * time.Second
)

// fetchPause is the least time between two looks for jobs of a queue. Those that come meanwhile are fetched together.
const fetchPause = 50 * time.Millisecond

// Runner runs jobs.
type Runner struct {
	client *river.Client[pgx.Tx]
	pool   *pgxpool.Pool
	// stopReclaiming ends the reclaimer and waits until it has.
	stopReclaiming func()
}

// Options configure a Runner.
type Options struct {
	// MaxSilence is the limit of pg.LimitSilence for the queue's connections; 0 means 30 s.
	MaxSilence time.Duration
	// Reclaim is how long a job may be marked as running while this runner does not run it; 0 means 10 s.
	Reclaim time.Duration
	// OnStatement is for the queue's own connections: see pg.Options.
	OnStatement func(conn uint32, statement string)
	// Tracing begins a span for each job; nil none.
	Tracing *tracing.Tracing
	Log     *slog.Logger
}

// Conns is how many connections to the database the queue holds at most for itself, beside those of the jobs.
const Conns = 6

// Start begins to work jobs. dsn leads to the database itself: the queue listens for news on a connection of its own, which a pooler
// in transaction mode does not keep. Stop must be called.
func Start(ctx context.Context, dsn string, w *Workers, o Options) (*Runner, error) {
	if o.MaxSilence == 0 {
		o.MaxSilence = maxSilence
	}
	cfg, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("job workers: %w", err)
	}
	pg.LimitSilence(&cfg.ConnConfig.Config, o.MaxSilence)
	if o.OnStatement != nil {
		pg.TraceStatements(cfg.ConnConfig, o.OnStatement)
	}
	cfg.MaxConns = Conns
	cfg.ConnConfig.RuntimeParams["application_name"] = "roamcart-jobs"
	cfg.ConnConfig.RuntimeParams["random_page_cost"] = pg.RandomPageCost
	maps.Copy(cfg.ConnConfig.RuntimeParams, pg.NoTimeouts)
	maps.Copy(cfg.ConnConfig.RuntimeParams, pg.GenericPlans)
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("job workers: %w", err)
	}
	configs := map[string]river.QueueConfig{DefaultQueue: {MaxWorkers: defaultWorkers}}
	for _, one := range w.queues {
		configs[one.Name] = river.QueueConfig{MaxWorkers: one.Workers}
	}
	reclaim := &reclaimer{pool: pool, id: rand.Text(), log: o.Log, after: cmp.Or(o.Reclaim, reclaimAfter), held: map[int64]time.Time{}}
	middleware := []rivertype.Middleware{reclaim.middleware()}
	if o.Tracing != nil {
		middleware = append(middleware, follow(o.Tracing))
	}
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{
		ID:                   reclaim.id,
		Middleware:           middleware,
		Queues:               configs,
		Workers:              w.set,
		PeriodicJobs:         w.periodic,
		Logger:               o.Log,
		FetchCooldown:        fetchPause,
		FetchPollInterval:    time.Second, // a new job is notified of at once; this is for a database that sends no notifications
		JobTimeout:           25 * time.Second,
		RescueStuckJobsAfter: 30 * time.Second,
		// Staff have to see what was given up.
		DiscardedJobRetentionPeriod: 90 * 24 * time.Hour,
		ReindexerTimeout:            reindexFor,
		ReindexerIndexNames: slices.DeleteFunc(river.ReindexerIndexNamesDefault(), func(name string) bool {
			return slices.Contains(pg.UnusedQueueIndexes, name)
		}),
		RetryPolicy: retryPolicy{w},
	})
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("job workers: %w", err)
	}
	if err := client.Start(context.WithoutCancel(ctx)); err != nil {
		pool.Close()
		return nil, fmt.Errorf("start job workers: %w", err)
	}
	reclaiming, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var ended sync.WaitGroup
	ended.Go(func() { reclaim.run(reclaiming, min(reclaimEvery, reclaim.after)) })
	return &Runner{client: client, pool: pool, stopReclaiming: func() { cancel(); ended.Wait() }}, nil
}

// PoolStat returns the figures of the connections that the queue itself uses.
func (r *Runner) PoolStat() *pgxpool.Stat { return r.pool.Stat() }

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
		r.stopReclaiming()
		r.pool.Close()
	}()
	select {
	case <-closed:
		return nil
	case <-hard.Done():
		return ErrCutOff
	}
}

// ErrCutOff is returned by Stop for jobs that did not end although they were cancelled.
var ErrCutOff = errors.New("jobs did not end in time")

// retryPolicy tries again after 1, 2, 4 ... seconds, at most as its queue allows: a shopper is waiting. A periodic job waits no
// longer than its interval.
type retryPolicy struct{ workers *Workers }

// NextRetry returns when to try the job again.
func (p retryPolicy) NextRetry(job *rivertype.JobRow) time.Time {
	wait := p.workers.longestPause(job.Kind)
	if n := len(job.Errors); n < 10 {
		wait = min(wait, time.Second<<n)
	}
	return time.Now().Add(wait)
}
