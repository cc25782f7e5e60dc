// Package jobs runs what must happen after a commit: a job is inserted in the transaction that needs it and worked at
// least once, by any replica. Job arguments hold ids only; a worker begins by locking its row and looking at its state.
package jobs

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/rivertype"

	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/tracing"
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
	// Once inserts nothing while a job with the same arguments waits or is worked.
	Once bool
}

// unfinished are the states of a job that is not done.
var unfinished = []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRunning, rivertype.JobStateRetryable, rivertype.JobStateScheduled,
}

// QueueConfig is a queue of jobs with workers of its own, so that what waits in one holds up no other.
type QueueConfig struct {
	Name string
	// Workers is how many jobs are worked at a time, in one program.
	Workers int
	// Timeout is how long a job may take; 0 means 25 s.
	Timeout time.Duration
	// RetryWithin is the longest pause before a job that failed is tried again; 0 means 10 minutes.
	RetryWithin time.Duration
	// Kinds are the jobs that belong here.
	Kinds []string
}

// Queues are all queues of a shop. Jobs of a kind that none of them names are in DefaultQueue.
type Queues []QueueConfig

// DefaultQueue exists whether Queues name it or not, with defaultWorkers unless they say otherwise.
const (
	DefaultQueue   = river.QueueDefault
	defaultWorkers = 2
)

// Names returns the names of all queues.
func (q Queues) Names() []string {
	names := []string{DefaultQueue}
	for _, one := range q {
		if one.Name != DefaultQueue {
			names = append(names, one.Name)
		}
	}
	return names
}

// of returns the queue of a kind of jobs.
func (q Queues) of(kind string) QueueConfig {
	if n := slices.IndexFunc(q, func(one QueueConfig) bool { return slices.Contains(one.Kinds, kind) }); n >= 0 {
		return q[n]
	}
	return QueueConfig{Name: DefaultQueue}
}

// Queue inserts jobs. A Runner runs them.
type Queue struct {
	client *river.Client[*sql.Tx]
	db     *pg.DB
	queues Queues
}

// NewQueue returns a queue over the pool that gorm works on.
func NewQueue(db *pg.DB, queues Queues) (*Queue, error) {
	c, err := river.NewClient(riverdatabasesql.New(db.SQL), &river.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, fmt.Errorf("job queue: %w", err)
	}
	return &Queue{client: c, db: db, queues: queues}, nil
}

// Enqueue inserts jobs in the caller's transaction: in one statement, unless some are to be there once.
func (q *Queue) Enqueue(ctx context.Context, tx *pg.Tx, jobs ...Job) error {
	var plain []Job
	var once []river.InsertManyParams
	for _, j := range jobs {
		if !j.Once {
			plain = append(plain, j)
			continue
		}
		once = append(once, river.InsertManyParams{Args: j.Args, InsertOpts: &river.InsertOpts{
			Queue: q.queues.of(j.Args.Kind()).Name, ScheduledAt: j.At, MaxAttempts: j.MaxAttempts,
			UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: unfinished}, Metadata: tracing.Metadata(ctx),
		}})
	}
	if len(plain) > 0 {
		if _, err := q.EnqueueWith(ctx, tx, pg.Fragment{}, `true`, plain...); err != nil {
			return err
		}
	}
	if len(once) == 0 {
		return nil
	}
	if _, err := q.client.InsertManyFastTx(ctx, tx.SQL(), once); err != nil {
		return fmt.Errorf("enqueue %s: %w", once[0].Args.Kind(), err)
	}
	return nil
}

// GivenUp is a job that failed as often as it may be tried.
type GivenUp struct {
	ID   int64  `json:"id,string"`
	Kind string `json:"kind"`
	// Args are its arguments as JSON: they hold ids only.
	Args  string    `json:"args"`
	Tries int       `json:"tries"`
	Since time.Time `json:"since"`
	Why   string    `json:"why"`
}

// GivenUp lists jobs that were given up, oldest first.
func (q *Queue) GivenUp(ctx context.Context, limit int) ([]GivenUp, error) {
	list := []GivenUp{}
	err := q.db.Conn(ctx).Raw(`
		select id, kind, args::text as args, attempt as tries, finalized_at as since, coalesce(errors[cardinality(errors)] ->> 'error', '') as why
		from river_job where state = 'discarded' order by finalized_at limit ?`, limit).Scan(&list).Error
	if err != nil {
		return nil, fmt.Errorf("list jobs that were given up: %w", err)
	}
	return list, nil
}

// ErrNoJob is returned by Retry for a number that names no job that was given up.
var ErrNoJob = errors.New("no job with this number was given up")

// Retry lets a job that was given up be tried once more, at once.
func (q *Queue) Retry(ctx context.Context, id int64) error {
	return q.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		var there []int64
		if err := tx.Raw(`select id from river_job where id = ? and state = 'discarded' for update`, id).Scan(&there).Error; err != nil {
			return fmt.Errorf("find a job: %w", err)
		}
		if len(there) == 0 {
			return ErrNoJob
		}
		if _, err := q.client.JobRetryTx(ctx, tx.SQL(), id); err != nil {
			return fmt.Errorf("retry a job: %w", err)
		}
		return nil
	})
}

// Snooze is returned by a worker to be run again after a while without that counting as a failure.
func Snooze(d time.Duration) error { return river.JobSnooze(d) }

// IsSnoozed reports whether err is what Snooze returns.
func IsSnoozed(err error) bool {
	_, snoozed := SnoozedFor(err)
	return snoozed
}

// SnoozedFor returns what Snooze was called with.
func SnoozedFor(err error) (time.Duration, bool) {
	var snooze *river.JobSnoozeError
	if !errors.As(err, &snooze) {
		return 0, false
	}
	return snooze.Duration, true
}

// Outage is an error that says that a partner cannot be asked now. A job is not given up because of one: when its tries are used up, it is
// put off until the partner answers.
type Outage string

// Error is the text of the error.
func (o Outage) Error() string { return string(o) }

// Workers collects the workers of all modules.
type Workers struct {
	set      *river.Workers
	periodic []*river.PeriodicJob
	queues   Queues
	// every is the interval of periodic jobs, by kind.
	every map[string]time.Duration
}

// NewWorkers returns an empty set.
func NewWorkers(queues Queues) *Workers {
	return &Workers{set: river.NewWorkers(), queues: queues, every: map[string]time.Duration{}}
}

// Handle registers fn for jobs of type T. It runs on the database connections of background work, one at a time.
func Handle[T Args](w *Workers, fn func(ctx context.Context, args T) error) {
	var zero T
	river.AddWorker(w.set, &worker[T]{work: fn, timeout: w.queues.of(zero.Kind()).Timeout, all: w})
}

type worker[T Args] struct {
	river.WorkerDefaults[T]
	work    func(ctx context.Context, args T) error
	timeout time.Duration
	all     *Workers
}

// Work works one job.
func (w *worker[T]) Work(ctx context.Context, job *river.Job[T]) error {
	err := w.work(pg.WithUnitOfWork(pg.Background(ctx)), job.Args)
	if outage := Outage(""); job.Attempt >= job.MaxAttempts && errors.As(err, &outage) {
		return Snooze(w.all.longestPause(job.Kind))
	}
	return err
}

// Timeout is that of the job's queue, 0 for the usual one.
func (w *worker[T]) Timeout(*river.Job[T]) time.Duration { return w.timeout }

// longestPause is how long a job of a kind waits at most before it is tried again: a periodic one no longer than its interval.
func (w *Workers) longestPause(kind string) time.Duration {
	longest := cmp.Or(w.queues.of(kind).RetryWithin, 10*time.Minute)
	if interval, periodic := w.every[kind]; periodic {
		return min(longest, interval)
	}
	return longest
}

// Every inserts the job each interval, on the elected leader, and once at its start. One that fails is not tried again later
// than the next would have come: as long as it waits, none is inserted.
func (w *Workers) Every(interval time.Duration, args Args) {
	w.every[args.Kind()] = interval
	w.periodic = append(w.periodic, river.NewPeriodicJob(river.PeriodicInterval(interval), func() (river.JobArgs, *river.InsertOpts) {
		return args, &river.InsertOpts{Queue: w.queues.of(args.Kind()).Name, UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: unfinished}}
	}, &river.PeriodicJobOpts{RunOnStart: true}))
}
