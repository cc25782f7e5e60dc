package app

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/order"
	pagecache "github.com/roamcart/roamcart/bff/pages/cache"
	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/platform/metrics"
	"github.com/roamcart/roamcart/bff/platform/tracing"
)

// pageSources are the words of the metrics for those of X-Cache.
var pageSources = map[string]string{
	pagecache.Hit: metrics.Memory, pagecache.Shared: metrics.Redis, pagecache.Miss: metrics.Renderer, pagecache.Stale: metrics.Stale,
	pagecache.Bypass: metrics.Private, "": metrics.None,
}

// measure counts requests: pages by their kind, all others by their route.
func measure(figures *metrics.Metrics) func(echo.Context, guard.Call) {
	return func(ec echo.Context, c guard.Call) {
		nameSpan(c, ec)
		if c.Page.Kind == "" {
			figures.Call(c.Method, c.Route, c.Status, c.Took)
			return
		}
		figures.Page(metrics.Page{
			Kind: c.Page.Kind, Form: c.Page.Form, Method: c.Method, Status: c.Status, Source: pageSources[c.Page.From],
		}, c.Took)
	}
}

// siteLabel names a site in the figures.
func siteLabel(id int64) string { return strconv.FormatInt(id, 10) }

// countOrder counts a step of an order.
func (r *modules) countOrder(m order.Milestone) {
	r.metrics.Order(siteLabel(m.TenantID), m.Currency, m.Name, m.Amount)
	if m.Name == order.StepDelivered {
		r.metrics.Delivery(siteLabel(m.TenantID), m.SincePaid)
	}
}

// dependencyTransport returns the transport of calls to a part: it counts them and, where traces are recorded, begins a span for each.
// The renderer gets the span, so that its log names the trace.
func (r *modules) dependencyTransport(part string, next http.RoundTripper) http.RoundTripper {
	if r.tracing != nil {
		next = tracing.Transport(part, part == "renderer", next)
	}
	return r.metrics.Transport(part, next)
}

// keptOpen is how many connections to a partner stay open while nothing is asked: as many as there are workers and shoppers who ask at
// once in a busy minute. Go's 2 would open one anew for nearly every call.
const keptOpen = 32

// partnerTransport returns the transport of calls to the payment provider, the carrier and whoever sends text messages.
func partnerTransport() http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = keptOpen
	return t
}

// addPausedGauge adds whether a part is left alone for now, after it failed or because it asked for it.
func (r *modules) addPausedGauge(part string, rests func() bool) {
	r.metrics.Gauge("roamcart_resting", "1 while a part is left alone, because it has just failed or has asked for it.",
		func() float64 { return map[bool]float64{true: 1}[rests()] }, "part", part)
}

// repeats returns the counters of what the fast path answers, made once for a page that is kept: counting costs it nothing else.
func repeats(figures *metrics.Metrics) func(*web.PageRequest) pagecache.Repeats {
	return func(p *web.PageRequest) pagecache.Repeats {
		page := metrics.Page{Kind: string(p.Row.Kind), Form: p.Form(), Method: http.MethodGet, Source: metrics.FastPath}
		sent, same := page, page
		sent.Status, same.Status = http.StatusOK, http.StatusNotModified
		return pagecache.Repeats{Sent: figures.PageCounter(sent), NotModified: figures.PageCounter(same)}
	}
}
