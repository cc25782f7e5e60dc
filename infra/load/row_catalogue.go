package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/roamcart/roamcart/bff/seed/large"
	"github.com/roamcart/roamcart/db/seed"
	"github.com/roamcart/roamcart/infra/client"
	"github.com/roamcart/roamcart/infra/process"
)

// catalogueSizes are how many plans a site has.
var catalogueSizes = []int{100, 1_000, 10_000}

const (
	// catalogueCalls is how often each call is made, after one that is not counted.
	catalogueCalls = 50
	// stockChanges is how often a plan is sold out or comes back, and stockPause lies between two: longer than a snapshot is served
	// without a look at the database.
	stockChanges = 4
	stockPause   = 2100 * time.Millisecond
)

// catalogueRow opens shops with large catalogues, one after the other, beside the shop and on its servers.
func catalogueRow(ctx context.Context, b *bench) ([]Figure, error) {
	var out []Figure
	for _, size := range catalogueSizes {
		figures, err := b.shop.measureCatalogue(ctx, size)
		if err != nil {
			return out, fmt.Errorf("%d plans: %w", size, err)
		}
		out = append(out, figures...)
	}
	return out, nil
}

func (s *Shop) measureCatalogue(ctx context.Context, size int) (figures []Figure, err error) {
	dir := filepath.Join(s.Dir, fmt.Sprintf("seed-%d", size))
	if err := large.Write(seed.FS, dir, size); err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	database := fmt.Sprintf("bench_catalogue_%d", size)
	if err := s.createDatabase(ctx, database); err != nil {
		return nil, err
	}
	defer func() {
		_ = s.onServer(context.WithoutCancel(ctx), `drop database if exists `+database+` with (force)`)
	}()
	environment, err := s.shopEnvironment()
	if err != nil {
		return nil, err
	}
	port, err := process.FreePort()
	if err != nil {
		return nil, err
	}
	address, err := s.databaseURL(database)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	p, err := process.Start(
		s.log,
		append(environment, "PORT="+port, "METRICS_PORT=0", "DATABASE_URL="+address, "SEED_DIR="+dir, "PAGE_WARM=false"),
		"bin/roamcart",
		"run",
	)
	if err != nil {
		return nil, err
	}
	defer p.Stop()
	shop := "http://localhost:" + port
	open := func() bool { return get(ctx, shop+listing) == nil }
	if err := s.waitFor(ctx, p, open); err != nil {
		return nil, err
	}
	at := fmt.Sprintf(", %s plans at 3 sites", grouped(int64(size)))
	figures = append(figures, figure("open after"+at, time.Since(began).Seconds(), "s").atMost(60))
	for _, call := range []struct{ what, path string }{
		{"a list", "/gw/mall/goods/list"}, {"a search", "/gw/mall/goods/list?keyword=japan"}, {"a plan", "/gw/mall/goods/detail?goodsId=jp-3g-7"},
	} {
		took, err := timeCalls(ctx, shop+call.path)
		if err != nil {
			return nil, err
		}
		figures = append(figures, figure(call.what+", p50"+at, took, "ms"))
	}
	change, err := s.changeStock(ctx, database, shop, p.PID)
	if err != nil {
		return nil, err
	}
	mb, err := process.ResidentMB(p.PID)
	return append(figures, figure("processor time of the front door for a change of stock"+at, change, "ms"), figure("front door"+at, mb, "MB")), err
}

// timeCalls returns the middle of what calls of an address took, in milliseconds.
func timeCalls(ctx context.Context, address string) (float64, error) {
	took := make([]float64, catalogueCalls+1)
	for i := range took {
		began := time.Now()
		if err := get(ctx, address); err != nil {
			return 0, err
		}
		took[i] = inMilliseconds(time.Since(began))
	}
	return median(took[1:]), nil
}

// changeStock sells a plan out and lets it come back, each time until a list shows it, and returns what a change costs the front door in
// milliseconds of processor time.
func (s *Shop) changeStock(ctx context.Context, database, shop string, pid int) (float64, error) {
	conn, err := s.Connect(ctx, database)
	if err != nil {
		return 0, err
	}
	defer func() { _ = conn.Close(ctx) }()
	before, err := process.CPUTime(pid)
	if err != nil {
		return 0, err
	}
	for i := range stockChanges {
		if _, err := conn.Exec(ctx, `update stock set allocated = on_hand * $1 where tenant_id = 20 and sku = 'jp-3g-7:esim'`, (i+1)%2); err != nil {
			return 0, err
		}
		time.Sleep(stockPause)
		if err := get(ctx, shop+"/gw/mall/goods/list"); err != nil {
			return 0, err
		}
	}
	after, err := process.CPUTime(pid)
	return inMilliseconds(after-before) / stockChanges, err
}

// get reads an answer to its end.
func get(ctx context.Context, address string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	_, status, err := client.Do(http.DefaultClient, req)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("%s answers %d", address, status)
	}
	return err
}
