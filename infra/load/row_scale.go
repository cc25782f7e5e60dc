package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"time"

	"github.com/roamcart/roamcart/infra/client"
	"github.com/roamcart/roamcart/infra/process"
)

// What the processes may use of a processor. On a machine with two of them a shop's process would otherwise be as quick as what Postgres,
// the sandbox and the load generator leave it, and a second one would take it from the first.
const (
	shopShare     = 0.06
	postgresShare = 0.3
	// mostProcesses need more than postgresShare.
	mostProcesses = 5
	// ordersEach is how many orders each process sells, buyersEach how many shoppers at once.
	ordersEach, buyersEach = 60, 6
)

// scaleRow measures how many orders are paid and delivered in a second by one, two and more processes of the shop, each with a share of a
// processor, over one Postgres with another.
func scaleRow(ctx context.Context, b *bench) (figures []Figure, err error) {
	goods, err := b.shop.esims(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := b.shop.sell(ctx, goods, 2*buyers); err != nil {
		return nil, err
	}
	fleet := &shopProcesses{shop: b.shop, programs: []*process.Program{b.shop.shop}, doors: []client.Shop{b.shop.client()}}
	defer func() { err = errors.Join(err, fleet.close()) }()
	database, err := newQuota("postgres", postgresShare)
	if err != nil {
		return nil, err
	}
	fleet.quotas = append(fleet.quotas, database)
	for _, pid := range b.shop.Database() {
		if err := database.add(pid); err != nil && process.Name(pid) != "" {
			return nil, err
		}
	}
	if err := fleet.limitNewest(); err != nil {
		return nil, err
	}
	var rates []float64
	for n := 1; n <= mostProcesses; n++ {
		if n > 1 {
			if err := fleet.startAnother(ctx); err != nil {
				return figures, err
			}
		}
		m, err := fleet.measure(ctx, goods)
		if err != nil {
			return figures, err
		}
		rates = append(rates, m.rate)
		figures = append(figures,
			figure(fmt.Sprintf("processes of the shop with %g of a processor each: %d; orders until delivered", shopShare, n), m.rate, "orders/s"),
			figure(fmt.Sprintf("%d: used of that share, all together", n), 100*m.shop/(shopShare*float64(n)), "%"),
			figure(fmt.Sprintf("%d: used by Postgres, which may use %g", n, postgresShare), m.postgres, "processors"))
		if n > 1 {
			ratio := figure(fmt.Sprintf("%d: times what one does", n), m.rate/rates[0], "")
			if n == 2 {
				ratio = ratio.atLeast(1.7)
			}
			figures = append(figures, ratio)
		}
	}
	return figures, nil
}

// shopProcesses are the processes of one shop.
type shopProcesses struct {
	shop     *Shop
	programs []*process.Program
	doors    []client.Shop
	quotas   []quota
}

// limitNewest limits the newest process to its share of a processor.
func (f *shopProcesses) limitNewest() error {
	n := len(f.programs) - 1
	q, err := newQuota(fmt.Sprintf("shop%d", n), shopShare)
	if err != nil {
		return err
	}
	f.quotas = append(f.quotas, q)
	return q.add(f.programs[n].PID)
}

// startAnother starts another process, which uses the renderer of the first, and limits it.
func (f *shopProcesses) startAnother(ctx context.Context) error {
	environment, err := f.shop.shopEnvironment()
	if err != nil {
		return err
	}
	renderer, err := f.shop.RendererURL()
	if err != nil {
		return err
	}
	port, err := process.FreePort()
	if err != nil {
		return err
	}
	door := client.Shop{URL: "http://localhost:" + port, SandboxURL: f.shop.SandboxURL}
	// Five processes with as many connections as usual are more than the sandbox's Postgres takes.
	program, err := process.Start(filepath.Join(f.shop.Dir, "shop"+port+".log"),
		append(environment, "PORT="+port, "METRICS_PORT=0", "DATABASE_MAX_CONNS=6", "PAGE_WARM=false", "SSR_URL="+renderer), "bin/roamcart", "run")
	if err != nil {
		return err
	}
	f.programs, f.doors = append(f.programs, program), append(f.doors, door)
	err = f.shop.waitFor(ctx, program, func() bool {
		res, err := http.Get(door.URL + "/readyz")
		if err != nil {
			return false
		}
		_ = res.Body.Close()
		return res.StatusCode == http.StatusOK
	})
	if err != nil {
		return err
	}
	return f.limitNewest()
}

// close stops all processes but the first, and gives that one and Postgres back what they had.
func (f *shopProcesses) close() (err error) {
	for _, p := range f.programs[1:] {
		p.Stop()
	}
	for _, q := range f.quotas {
		err = errors.Join(err, q.close())
	}
	return err
}

// scaleResult is the throughput of a number of processes: orders a second, and processors used.
type scaleResult struct{ rate, shop, postgres float64 }

func (f *shopProcesses) measure(ctx context.Context, goods []string) (scaleResult, error) {
	orders := ordersEach * len(f.programs)
	before, err := f.used()
	if err != nil {
		return scaleResult{}, err
	}
	began := time.Now()
	if _, err := f.shop.sellAt(ctx, f.doors, buyersEach*len(f.programs), goods, orders); err != nil {
		return scaleResult{}, err
	}
	took := time.Since(began).Seconds()
	after, err := f.used()
	return scaleResult{float64(orders) / took, (after.shop - before.shop) / took, (after.postgres - before.postgres) / took}, err
}

// used returns the processor time that all processes, and Postgres, have used, in seconds.
func (f *shopProcesses) used() (out scaleResult, err error) {
	for _, p := range f.programs {
		used, err := process.CPUTime(p.PID)
		if err != nil {
			return out, err
		}
		out.shop += used.Seconds()
	}
	used, err := process.CPUTimeOfAll(f.shop.Postgres())
	out.postgres = used.Seconds()
	return out, err
}
