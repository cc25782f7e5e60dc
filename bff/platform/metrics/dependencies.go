package metrics

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// How a call to a dependency ended.
const (
	OutcomeOK = "ok"
	// OutcomeRefused is an answer that says no (4xx), OutcomeFailed one that says that the part is in trouble (5xx).
	OutcomeRefused, OutcomeFailed = "refused", "failed"
	// OutcomeTimeout is no answer in time, OutcomeUnreachable no answer at all, OutcomeGone that nobody waited for one any more.
	OutcomeTimeout, OutcomeUnreachable, OutcomeGone = "timeout", "unreachable", "gone"
)

// dependencyCalls are calls of dependencies: parts outside of the program.
type dependencyCalls struct {
	seconds *prometheus.HistogramVec
	// running are calls, waiting those of them that have no connection yet.
	running, waiting *prometheus.GaugeVec
}

func newDependencyCalls() dependencyCalls {
	return dependencyCalls{
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "roamcart_outside_seconds", Help: "How long calls of parts outside took until they were answered, or given up, by how they ended.",
			Buckets: buckets,
		}, []string{"part", "outcome"}),
		running: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "roamcart_outside_running", Help: "Calls of parts outside that are not answered yet.",
		}, []string{"part"}),
		waiting: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "roamcart_outside_waiting", Help: "Calls of these that wait for a connection.",
		}, []string{"part"}),
	}
}

// Dependency notes a call of a part ("provider", "carrier", "mail", "sms", "renderer") that begins now; ended is to be called with how it
// ended.
func (m *Metrics) Dependency(part string) (ended func(outcome string)) {
	began, running := time.Now(), m.dependencies.running.WithLabelValues(part)
	running.Inc()
	return func(outcome string) {
		running.Dec()
		m.dependencies.seconds.WithLabelValues(part, outcome).Observe(time.Since(began).Seconds())
	}
}

// OutcomeOf names how a call ended that failed with err, or succeeded.
func OutcomeOf(err error) string {
	var network net.Error
	switch {
	case err == nil:
		return OutcomeOK
	case errors.Is(err, context.Canceled):
		return OutcomeGone
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return OutcomeTimeout
	}
	return OutcomeUnreachable
}

// Transport notes the calls of a part that next makes.
func (m *Metrics) Transport(part string, next http.RoundTripper) http.RoundTripper {
	return measured{m, part, next}
}

type measured struct {
	m    *Metrics
	part string
	next http.RoundTripper
}

// RoundTrip makes a call.
func (t measured) RoundTrip(req *http.Request) (*http.Response, error) {
	ended := t.m.Dependency(t.part)
	q := queued{gauge: t.m.dependencies.waiting.WithLabelValues(t.part)}
	defer q.leave()
	trace := &httptrace.ClientTrace{GetConn: func(string) { q.enter() }, GotConn: func(httptrace.GotConnInfo) { q.leave() }}
	res, err := t.next.RoundTrip(req.WithContext(httptrace.WithClientTrace(req.Context(), trace)))
	outcome := OutcomeOf(err)
	switch {
	case err != nil:
	case res.StatusCode >= http.StatusInternalServerError:
		outcome = OutcomeFailed
	case res.StatusCode >= http.StatusBadRequest:
		outcome = OutcomeRefused
	}
	ended(outcome)
	return res, err
}

// queued is a call that may wait for a connection. The transport reports it from several goroutines.
type queued struct {
	gauge prometheus.Gauge
	in    atomic.Bool
}

func (q *queued) enter() {
	if !q.in.Swap(true) {
		q.gauge.Inc()
	}
}

func (q *queued) leave() {
	if q.in.Swap(false) {
		q.gauge.Dec()
	}
}

// CloseIdleConnections closes those of the transport below.
func (t measured) CloseIdleConnections() {
	if c, ok := t.next.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}
