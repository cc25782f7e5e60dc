package main

import (
	"context"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/infra/process"
)

// statsDelay is how long a database session may keep its counters to itself.
const statsDelay = 1500 * time.Millisecond

// backendWork counts what the database and the renderer have done so far.
type backendWork struct {
	transactions int64
	node         time.Duration
}

// hitsWithoutBackend shows that a hit needs neither the database nor the renderer: it counts what both do during hits, less what
// they do in the same time without any (the shop looks for changes and for jobs by itself).
func hitsWithoutBackend(ctx context.Context, b *bench, page string) ([]Figure, error) {
	hits := 0
	hit := func() error {
		found, err := runWrk(ctx, page, b.runLength(), acceptBrotli)
		hits = found.Requests
		return err
	}
	rest := func() error { return nil }
	var done [3]backendWork
	for i, do := range []func() error{rest, hit, rest} {
		var err error
		if done[i], err = b.shop.workDuring(ctx, b.runLength(), do); err != nil {
			return nil, err
		}
	}
	before, busy, after := done[0], done[1], done[2]
	per := func(n float64) float64 { return max(n, 0) / (float64(hits) / 1000) }
	transactions := busy.transactions - max(before.transactions, after.transactions)
	node := busy.node - max(before.node, after.node)
	return []Figure{
		figure("transactions per 1,000 hits, beyond an idle shop's", per(float64(transactions)), "").atMost(1),
		figure("Node's processor time per 1,000 hits, beyond an idle shop's", per(inMilliseconds(node)), "ms").atMost(1),
	}, nil
}

// workDuring returns what is done while do runs, within a time that is the same for every do that does not take longer.
func (s *Shop) workDuring(ctx context.Context, length time.Duration, do func() error) (backendWork, error) {
	before, err := s.workDone(ctx)
	if err != nil {
		return backendWork{}, err
	}
	end := time.After(length)
	if err := do(); err != nil {
		return backendWork{}, err
	}
	<-end
	after, err := s.workDone(ctx)
	return backendWork{after.transactions - before.transactions, after.node - before.node}, err
}

func (s *Shop) workDone(ctx context.Context) (backendWork, error) {
	// Sessions report their counters when they end a transaction, at most once a second.
	select {
	case <-ctx.Done():
		return backendWork{}, context.Cause(ctx)
	case <-time.After(statsDelay):
	}
	conn, err := s.Connect(ctx, ownDatabase) // the shop's own database is not touched by asking
	if err != nil {
		return backendWork{}, fmt.Errorf("count transactions: %w", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	var w backendWork
	err = conn.QueryRow(ctx, `select xact_commit + xact_rollback from pg_stat_database where datname = $1`, shopDatabase).Scan(&w.transactions)
	if err != nil {
		return backendWork{}, fmt.Errorf("count transactions: %w", err)
	}
	w.node, err = process.CPUTime(s.Renderer())
	return w, err
}
