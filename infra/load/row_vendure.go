package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/roamcart/roamcart/infra/client"
	"github.com/roamcart/roamcart/infra/process"
)

// vendureRow sells with Vendure, an open-source shop in Node, and with this shop, in turns, on the same machine and database server.
// An order of Vendure ends with its payment: nothing is delivered and no mail is sent, and its provider is a function that says yes. One
// process of it serves, with the job queue in it.
func vendureRow(ctx context.Context, b *bench) ([]Figure, error) {
	goods, err := b.shop.esims(ctx)
	if err != nil {
		return nil, err
	}
	v, err := startVendure(ctx, b.shop)
	if err != nil {
		return nil, err
	}
	defer v.stop()
	orders := 80
	if b.full {
		orders = 300
	}
	sides := []comparedShop{
		{database: vendureDatabase, pid: v.program.PID, sell: func(orders int) (saleTimes, error) { return v.sell(ctx, orders) }},
		{database: shopDatabase, pid: b.shop.FrontDoor(), sell: func(orders int) (saleTimes, error) { return b.shop.sell(ctx, goods, orders) }},
	}
	for range b.runs() + 1 { // the first turn, in which code is compiled and statements are prepared, counts for neither
		for i := range sides {
			if err := sides[i].turn(ctx, b.shop, orders); err != nil {
				return nil, err
			}
		}
	}
	vendure, shop := sides[0].medians(), sides[1].medians()
	return []Figure{
		figure(fmt.Sprintf("Vendure %s, %d shoppers at once, until paid", vendureVersion(), buyers), vendure.rate, "orders/s"),
		figure("the shop, as many shoppers, until paid", shop.rate, "orders/s"),
		figure("the shop / Vendure", shop.rate/vendure.rate, "").atLeast(5),
		figure("the shop until the last eSIM and mail are delivered", shop.delivered, "orders/s"),
		figure("this / Vendure until paid", shop.delivered/vendure.rate, ""),
		figure("processor time of Vendure for an order, without Postgres", vendure.program, "ms"),
		figure("processor time of the shop for an order, delivery and mails included, without Postgres", shop.program, "ms"),
		figure("processor time of Vendure's sessions in Postgres for an order", vendure.sessions, "ms"),
		figure("processor time of the shop's sessions in Postgres for an order, delivery and mails included", shop.sessions, "ms"),
	}, nil
}

// turnResult is the result of a turn: orders a second until paid and until delivered, and processor time for each in milliseconds.
type turnResult struct{ rate, delivered, program, sessions float64 }

// comparedShop is one of the two shops that are compared.
type comparedShop struct {
	database string
	pid      int
	sell     func(orders int) (saleTimes, error)
	turns    []turnResult
}

// turn sells, and keeps what it found.
func (s *comparedShop) turn(ctx context.Context, shop *Shop, orders int) error {
	before, err := s.used(ctx, shop)
	if err != nil {
		return err
	}
	took, err := s.sell(orders)
	if err != nil {
		return err
	}
	after, err := s.used(ctx, shop)
	if err != nil {
		return err
	}
	s.turns = append(s.turns, turnResult{
		rate: float64(orders) / took.paid.Seconds(), delivered: float64(orders) / took.delivered.Seconds(),
		program:  (after.program - before.program) / float64(orders),
		sessions: (after.sessions - before.sessions) / float64(orders),
	})
	return nil
}

// used is the processor time that both have used so far.
func (s *comparedShop) used(ctx context.Context, shop *Shop) (turnResult, error) {
	conn, err := shop.Connect(ctx, ownDatabase)
	if err != nil {
		return turnResult{}, err
	}
	defer func() { _ = conn.Close(ctx) }()
	sessions, err := sessionsTime(ctx, conn, s.database)
	if err != nil {
		return turnResult{}, err
	}
	program, err := process.CPUTime(s.pid)
	return turnResult{program: inMilliseconds(program), sessions: inMilliseconds(sessions)}, err
}

// medians returns the medians of all turns but the first.
func (s *comparedShop) medians() turnResult {
	of := func(value func(turnResult) float64) float64 {
		var values []float64
		for _, one := range s.turns[1:] {
			values = append(values, value(one))
		}
		return median(values)
	}
	return turnResult{
		of(func(s turnResult) float64 { return s.rate }), of(func(s turnResult) float64 { return s.delivered }),
		of(func(s turnResult) float64 { return s.program }), of(func(s turnResult) float64 { return s.sessions }),
	}
}

// sell makes shoppers buy, as many at once as of the shop's, and returns how long that took. A paid order is a delivered one.
func (v *Vendure) sell(ctx context.Context, orders int) (saleTimes, error) {
	began := time.Now()
	var next atomic.Int64
	faults := make([]error, buyers)
	var all sync.WaitGroup
	for i := range buyers {
		all.Go(func() {
			for n := next.Add(1); n <= int64(orders) && faults[i] == nil; n = next.Add(1) {
				faults[i] = v.Buy(ctx, int(n)%vendureProducts+1, fmt.Sprintf("ada.%d@example.com", client.NextNumber()))
			}
		})
	}
	all.Wait()
	took := time.Since(began)
	return saleTimes{paid: took, delivered: took}, errors.Join(faults...)
}

// vendureVersion returns the version that is installed, or "".
func vendureVersion() string {
	return match("infra/load/vendure/node_modules/@vendure/core/package.json", `"version": "([^"]+)"`)
}
