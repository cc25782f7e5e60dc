package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

type ringArgs struct {
	Times int `json:"times"`
}

// Kind names the worker.
func (ringArgs) Kind() string { return "ring" }

type roundArgs struct{}

// Kind names the worker.
func (roundArgs) Kind() string { return "round" }

// A periodic job that fails comes again when its next would have come, however often it has failed.
func TestAPeriodicJobThatFailsKeepsItsInterval(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	rounds := make(chan time.Time, 10)
	workers := jobs.NewWorkers(nil)
	jobs.Handle(workers, func(context.Context, roundArgs) error {
		rounds <- time.Now()
		return errors.New("the provider does not answer")
	})
	const interval = 50 * time.Millisecond
	workers.Every(interval, roundArgs{})
	runner, err := jobs.Start(t.Context(), db.DSN, workers, jobs.Options{Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	defer func() { _ = runner.Stop(t.Context()) }()
	began := time.Now()
	for range 6 {
		select {
		case <-rounds:
		case <-time.After(time.Minute):
			t.Fatal("no further round")
		}
	}
	// With the pauses of other jobs the sixth would come after half a minute.
	if took := time.Since(began); took > 25*time.Second {
		t.Errorf("six rounds took %s", took)
	}
}

// So does one whose partner cannot be asked and whose tries are used up.
func TestAPeriodicJobKeepsItsIntervalInAnOutage(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	rounds := make(chan struct{}, 100)
	workers := jobs.NewWorkers(nil)
	jobs.Handle(workers, func(context.Context, roundArgs) error {
		_, _ = db.SQL.Exec(`update river_job set max_attempts = attempt`)
		rounds <- struct{}{}
		return jobs.Outage("the provider does not answer")
	})
	workers.Every(50*time.Millisecond, roundArgs{})
	runner, err := jobs.Start(t.Context(), db.DSN, workers, jobs.Options{Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	defer func() { _ = runner.Stop(t.Context()) }()
	for range 4 {
		select {
		case <-rounds:
		case <-time.After(30 * time.Second):
			t.Fatal("no further round")
		}
	}
}

// A job that is marked as this runner's and that it does not run, because the connection broke when it was fetched, is worked soon; one
// that it does run, however long, and one of another runner are left alone. One that would wait until a clock that was put back has
// caught up is worked, too.
func TestAJobThatNobodyRunsIsWorkedSoon(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	rings := make(chan int, 10)
	release := make(chan struct{})
	workers := jobs.NewWorkers(nil)
	jobs.Handle(workers, func(_ context.Context, a ringArgs) error {
		rings <- a.Times
		if a.Times == 1 {
			<-release
		}
		return nil
	})
	runner, err := jobs.Start(t.Context(), db.DSN, workers, jobs.Options{Log: slog.New(slog.DiscardHandler), Reclaim: 300 * time.Millisecond})
	require.NoError(t, err)
	defer func() {
		close(release)
		_ = runner.Stop(t.Context())
	}()
	queue, err := jobs.NewQueue(db, nil)
	require.NoError(t, err)
	enqueue := func(times int) {
		t.Helper()
		err := db.InTx(t.Context(), func(ctx context.Context, tx *pg.Tx) error {
			return queue.Enqueue(ctx, tx, jobs.Job{Args: ringArgs{times}})
		})
		require.NoError(t, err)
	}
	// A job whose end is not recorded within the pause is worked again, on a machine that stands still for that long: twice is once.
	worked := map[int]bool{}
	next := func() int {
		t.Helper()
		for {
			select {
			case times := <-rings:
				if worked[times] && times != 1 {
					continue
				}
				worked[times] = true
				return times
			case <-time.After(15 * time.Second):
				t.Fatal("no job is worked")
			}
		}
	}
	enqueue(1)
	if times := next(); times != 1 {
		t.Fatalf("job %d is worked first", times)
	}
	// What a fetch leaves behind whose answer was lost.
	const lost = `insert into river_job (kind, args, state, max_attempts, attempt, attempted_at, attempted_by, queue, scheduled_at)
		select kind, jsonb_build_object('times', cast(@times as int)), 'running', max_attempts, 1, now(), case when cast(@own as bool) then attempted_by else array['another'] end,
		       queue, now() from river_job where args->>'times' = '1'`
	for _, job := range []map[string]any{{"times": 2, "own": true}, {"times": 3, "own": false}} {
		require.NoError(t, db.Gorm.Exec(lost, job).Error)
	}
	if times := next(); times != 2 {
		t.Fatalf("job %d is worked, not the one that nobody ran", times)
	}
	// What is written when the clock is an hour ahead, and put back afterwards.
	err = db.Gorm.Exec(`insert into river_job (kind, args, state, max_attempts, queue, scheduled_at)
		select kind, jsonb_build_object('times', 4), 'available', max_attempts, queue, now() + interval '1 hour' from river_job where args->>'times' = '1'`).Error
	require.NoError(t, err)
	if times := next(); times != 4 {
		t.Fatalf("job %d is worked, not the one that waits for the clock", times)
	}
	// What is to be tried again, and what is planned, written when the clock is an hour ahead; and what is to be tried again in an hour.
	const waiting = `insert into river_job (kind, args, state, max_attempts, attempt, queue, created_at, attempted_at, attempted_by, errors, scheduled_at)
		select kind, jsonb_build_object('times', 7), 'retryable'::river_job_state, max_attempts, 1, queue, now(), now(), attempted_by, array['{}'::jsonb], now() + interval '1 hour'
		from river_job where args->>'times' = '1'
		union all
		select kind, jsonb_build_object('times', 5), 'retryable'::river_job_state, max_attempts, 1, queue, now(), now() + interval '1 hour', attempted_by, array['{}'::jsonb],
		       now() + interval '1 hour 1 second'
		from river_job where args->>'times' = '1'
		union all
		select kind, jsonb_build_object('times', 6), 'scheduled'::river_job_state, max_attempts, 0, queue, now() + interval '1 hour', null, null, null, now() + interval '1 hour 1 second'
		from river_job where args->>'times' = '1'`
	require.NoError(t, db.Gorm.Exec(waiting).Error)
	if both := []int{next(), next()}; min(both[0], both[1]) != 5 || max(both[0], both[1]) != 6 {
		t.Fatalf("jobs %d are worked, not the two that wait for the clock", both)
	}
	// Longer than the pause after which a job is nobody's.
	for end := time.After(time.Second); ; {
		select {
		case times := <-rings:
			if !worked[times] || times == 1 {
				t.Fatalf("job %d is worked, which another runner has, or which runs", times)
			}
		case <-end:
			return
		}
	}
}

// A database that goes without a word, and comes back, has its jobs worked again; one that stays away holds up no stop.
func TestJobsOutliveASilentDatabase(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	proxy, address := waittest.OpenFaultProxy(t, db.DSN)
	queue, err := jobs.NewQueue(db, nil)
	require.NoError(t, err)
	rung := make(chan int, 10)
	workers := jobs.NewWorkers(nil)
	jobs.Handle(workers, func(_ context.Context, a ringArgs) error {
		rung <- a.Times
		return nil
	})
	runner, err := jobs.Start(t.Context(), address, workers, jobs.Options{MaxSilence: time.Second, Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	ring := func(times int) {
		t.Helper()
		err := db.InTx(t.Context(), func(ctx context.Context, tx *pg.Tx) error {
			return queue.Enqueue(ctx, tx, jobs.Job{Args: ringArgs{times}})
		})
		require.NoError(t, err)
		select {
		case n := <-rung:
			if n != times {
				t.Fatalf("job %d instead of %d", n, times)
			}
		case <-time.After(time.Minute):
			t.Fatalf("job %d was not worked", times)
		}
	}
	ring(1)
	proxy.Hang()
	lost := 0
	isPolled := func() bool { return proxy.Unanswered() > lost }
	waittest.Eventually(t, "somebody asks", isPolled)
	proxy.Resume()
	ring(2)

	lost = proxy.Unanswered()
	proxy.Hang()
	waittest.Eventually(t, "somebody asks", isPolled)
	stop, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	began := time.Now()
	// Whether something is cut off depends on who asks at that moment.
	if err := runner.Stop(stop); err != nil && !errors.Is(err, jobs.ErrCutOff) {
		t.Errorf("stopped with: %v", err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("the stop took %s", took)
	}
}

type slowArgs struct{}

// Kind names the worker.
func (slowArgs) Kind() string { return "slow" }

// What waits in one queue holds up no other, and a failure is tried again as its queue says.
func TestQueuesDoNotWaitForEachOther(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	queues := jobs.Queues{
		{Name: "partner", Workers: 1, Kinds: []string{"slow"}},
		{Name: "bells", Workers: 1, RetryWithin: 50 * time.Millisecond, Kinds: []string{"ring"}},
	}
	queue, err := jobs.NewQueue(db, queues)
	require.NoError(t, err)
	hangs, rung := make(chan struct{}, 10), make(chan int, 10)
	workers := jobs.NewWorkers(queues)
	jobs.Handle(workers, func(ctx context.Context, _ slowArgs) error {
		hangs <- struct{}{}
		<-ctx.Done()
		return ctx.Err()
	})
	jobs.Handle(workers, func(_ context.Context, a ringArgs) error {
		rung <- a.Times
		return errors.New("once more")
	})
	runner, err := jobs.Start(t.Context(), db.DSN, workers, jobs.Options{Log: slog.New(slog.DiscardHandler)})
	require.NoError(t, err)
	defer func() {
		stop, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_ = runner.Stop(stop)
	}()
	insert := func(list ...jobs.Job) {
		t.Helper()
		err := db.InTx(t.Context(), func(ctx context.Context, tx *pg.Tx) error { return queue.Enqueue(ctx, tx, list...) })
		require.NoError(t, err)
	}
	insert(jobs.Job{Args: slowArgs{}}, jobs.Job{Args: slowArgs{}}, jobs.Job{Args: slowArgs{}})
	<-hangs
	insert(jobs.Job{Args: ringArgs{7}})
	for range 3 { // with the usual pauses the third would come after three seconds at the earliest
		select {
		case n := <-rung:
			if n != 7 {
				t.Fatalf("rang %d times", n)
			}
		case <-time.After(time.Minute):
			t.Fatal("a queue waits for another one")
		}
	}
	if len(hangs) != 0 {
		t.Error("one worker works two jobs")
	}
	for range 2 {
		insert(jobs.Job{Args: ringArgs{8}, At: time.Now().Add(time.Hour), Once: true})
	}
	var n int
	if db.Gorm.Raw(`select count(*) from river_job where args = '{"times": 8}'`).Scan(&n); n != 1 {
		t.Errorf("%d jobs that should be there once", n)
	}
}

// A job whose partner cannot be asked is tried until it can, however often that is; one that fails for another reason is given up.
func TestAJobOutlivesAnOutage(t *testing.T) {
	t.Parallel()
	const unreachable = jobs.Outage("the provider does not answer")
	for name, c := range map[string]struct {
		failure error
		want    int64
	}{"an outage": {fmt.Errorf("refund 7: %w", unreachable), 6}, "another failure": {errors.New("no such refund"), 2}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := pgtest.New(t)
			queues := jobs.Queues{{Name: "money", Workers: 1, RetryWithin: 10 * time.Millisecond, Kinds: []string{"ring"}}}
			workers := jobs.NewWorkers(queues)
			var tries atomic.Int64
			jobs.Handle(workers, func(context.Context, ringArgs) error {
				if tries.Add(1) < 6 {
					return c.failure
				}
				return nil
			})
			queue, err := jobs.NewQueue(db, queues)
			require.NoError(t, err)
			err = db.InTx(t.Context(), func(ctx context.Context, tx *pg.Tx) error {
				return queue.Enqueue(ctx, tx, jobs.Job{Args: ringArgs{1}, MaxAttempts: 2})
			})
			require.NoError(t, err)
			runner, err := jobs.Start(t.Context(), db.DSN, workers, jobs.Options{Log: slog.New(slog.DiscardHandler)})
			require.NoError(t, err)
			defer func() { _ = runner.Stop(t.Context()) }()
			waittest.Eventually(t, "the end of the job", func() bool {
				var over int
				return db.SQL.QueryRow(`select count(*) from river_job where finalized_at is not null`).Scan(&over) == nil && over == 1
			})
			if n := tries.Load(); n != c.want {
				t.Errorf("%d tries, want %d", n, c.want)
			}
		})
	}
}
