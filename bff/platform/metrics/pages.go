package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Where the answer to a request for a page came from.
const (
	// FastPath is memory, on the connection; Memory is the same through net/http; Redis is shared by replicas.
	FastPath, Memory, Redis = "fast_path", "memory", "redis"
	// Renderer is a shared page that was made just now; Private is one that is made each time, and a form's answer.
	Renderer, Private = "renderer", "private"
	// Stale is the last page, while a newer one is made or cannot be had.
	Stale = "stale"
	// None is an answer without a page: a redirect, a refusal, or that the page cannot be had.
	None = "none"
)

// Page is a request for a page, in words of the page table.
type Page struct {
	// Kind is the kind of the page in the page table, Form what of it was asked for: "html", "payload", "markdown", "document".
	Kind, Form string
	Method     string
	Status     int
	// Source is one of those above.
	Source string
}

type pages struct {
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
}

func newPages() pages {
	return pages{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "roamcart_page_requests_total", Help: "Requests for pages, by the kind of page in the page table and where the answer came from.",
		}, []string{"page", "form", "method", "status", "source"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "roamcart_page_seconds", Help: "How long it took until the answers with pages began that were not given on the connection (source fast_path).",
			Buckets: buckets,
		}, []string{"page", "source"}),
	}
}

// Page notes a request for a page and how long it took until its answer began.
func (m *Metrics) Page(p Page, took time.Duration) {
	m.PageCounter(p).Inc()
	m.pages.seconds.WithLabelValues(p.Kind, p.Source).Observe(took.Seconds())
}

// PageCounter returns the counter of such requests, for whoever counts many: counting allocates nothing then.
func (m *Metrics) PageCounter(p Page) prometheus.Counter {
	return m.pages.requests.WithLabelValues(p.Kind, p.Form, p.Method, class(p.Status), p.Source)
}
