package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/roamcart/roamcart/infra/client"
)

// buyers is how many shoppers buy at once, and how many clients pgbench has.
const buyers = 16

// deliveryTime bounds the wait for the last delivery.
const deliveryTime = 2 * time.Minute

// orderRow measures whole orders: price, sealed order, payment at the sandbox provider with its webhook, delivery of the
// eSIM and its mails. Beside it stands how often the bare statements of an order go through in the same database server, before and
// after, and what one order costs.
func orderRow(ctx context.Context, b *bench) ([]Figure, error) {
	orders := 200
	if b.full {
		orders = 1000
	}
	before, missing := b.bareOrders(ctx)
	sold, each, err := b.sellAndCount(ctx, orders)
	if err != nil {
		return nil, err
	}
	figures := []Figure{
		figure(fmt.Sprintf("%d orders, %d shoppers at once, until paid", orders, buyers), float64(orders)/sold.paid.Seconds(), "orders/s"),
		figure("the same until the last eSIM and mail are delivered", float64(orders)/sold.delivered.Seconds(), "orders/s"),
	}
	after := before
	if missing == nil {
		after, missing = b.bareOrders(ctx)
	}
	if missing != nil {
		figures = append(figures, notMeasured(missing))
	} else {
		rate := (before.rate + after.rate) / 2
		figures = append(figures,
			figure("bare statements of an order, same database server, pgbench with as many clients", rate, "orders/s"),
			figure("orders until delivered / bare orders", float64(orders)/sold.delivered.Seconds()/rate, ""),
			figure("a bare order: processor time of Postgres", (before.postgres+after.postgres)/2, "ms"))
	}
	return append(figures, each.figures(b.shop)...), nil
}

// soldBefore is how many orders are sold before what is counted. Postgres plans a statement anew the first five times that a connection
// runs it, and a shop has about twenty.
const soldBefore = 20 * buyers

// idleTime is how long a shop without visitors is looked at, so that what it does twice a minute is counted about once.
const idleTime = 30 * time.Second

// sellAndCount sells so many eSIMs and returns how long that took, and what one of them cost. Some are sold before, so that
// statements are planned and connections are open; and no checkpoint falls into the sale, after which Postgres writes whole pages.
// What those orders and the bare ones left to vacuum is vacuumed before: it would be taken for what an idle shop or an order costs.
func (b *bench) sellAndCount(ctx context.Context, orders int) (saleTimes, cost, error) {
	goods, err := b.shop.esims(ctx)
	if err != nil {
		return saleTimes{}, cost{}, err
	}
	if err := b.shop.onServer(ctx, "checkpoint"); err != nil {
		return saleTimes{}, cost{}, err
	}
	if _, err := b.shop.sell(ctx, goods, soldBefore); err != nil {
		return saleTimes{}, cost{}, err
	}
	if err := b.shop.vacuum(ctx); err != nil {
		return saleTimes{}, cost{}, err
	}
	var readings [3]usage
	var sold saleTimes
	for i, after := range [len(readings)]time.Duration{flushTime, idleTime, flushTime} {
		if i == len(readings)-1 {
			if sold, err = b.shop.sell(ctx, goods, orders); err != nil {
				return sold, cost{}, err
			}
		}
		if readings[i], err = b.shop.readUsage(ctx, after); err != nil {
			return sold, cost{}, err
		}
	}
	readings[2].used[commitCount] -= float64(sold.looks)
	return sold, costPerOrder([2]usage(readings[:2]), [2]usage(readings[1:]), orders), nil
}

// saleTimes is how long it took until all orders were paid, and until all were delivered.
type saleTimes struct {
	paid, delivered time.Duration
	// looks is how many transactions of the shop's database were the bench's own.
	looks int
}

// sell sells so many eSIMs.
func (s *Shop) sell(ctx context.Context, goods []string, orders int) (saleTimes, error) {
	return s.sellAt(ctx, []client.Shop{s.client()}, buyers, goods, orders)
}

// sellAt sells so many eSIMs at several front doors in turns, to so many shoppers at once.
func (s *Shop) sellAt(ctx context.Context, doors []client.Shop, buyers int, goods []string, orders int) (saleTimes, error) {
	conn, err := s.Connect(ctx, shopDatabase)
	if err != nil {
		return saleTimes{}, err
	}
	defer func() { _ = conn.Close(ctx) }()
	before, err := completed(ctx, conn)
	if err != nil {
		return saleTimes{}, err
	}
	began := time.Now()
	var next atomic.Int64
	faults := make([]error, buyers)
	var all sync.WaitGroup
	for i := range buyers {
		all.Go(func() {
			for n := next.Add(1); n <= int64(orders) && faults[i] == nil; n = next.Add(1) {
				_, faults[i] = doors[i%len(doors)].NewShopper().Buy(ctx, goods[int(n)%len(goods)])
			}
		})
	}
	all.Wait()
	if err := errors.Join(faults...); err != nil {
		return saleTimes{}, err
	}
	out := saleTimes{paid: time.Since(began), looks: 2} // to connect, and before the sale
	err = s.wait(ctx, deliveryTime, func() bool {
		n, err := completed(ctx, conn)
		out.looks++
		return err == nil && n-before >= orders
	})
	out.delivered = time.Since(began)
	return out, err
}

// completed returns how many orders are paid, delivered and their mails sent.
func completed(ctx context.Context, shop *pgx.Conn) (n int, err error) {
	err = shop.QueryRow(ctx, `select `+benchMark+` count(*) from orders where status = 'completed'`, pgx.QueryExecModeSimpleProtocol).Scan(&n)
	return n, err
}
