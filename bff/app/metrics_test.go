package app_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
)

// Figures are read on a port of their own; their labels are the program's words, never a visitor's.
func TestFiguresAreReadAwayFromVisitors(t *testing.T) {
	t.Parallel()
	// Another address than the shop's.
	const host = "127.0.0.2"
	probe, err := net.Listen("tcp", host+":0")
	if err != nil {
		t.Skipf("this machine has no %s: %v", host, err)
	}
	_ = probe.Close()
	port := apptest.FreePort(t)
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) { c.Server.MetricsHost, c.Server.MetricsPort = host, port }})
	ask := func(method, address string) (int, string) {
		t.Helper()
		req, err := http.NewRequest(method, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		body, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
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
