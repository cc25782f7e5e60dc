package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
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
	workers := jobs.NewWorkers()
	jobs.Handle(workers, func(context.Context, roundArgs) error {
		rounds <- time.Now()
		return errors.New("the provider does not answer")
	})
	const interval = 50 * time.Millisecond
	workers.Every(interval, roundArgs{})
	runner, err := jobs.Start(t.Context(), db.DSN, workers, jobs.Options{Parallel: 2, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = runner.Stop(t.Context()) }()
	began := time.Now()
	for range 4 {
		select {
		case <-rounds:
		case <-time.After(time.Minute):
			t.Fatal("no further round")
		}
	}
	// With the pauses of other jobs the fourth would come after seven seconds.
	if took := time.Since(began); took > 6*time.Second {
		t.Errorf("four rounds took %s", took)
	}
}

// A database that goes without a word, and comes back, has its jobs worked again; one that stays away holds up no stop.
func TestJobsOutliveASilentDatabase(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	gate, address := apptest.OpenGate(t, db.DSN)
	queue, err := jobs.NewQueue(db)
	if err != nil {
		t.Fatal(err)
	}
	rung := make(chan int, 10)
	workers := jobs.NewWorkers()
	jobs.Handle(workers, func(_ context.Context, a ringArgs) error {
		rung <- a.Times
		return nil
	})
	runner, err := jobs.Start(t.Context(), address, workers, jobs.Options{Parallel: 2, Silence: time.Second, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	ring := func(times int) {
		t.Helper()
		err := db.InTx(t.Context(), func(ctx context.Context, tx *pg.Tx) error {
			return queue.Enqueue(ctx, tx, jobs.Job{Args: ringArgs{times}})
		})
		if err != nil {
			t.Fatal(err)
		}
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
	gate.Stall()
	lost := 0
	somebodyAsks := func() bool { return gate.Lost() > lost }
	apptest.Eventually(t, "somebody asks", somebodyAsks)
	gate.Unlock()
	ring(2)

	lost = gate.Lost()
	gate.Stall()
	apptest.Eventually(t, "somebody asks", somebodyAsks)
	stop, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	began := time.Now()
	if err := runner.Stop(stop); !errors.Is(err, jobs.ErrCutOff) {
		t.Errorf("stopped with: %v", err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("the stop took %s", took)
	}
}
