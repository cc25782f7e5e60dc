package main

import (
	"context"
	"fmt"
	"time"
)

const (
	// firstRate is the rate that is tried first, lowestRate the lowest, in visits a second.
	firstRate, lowestRate = 80, 5
	// behindMost is how long after the last visit was due everything may be done, mails included, at a rate that is kept.
	behindMost = time.Second
)

// crowdRow measures a shop that everything happens in at once. It looks for the highest constant rate of visits that the shop keeps, and
// then how long visits take at half of it, counted from the moment at which each was due.
func crowdRow(ctx context.Context, b *bench) ([]Figure, error) {
	c, err := newCrowd(ctx, b.shop)
	if err != nil {
		return nil, err
	}
	defer c.close()
	highest, err := highestRate(firstRate, lowestRate, func(rate float64) (bool, error) {
		all, behind, err := c.run(ctx, rate, b.runLength())
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return err == nil && fault(all) == nil && behind <= behindMost, err
	})
	if err != nil {
		return nil, err
	}
	figures := []Figure{figure("highest rate kept: 80 % cached pages, 15 % private pages, 5 % buyers", highest, "visits/s")}
	if highest == 0 {
		return figures, fmt.Errorf("not even %d visits a second are kept", lowestRate)
	}
	length := time.Duration(b.runs()) * b.runLength()
	all, _, err := c.run(ctx, highest/2, length)
	if err == nil {
		err = fault(all)
	}
	if err != nil {
		return figures, fmt.Errorf("half load: %w", err)
	}
	figures = append(figures, figure("half of that, constant rate", float64(len(all))/length.Seconds(), "visits/s"))
	for _, kind := range []struct {
		what string
		of   func(n int) bool
	}{
		{"all visits", func(int) bool { return true }},
		{"cached pages", func(n int) bool { return c.kind(n) == cachedVisit }},
		{"private pages", func(n int) bool { return c.kind(n) == privateVisit }},
		{"buyers, from the price to the payment", func(n int) bool { return c.kind(n) == buyingVisit }},
	} {
		figures = append(figures, percentiles(kind.what+" there", latencies(all, kind.of))...)
	}
	var late []time.Duration
	for _, a := range all {
		late = append(late, a.late)
	}
	return append(figures, figure("the load generator's own lateness then, p99", part(late, 0.99), "ms")), nil
}

// percentiles are two lines of the table.
func percentiles(what string, all []time.Duration) []Figure {
	return []Figure{
		figure(what+", p50", part(all, 0.5), "ms"),
		figure(what+", p99", part(all, 0.99), "ms"),
	}
}
