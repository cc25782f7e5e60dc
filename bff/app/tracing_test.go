package app_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	spans "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// traceCollector takes spans as a collector does, by OTLP over HTTP.
type traceCollector struct {
	*httptest.Server
	mu    sync.Mutex
	spans []*spans.Span
}

func newTraceCollector(t *testing.T) *traceCollector {
	t.Helper()
	c := &traceCollector{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(req.Body)
		var export collector.ExportTraceServiceRequest
		if err != nil || req.URL.Path != "/v1/traces" || proto.Unmarshal(body, &export) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, r := range export.ResourceSpans {
			for _, s := range r.ScopeSpans {
				c.spans = append(c.spans, s.Spans...)
			}
		}
	}))
	t.Cleanup(c.Close)
	return c
}

func (c *traceCollector) all() []*spans.Span {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]*spans.Span(nil), c.spans...)
}

// linkedSpans counts, by name, the spans of the trace of the first span called first, and of all traces that are linked with it.
func linkedSpans(list []*spans.Span, first string) map[string]int {
	neighbours := map[string][]string{}
	start := ""
	for _, s := range list {
		own := string(s.TraceId)
		if s.Name == first && start == "" {
			start = own
		}
		for _, l := range s.Links {
			neighbours[own] = append(neighbours[own], string(l.TraceId))
			neighbours[string(l.TraceId)] = append(neighbours[string(l.TraceId)], own)
		}
	}
	seen, next := map[string]bool{start: true}, []string{start}
	for len(next) > 0 {
		for _, n := range neighbours[next[0]] {
			if !seen[n] {
				seen[n], next = true, append(next, n)
			}
		}
		next = next[1:]
	}
	names := map[string]int{}
	for _, s := range list {
		if seen[string(s.TraceId)] {
			names[s.Name]++
		}
	}
	return names
}

// A guest's order is one connected set of spans from the click to the mail, over requests, statements, Redis, the provider, its message,
// the jobs and the mail server, and nothing of it tells who the guest is or what they bought it with.
func TestAnOrderIsFollowedFromTheClickToTheMail(t *testing.T) {
	t.Parallel()
	seen := newTraceCollector(t)
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) { c.Tracing = config.Tracing{Endpoint: seen.URL, Ratio: 1} }})
	p := shop.Shopper(t)
	placed := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
	secret, intent := p.Create(placed.OrderNo)
	p.Confirm(secret, "pm_card_visa")
	waittest.Eventually(t, "completed", orderHasStatus(p, placed.OrderNo, "completed"))
	const submitted = "POST /gw/cq-ordercharge/order/encryptSubmit"
	want := []string{submitted, "POST /gw/cq-ordercharge/payment/us/create", "provider POST", "POST /gw/cq-ordercharge/payment/us/webhook",
		"job payment_event", "provider GET", "mail send", "sql insert", "sql commit"}
	var names map[string]int
	waittest.Eventually(t, "every span has come", func() bool {
		names = linkedSpans(seen.all(), submitted)
		for _, name := range want {
			if names[name] == 0 {
				return false
			}
		}
		return true
	})
	waittest.Eventually(t, "spans of Redis", func() bool {
		for _, s := range seen.all() {
			if strings.HasPrefix(s.Name, "redis ") {
				return true
			}
		}
		return false
	})
	for _, s := range seen.all() {
		text := traceIDs.ReplaceAllString(protojson.Format(s), "")
		for _, no := range []string{"ada@example.com", "Ada", placed.OrderNo, secret, intent, "pm_card_visa", shop.Settings.Payment.SecretKey, "SMDP", "LPA:"} {
			if no != "" && strings.Contains(text, no) {
				t.Fatalf("a span holds %q: %s", no, text)
			}
		}
	}
}

// traceIDs are random, in base64: any short word may be in one.
var traceIDs = regexp.MustCompile(`"(?:traceId|spanId|parentSpanId)": +"[^"]*"`)

// What a browser says of traces is not believed, and a page's request tells the renderer its trace.
func TestOnlyTheRendererJoinsATrace(t *testing.T) {
	t.Parallel()
	seen, renderer := newTraceCollector(t), newPageRenderer(t)
	parents := make(chan string, 10)
	inner := renderer.Config.Handler
	renderer.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		select {
		case parents <- req.Header.Get("traceparent"):
		default:
		}
		inner.ServeHTTP(w, req)
	})
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
		c.Tracing, c.Server.SSRURL = config.Tracing{Endpoint: seen.URL, Ratio: 1}, renderer.URL
	}})
	const theirs = "0af7651916cd43dd8448eb211c80319c"
	for token, joins := range map[string]bool{"": false, shop.Settings.Server.InternalTokens[0]: true} {
		before := len(seen.all())
		req, err := http.NewRequest(http.MethodGet, shop.URL+"/en/faq", nil)
		if joins {
			req, err = http.NewRequest(http.MethodGet, shop.URL+"/gw/cms/site/query", nil)
			req.Header.Set("x-roamcart-internal", token)
		}
		require.NoError(t, err)
		req.Header.Set("traceparent", "00-"+theirs+"-b7ad6b7169203331-01")
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		name := "GET page faq"
		if joins {
			name = "GET /gw/cms/site/query"
		}
		waittest.Eventually(t, name, func() bool {
			for _, s := range seen.all()[before:] {
				if s.Name == name {
					require.Equal(t, joins, fmt.Sprintf("%x", s.TraceId) == theirs)
					return true
				}
			}
			return false
		})
	}
	parent := <-parents
	require.Regexp(t, `^00-[0-9a-f]{32}-[0-9a-f]{16}-01$`, parent)
	require.NotContains(t, parent, theirs)
}

// A collector that takes connections and never answers, or is not there, keeps nobody waiting, and the program stops in time.
func TestAnUnreachableCollectorDelaysNoRequest(t *testing.T) {
	t.Parallel()
	hangs, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = hangs.Close() })
	for name, address := range map[string]string{"hangs": "http://" + hangs.Addr().String(), "is gone": "http://127.0.0.1:1"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) { c.Tracing = config.Tracing{Endpoint: address, Ratio: 1} }})
			began := time.Now()
			for range 600 {
				res, err := http.Get(shop.URL + "/gw/cms/site/query")
				require.NoError(t, err)
				_, _ = io.Copy(io.Discard, res.Body)
				require.NoError(t, res.Body.Close())
				require.Equal(t, http.StatusOK, res.StatusCode)
			}
			p := shop.Shopper(t)
			placed := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
			secret, _ := p.Create(placed.OrderNo)
			p.Confirm(secret, "pm_card_visa")
			waittest.Eventually(t, "completed", orderHasStatus(p, placed.OrderNo, "completed"))
			require.Less(t, time.Since(began), 30*time.Second)
		})
	}
}
