// Package metrics counts what the program does, for Prometheus to read.
//
// Invariants:
//   - A label has few values, all from the program's own tables (routes, kinds, states). Nothing that a visitor sends becomes
//     one, and none names a person, an order or an address.
//   - Whoever reads them changes nothing and waits for nobody long: what cannot be counted in time is left out.
package metrics

import (
	"context"
	"database/sql"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// patience is how long a reader waits for figures that the database has.
const patience = 2 * time.Second

// buckets are the upper bounds of durations, in seconds.
var buckets = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}

// Metrics are the figures of one program. It is safe for concurrent use.
type Metrics struct {
	registry     *prometheus.Registry
	calls        *prometheus.HistogramVec
	pages        pages
	dependencies dependencyCalls
	shop         shop
}

// New returns the figures of a program: how long its calls take, its memory.
func New() *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry(), calls: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "roamcart_call_seconds", Help: "How long it took until the answers to calls began, by route; those of pages are in roamcart_page_seconds.",
		Buckets: buckets,
	}, []string{"method", "route", "status"}), pages: newPages(), dependencies: newDependencyCalls(), shop: newShop()}
	m.registry.MustRegister(m.calls, m.pages.requests, m.pages.seconds, m.dependencies.seconds, m.dependencies.running, m.dependencies.waiting,
		m.shop.orders, m.shop.money, m.shop.refused, m.shop.logins, m.shop.delivery, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Pool adds the figures of a pool of database connections.
func (m *Metrics) Pool(name string, db *sql.DB) {
	m.registry.MustRegister(collectors.NewDBStatsCollector(db, name))
}

// Call notes a call: its route as the router knows it ("/gw/mall/cart") and its status, of which the class is kept.
func (m *Metrics) Call(method, route string, status int, took time.Duration) {
	m.calls.WithLabelValues(method, route, class(status)).Observe(took.Seconds())
}

// class is the class of a status, "2xx".
func class(status int) string { return strconv.Itoa(status/100) + "xx" }

// Counter adds a figure that only grows, read when it is asked for; labels are pairs of a name and a value.
func (m *Metrics) Counter(name, help string, read func() float64, labels ...string) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help, ConstLabels: pairs(labels)}, read))
}

// Gauge adds a figure that goes up and down, read when it is asked for; labels are pairs of a name and a value.
func (m *Metrics) Gauge(name, help string, read func() float64, labels ...string) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: pairs(labels)}, read))
}

func pairs(labels []string) prometheus.Labels {
	out := prometheus.Labels{}
	for i := 0; i < len(labels); i += 2 {
		out[labels[i]] = labels[i+1]
	}
	return out
}

// Counted is one value of a figure that is counted in the database, by the values of its labels.
type Counted struct {
	Labels []string
	Value  float64
}

// Table adds a figure that the database counts when it is asked for, by labels.
func (m *Metrics) Table(name, help string, labels []string, count func(ctx context.Context) ([]Counted, error)) {
	m.registry.MustRegister(&table{prometheus.NewDesc(name, help, labels, nil), count})
}

type table struct {
	desc  *prometheus.Desc
	count func(ctx context.Context) ([]Counted, error)
}

// Describe names the figure.
func (t *table) Describe(out chan<- *prometheus.Desc) { out <- t.desc }

// Collect counts.
func (t *table) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	list, err := t.count(ctx)
	if err != nil {
		out <- prometheus.NewInvalidMetric(t.desc, err)
		return
	}
	for _, c := range list {
		out <- prometheus.MustNewConstMetric(t.desc, prometheus.GaugeValue, c.Value, c.Labels...)
	}
}

// Handler answers /metrics. What could not be counted is left out and logged.
func (m *Metrics) Handler(log *slog.Logger) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{
		ErrorHandling: promhttp.ContinueOnError, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn), MaxRequestsInFlight: 4,
	}))
	return mux
}
