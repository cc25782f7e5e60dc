package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// buyers is how many shoppers buy at once, and how many clients pgbench has.
const buyers = 16

// deliveryTime bounds the wait for the last delivery.
const deliveryTime = 2 * time.Minute

// orderRow measures whole orders: price, sealed order, payment at the sandbox provider with its webhook, delivery of the
// eSIM and its mails. Beside it stands how many of its five-statement transactions pgbench does in the same database
// server, before and after.
func orderRow(ctx context.Context, b *bench) ([]Figure, error) {
	goods, err := b.shop.esims(ctx)
	if err != nil {
		return nil, err
	}
	orders := 200
	if b.full {
		orders = 1000
	}
	bare, how, err := transactions(ctx, b.shop, b.turn())
	if err != nil {
		return nil, err
	}
	placed, done, err := b.shop.sell(ctx, goods, orders)
	if err != nil {
		return nil, err
	}
	again, _, err := transactions(ctx, b.shop, b.turn())
	if err != nil {
		return nil, err
	}
	rate, bench := float64(orders)/done.Seconds(), (bare+again)/2
	return []Figure{
		figure(fmt.Sprintf("%d orders, %d shoppers at once, until paid", orders, buyers), float64(orders)/placed.Seconds(), "orders/s"),
		figure("the same until the last eSIM and mail are delivered", rate, "orders/s"),
		figure(how+", same database server, as many clients", bench, "transactions/s"),
		figure("orders / transactions", rate/bench, ""),
	}, nil
}

// sell sells so many eSIMs and returns how long it took until all were paid, and until all were delivered.
func (s *Shop) sell(ctx context.Context, goods []string, orders int) (paid, delivered time.Duration, err error) {
	before, err := s.completed(ctx)
	if err != nil {
		return 0, 0, err
	}
	began := time.Now()
	var next atomic.Int64
	faults := make([]error, buyers)
	var all sync.WaitGroup
	for i := range buyers {
		all.Go(func() {
			for n := next.Add(1); n <= int64(orders) && faults[i] == nil; n = next.Add(1) {
				_, faults[i] = s.Shopper().Buy(ctx, goods[int(n)%len(goods)])
			}
		})
	}
	all.Wait()
	if err := errors.Join(faults...); err != nil {
		return 0, 0, err
	}
	paid = time.Since(began)
	err = s.wait(ctx, deliveryTime, func() bool {
		n, err := s.completed(ctx)
		return err == nil && n-before >= orders
	})
	return paid, time.Since(began), err
}

// completed returns how many orders are paid, delivered and their mails sent.
func (s *Shop) completed(ctx context.Context) (n int, err error) {
	conn, err := s.Connect(ctx, "roamcart")
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close(ctx) }()
	err = conn.QueryRow(ctx, `select count(*) from orders where status = 'completed'`).Scan(&n)
	return n, err
}
