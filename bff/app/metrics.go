package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/roamcart/roamcart/bff/api/guard"
	pagecache "github.com/roamcart/roamcart/bff/pages/cache"
	"github.com/roamcart/roamcart/bff/platform/metrics"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// registerMetrics registers what operators watch: calls, pages, jobs, connections, what is sold.
func (r *modules) registerMetrics() *metrics.Metrics {
	m := r.metrics
	m.Pool("shop", r.db.SQL)
	m.Pool("background", r.db.Pool(pg.Background(context.Background())))
	m.RedisPool(r.redis.PoolStats)
	m.Counter("roamcart_renderer_restarts_total", "How often the renderer that runs as a child was started again because it had ended.",
		func() float64 { return float64(r.rendererRestarts()) })
	r.addPausedGauge("page_cache_redis", func() bool { return r.pageCache.RedisSuspended() })
	pages := func(read func(pagecache.Stats) float64) func() float64 {
		return func() float64 { return read(r.pageCache.Stats()) }
	}
	for from, read := range map[string]func(pagecache.Stats) float64{
		metrics.Memory: func(s pagecache.Stats) float64 { return float64(s.Hits) }, metrics.Stale: func(s pagecache.Stats) float64 { return float64(s.Stale) },
		metrics.Redis:    func(s pagecache.Stats) float64 { return float64(s.FromRedis) },
		metrics.Renderer: func(s pagecache.Stats) float64 { return float64(s.Misses - s.FromRedis) },
	} {
		m.Counter("roamcart_pages_total", "Shared pages that the page cache gave, those made ahead of visitors included, by where it had them from.",
			pages(read), "from", from)
	}
	m.Gauge("roamcart_page_cache_pages", "Pages that are ready to be sent.", pages(func(s pagecache.Stats) float64 { return float64(s.Pages) }))
	m.Gauge("roamcart_page_cache_bytes", "Memory of these pages.", pages(func(s pagecache.Stats) float64 { return float64(s.Bytes) }))
	m.Gauge("roamcart_ready", "1 while requests are welcome.", func() float64 { return map[bool]float64{true: 1}[r.ready.Load()] })
	m.Table("roamcart_part_up", "1 for each part behind the program that answers, 0 for one that does not.", []string{"part"}, r.partsUp)
	m.Table("roamcart_jobs", "Jobs that are due, under way, to be tried again, or given up, of all replicas.", []string{"kind", "state"}, r.countJobs)
	m.Table(
		"roamcart_queue_jobs",
		"Jobs of each queue that are due, under way or to be tried again, of all replicas.",
		[]string{"queue", "state"},
		r.countQueues,
	)
	m.Table(
		"roamcart_queue_oldest_seconds",
		"How long the job of each queue that waits longest has been due; 0 where none waits.",
		[]string{"queue"},
		r.oldestOfQueues,
	)
	m.Table("roamcart_job_oldest_seconds", "How long the job that waits longest has been due.", nil, r.oldestJob)
	return m
}

// reports receives what browsers report of the content security policy, and adds it to the metrics.
func (r *modules) reports(m *metrics.Metrics) *guard.Reports {
	reports := guard.NewReports(r.log)
	for _, directive := range reports.Directives() {
		m.Counter("roamcart_csp_reports_total", "Violations of the content security policy that browsers reported, by directive.",
			func() float64 { return float64(reports.Count(directive)) }, "directive", directive)
	}
	return reports
}

func (r *modules) countJobs(ctx context.Context) ([]metrics.Counted, error) {
	rows, err := r.db.SQL.QueryContext(ctx, `select kind, state::text, count(*) from river_job
		where state in ('available', 'running', 'retryable', 'discarded') group by 1, 2`)
	return readCounts(rows, err, 2)
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

// countQueues counts every queue in each state, so that an empty one is 0.
func (r *modules) countQueues(ctx context.Context) ([]metrics.Counted, error) {
	rows, err := r.db.SQL.QueryContext(ctx, `select q.name, s.name, count(j.id)
		from unnest(cast($1 as text[])) q (name) cross join unnest(array['available', 'running', 'retryable']) s (name)
		left join river_job j on j.state = s.name::river_job_state and j.queue = q.name group by 1, 2`, pg.Array(queues.Names()))
	return readCounts(rows, err, 2)
}

// oldestOfQueues finds the job that waits longest in each queue.
func (r *modules) oldestOfQueues(ctx context.Context) ([]metrics.Counted, error) {
	rows, err := r.db.SQL.QueryContext(ctx, `select q.name, coalesce(extract(epoch from max(now() - j.scheduled_at)), 0)
		from unnest(cast($1 as text[])) q (name)
		left join river_job j on j.state = 'available' and j.queue = q.name and j.scheduled_at <= now() group by 1`, pg.Array(queues.Names()))
	return readCounts(rows, err, 1)
}

// readCounts reads rows of label values and a number.
func readCounts(rows *sql.Rows, err error, labels int) ([]metrics.Counted, error) {
	if err != nil {
		return nil, fmt.Errorf("count jobs: %w", err)
	}
	defer func() { _ = rows.Close() }()
	var out []metrics.Counted
	for rows.Next() {
		c := metrics.Counted{Labels: make([]string, labels)}
		into := make([]any, 0, labels+1)
		for i := range c.Labels {
			into = append(into, &c.Labels[i])
		}
		if err := rows.Scan(append(into, &c.Value)...); err != nil {
			return nil, fmt.Errorf("count jobs: %w", err)
		}
		out = append(out, c)
	}
	return out, rows.Err()
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
		r.log.Info("metrics server listening; set METRICS_HOST to change the address", "address", listener.Addr().String())
	}
	srv := &http.Server{Handler: m.Handler(r.log), ReadHeaderTimeout: 10 * time.Second}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := srv.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			r.log.Error("metrics server stopped", "error", err)
		}
	}()
	return func() {
		_ = srv.Close()
		<-done
	}, nil
}
