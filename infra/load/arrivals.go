package main

import (
	"context"
	"errors"
	"sync"
	"time"
)

// visitResult is the result of one visit.
type visitResult struct {
	// latency counts from the moment at which the visit was due, late is how much of it passed before the visit was begun.
	latency, late time.Duration
	err           error
}

// runAtRate begins visits at a constant rate for some time, whether or not those before have ended, and returns what became of each
// when all have ended. visit is called with the number of the visit.
func runAtRate(ctx context.Context, perSecond float64, length time.Duration, visit func(ctx context.Context, n int) error) []visitResult {
	gap := time.Duration(float64(time.Second) / perSecond)
	out := make([]visitResult, max(int(length/gap), 1))
	began := time.Now()
	var all sync.WaitGroup
	for n := range out {
		due := time.Duration(n) * gap
		if wait := due - time.Since(began); wait > 0 {
			time.Sleep(wait)
		}
		if ctx.Err() != nil {
			out = out[:n]
			break
		}
		a := &out[n]
		all.Go(func() {
			a.late = time.Since(began) - due
			a.err = visit(ctx, n)
			a.latency = time.Since(began) - due
		})
	}
	all.Wait()
	return out
}

// latencies returns the latencies of the visits for which a condition holds.
func latencies(all []visitResult, of func(n int) bool) []time.Duration {
	var out []time.Duration
	for n, a := range all {
		if of(n) {
			out = append(out, a.latency)
		}
	}
	return out
}

// fault returns the errors of all visits, of many alike the first.
func fault(all []visitResult) error {
	var out []error
	logged := map[string]bool{}
	for _, a := range all {
		if a.err != nil && !logged[a.err.Error()] {
			logged[a.err.Error()] = true
			out = append(out, a.err)
		}
	}
	return errors.Join(out...)
}

// refinements is how often highestRate halves what it does not know.
const refinements = 3

// highestRate returns the highest sustained rate: it doubles the rate while it is sustained, halves it until one is, and then tries rates
// between the highest sustained one and the lowest that was not. It is 0 when not even the lowest is sustained.
func highestRate(start, lowest float64, keeps func(rate float64) (bool, error)) (float64, error) {
	kept, lost := 0.0, 0.0
	for rate := start; kept == 0 || lost == 0; {
		ok, err := keeps(rate)
		switch {
		case err != nil:
			return kept, err
		case ok:
			kept, rate = rate, 2*rate
		default:
			lost, rate = rate, rate/2
			if kept == 0 && rate < lowest {
				return 0, nil
			}
		}
	}
	for range refinements {
		rate := (kept + lost) / 2
		ok, err := keeps(rate)
		switch {
		case err != nil:
			return kept, err
		case ok:
			kept = rate
		default:
			lost = rate
		}
	}
	return kept, nil
}
