package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/roamcart/roamcart/bff/api/guard"
	pagecache "github.com/roamcart/roamcart/bff/pages/cache"
	"github.com/roamcart/roamcart/bff/platform/metrics"
)

// figures are what operators watch: calls, pages, jobs.
func (r *modules) figures() *metrics.Metrics {
	m := metrics.New(r.db.SQL)
	pages := func(read func(pagecache.Stats) float64) func() float64 {
		return func() float64 { return read(r.kept.Stats()) }
	}
	for from, read := range map[string]func(pagecache.Stats) float64{
		"memory": func(s pagecache.Stats) float64 { return float64(s.Hits) },
		"stale":  func(s pagecache.Stats) float64 { return float64(s.Stale) },
		"other":  func(s pagecache.Stats) float64 { return float64(s.Misses) },
	} {
		m.Counter("roamcart_pages_total", "Shared pages: from memory, old ones because no newer was to be had, others from Redis or rendered.",
			pages(read), "from", from)
	}
	m.Gauge("roamcart_page_cache_pages", "Pages that are ready to be sent.", pages(func(s pagecache.Stats) float64 { return float64(s.Pages) }))
	m.Gauge("roamcart_page_cache_bytes", "Memory of these pages.", pages(func(s pagecache.Stats) float64 { return float64(s.Bytes) }))
	m.Gauge("roamcart_ready", "1 while requests are welcome.", func() float64 { return map[bool]float64{true: 1}[r.ready.Load()] })
	m.Table("roamcart_part_up", "1 for each part behind the program that answers, 0 for one that does not.", []string{"part"}, r.partsUp)
	m.Table("roamcart_jobs", "Jobs that are due, under way, to be tried again, or given up, of all replicas.", []string{"kind", "state"}, r.countJobs)
	m.Table("roamcart_job_oldest_seconds", "How long the job that waits longest has been due.", nil, r.oldestJob)
	return m
}

// reports takes what browsers tell of the content security policy, and adds it to the figures.
func (r *modules) reports(m *metrics.Metrics) *guard.Reports {
	reports := guard.NewReports(r.log)
	for _, directive := range reports.Directives() {
		m.Counter("roamcart_csp_reports_total", "What browsers told of the content security policy, by its directive.",
			func() float64 { return float64(reports.Count(directive)) }, "directive", directive)
	}
	return reports
}

func (r *modules) countJobs(ctx context.Context) ([]metrics.Counted, error) {
	rows, err := r.db.SQL.QueryContext(ctx, `select kind, state::text, count(*) from river_job
		where state in ('available', 'running', 'retryable', 'discarded') group by 1, 2`)
	if err != nil {
		return nil, fmt.Errorf("count jobs: %w", err)
	}
	defer func() { _ = rows.Close() }()
	var out []metrics.Counted
	for rows.Next() {
		var kind, state string
		var n float64
		if err := rows.Scan(&kind, &state, &n); err != nil {
			return nil, fmt.Errorf("count jobs: %w", err)
		}
		out = append(out, metrics.Counted{Labels: []string{kind, state}, Value: n})
	}
	return out, rows.Err()
}

func (r *modules) oldestJob(ctx context.Context) ([]metrics.Counted, error) {
	var seconds float64
	err := r.db.SQL.QueryRowContext(ctx, `select coalesce(extract(epoch from max(now() - scheduled_at)), 0)
		from river_job where state = 'available' and scheduled_at <= now()`).Scan(&seconds)
	if err != nil {
		return nil, fmt.Errorf("find the oldest job: %w", err)
	}
	return []metrics.Counted{{Value: seconds}}, nil
}

// openMetrics answers /metrics on an address of its own, nowhere without a port. The log says where: who reads them from another
// machine has to choose an address.
func (r *modules) openMetrics(m *metrics.Metrics) (stop func(), err error) {
	if r.cfg.Server.MetricsPort == 0 {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(r.cfg.Server.MetricsHost, fmt.Sprint(r.cfg.Server.MetricsPort)))
	if err != nil {
		return nil, fmt.Errorf("METRICS_PORT %d of METRICS_HOST %q cannot be used: %w", r.cfg.Server.MetricsPort, r.cfg.Server.MetricsHost, err)
	}
	if tcp, ok := listener.Addr().(*net.TCPAddr); ok && tcp.IP.IsLoopback() && r.cfg.Production() {
		r.log.Info("metrics are answered to programs on this machine; METRICS_HOST names another address", "address", listener.Addr().String())
	}
	srv := &http.Server{Handler: m.Handler(r.log), ReadHeaderTimeout: 10 * time.Second}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := srv.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			r.log.Error("metrics are not answered any more", "error", err)
		}
	}()
	return func() {
		_ = srv.Close()
		<-done
	}, nil
}
