package app_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// readMetrics reads the metrics of the program with this METRICS_PORT: each series as it is written, with its value.
func readMetrics(t *testing.T, port int) map[string]float64 {
	t.Helper()
	res, err := http.Get(fmt.Sprintf("http://127.0.0.1:%d/metrics", port))
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	require.Equal(t, http.StatusOK, res.StatusCode)
	out := map[string]float64{}
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		series, value, ok := strings.Cut(lines.Text(), "} ")
		if series += "}"; !ok {
			series, value, _ = strings.Cut(lines.Text(), " ")
		}
		if n, err := strconv.ParseFloat(value, 64); err == nil {
			out[series] = n
		}
	}
	require.NoError(t, lines.Err())
	return out
}

// sourceNames are the sources in the metrics by what X-Cache says.
var sourceNames = map[string]string{"hit": "memory", "miss": "renderer", "shared": "redis", "bypass": "private", "": "none"}

// A request for a page is counted once, by the kind of the page and by where its answer came from, whatever a visitor wrote.
func TestPagesAreCountedByKindAndSource(t *testing.T) {
	t.Parallel()
	ports := []int{waittest.FreePort(t), waittest.FreePort(t)}
	renderers := []*pageRenderer{newPageRenderer(t), newPageRenderer(t)}
	shops := apptest.OpenReplicas(t, func(i int, c *config.Config) {
		c.Server.SSRURL, c.Server.MetricsPort = renderers[i].URL, ports[i]
		c.Pages = config.Pages{CacheMB: 8, FastPath: true}
	})
	want := map[string]float64{}
	expect := func(shop int, request, page, form, status, source string) {
		t.Helper()
		method, _, _ := strings.Cut(request, " ")
		count := func(status, source string) {
			want[fmt.Sprintf(`roamcart_page_requests_total{form=%q,method=%q,page=%q,source=%q,status=%q} on %d`, form, method, page, source, status, shop)]++
		}
		before := renderers[shop].renders.Load()
		// A busy machine may take longer over an answer than a visitor waits: the next one gets it, wherever it is by then.
		res := callHost(t, shops[shop], "localhost", request, "")
		for tries := 0; res.StatusCode == http.StatusServiceUnavailable; tries++ {
			require.Less(t, tries, 10, "%s is never answered", request)
			count("5xx", "none")
			res = callHost(t, shops[shop], "localhost", request, "")
			source = sourceNames[res.Header.Get("X-Cache")]
		}
		if source == "redis" && renderers[shop].renders.Load() > before {
			source = "renderer"
		}
		count(status, source)
	}
	expect(0, "GET /en/faq", "faq", "html", "2xx", "renderer")
	expect(0, "GET /en/faq", "faq", "html", "2xx", "memory")
	expect(0, "GET /en/faq", "faq", "html", "2xx", "fast_path")
	expect(0, "GET /en/faq", "faq", "html", "2xx", "fast_path")
	expect(0, "HEAD /en/faq", "faq", "html", "2xx", "memory")
	expect(0, "GET /en/faq/_payload.json", "faq", "payload", "2xx", "renderer")
	expect(0, "GET /en/travel-card/asia/jp-3g-7", "detail", "html", "2xx", "renderer")
	expect(0, "GET /en/travel-card/asia/no-such-plan", "detail", "html", "4xx", "renderer")
	expect(0, "GET /en/SECRET/page", "redirect", "html", "3xx", "none")
	expect(0, "GET /en/secret-word", "not_found", "html", "4xx", "renderer")
	expect(0, "GET /", "redirect", "html", "3xx", "none")
	expect(0, "GET /en/cart", "cart", "html", "2xx", "private")
	expect(0, "GET /sitemap.xml", "document", "document", "2xx", "renderer")
	// A busy machine may keep Redis for longer than a visitor waits: the page is rendered then, and the next one is asked for.
	const fromRedis = `roamcart_page_requests_total{form="html",method="GET",page="detail",source="redis",status="2xx"} on 1`
	plans := []string{"asia/jp-10g-15", "asia/th-15g-8v",
		"oceania/fj-3g-7", "middle-east-africa/ae-3g-7", "asia/tw-5g-5", "americas/us-u3-10", "europe/fr-8g-14"}
	for want[fromRedis] == 0 {
		require.NotEmpty(t, plans, "no page came from Redis")
		for _, port := range ports {
			waittest.Eventually(t, "Redis is asked again", func() bool {
				return readMetrics(t, port)[`roamcart_resting{part="page_cache_redis"}`] == 0
			})
		}
		page := "GET /en/travel-card/" + plans[0]
		expect(0, page, "detail", "html", "2xx", "renderer")
		expect(1, page, "detail", "html", "2xx", "redis")
		plans = plans[1:]
	}
	got := map[string]float64{}
	for i, port := range ports {
		for series, n := range readMetrics(t, port) {
			if strings.HasPrefix(series, "roamcart_page_requests_total{") && n > 0 {
				got[fmt.Sprintf("%s on %d", series, i)] = n
			}
			require.NotContains(t, strings.ToLower(series), "secret")
		}
	}
	require.Equal(t, want, got)
	require.EqualValues(t, 1, readMetrics(t, ports[0])[`roamcart_page_seconds_count{page="cart",source="private"}`])
}

// Figures are read on a port of their own; their labels are the program's words, never a visitor's.
func TestMetricsAreServedOnASeparatePort(t *testing.T) {
	t.Parallel()
	// Another address than the shop's.
	const host = "127.0.0.2"
	probe, err := net.Listen("tcp", host+":0")
	if err != nil {
		t.Skipf("this machine has no %s: %v", host, err)
	}
	_ = probe.Close()
	port := waittest.FreePort(t)
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) { c.Server.MetricsHost, c.Server.MetricsPort = host, port }})
	ask := func(method, address string) (int, string) {
		t.Helper()
		req, err := http.NewRequest(method, address, nil)
		require.NoError(t, err)
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		defer func() { _ = res.Body.Close() }()
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		return res.StatusCode, string(body)
	}
	for _, path := range []string{"/gw/cms/site/query", "/gw/mall/goods/detail?goodsId=none", "/gw/none/of-these", "/en/my-order/RC-SECRET"} {
		ask(http.MethodGet, shop.URL+path)
	}
	ask("BREW", shop.URL+"/gw/cms/site/query")
	exec(t, shop, `insert into river_job (kind, args, queue, max_attempts, state, finalized_at) values ('lost', '{}', 'default', 1, 'discarded', now())`)

	status, figures := ask(http.MethodGet, fmt.Sprintf("http://%s:%d/metrics", host, port))
	if status != http.StatusOK {
		t.Fatalf("/metrics answers %d: %s", status, figures)
	}
	for _, want := range []string{
		`roamcart_call_seconds_count{method="GET",route="/gw/cms/site/query",status="2xx"} 1`,
		`roamcart_call_seconds_count{method="GET",route="/gw/mall/goods/detail",status="4xx"} 1`,
		`roamcart_jobs{kind="lost",state="discarded"} 1`,
		`roamcart_pages_total{from="memory"} 0`, "roamcart_ready 1", "roamcart_job_oldest_seconds ", "go_sql_open_connections{", "go_goroutines ",
		`roamcart_csp_reports_total{directive="script-src"} 0`,
		"roamcart_connections ", `roamcart_connections_refused_total{limit="network"} 0`,
	} {
		if !strings.Contains(figures, want) {
			t.Errorf("no %s in the figures", want)
		}
	}
	for _, no := range []string{"BREW", "of-these", "SECRET", "goodsId"} {
		if strings.Contains(figures, no) {
			t.Errorf("the figures hold what a visitor sent: %s", no)
		}
	}
	if res, err := http.Get(fmt.Sprintf("http://127.0.0.1:%d/metrics", port)); err == nil {
		_ = res.Body.Close()
		t.Error("the figures are answered at another address, too")
	}
	if _, page := ask(http.MethodGet, shop.URL+"/metrics"); strings.Contains(page, "roamcart_") {
		t.Error("visitors can read the figures")
	}
}
