package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestChoose(t *testing.T) {
	t.Parallel()
	names := func(rows []row) (out []string) {
		for _, r := range rows {
			out = append(out, r.name)
		}
		return out
	}
	rows, err := choose("", false)
	require.NoError(t, err)
	require.NotContains(t, names(rows), "memory")
	rows, err = choose("", true)
	require.NoError(t, err)
	require.Len(t, rows, len(allRows)-2)
	require.NotContains(t, names(rows), "soak", "it runs only when it is named")
	rows, err = choose("order, memory", false)
	require.NoError(t, err)
	require.Equal(t, []string{"memory", "order"}, names(rows))
	_, err = choose("cart,chart", false)
	require.ErrorContains(t, err, `no row "chart"`)
}

func TestTable(t *testing.T) {
	t.Parallel()
	r := Report{
		Machine:  Machine{CPU: "Abacus", Cores: 2, MemoryGB: 8, Kernel: "6.1", Load: "0.10"},
		Date:     time.Date(2026, 3, 1, 12, 30, 0, 0, time.UTC),
		Versions: map[string]string{"wrk": "4.1", "Go": "1.26"},
		Figures: []Figure{
			figure("pages", 80978.4, "requests/s"),
			figure("ratio", 0.7968, "").atLeast(0.8),
			figure("p99", 3.25, "ms").atMost(5),
			notMeasured(http.ErrServerClosed),
		},
	}
	var out strings.Builder
	require.NoError(t, r.Table(&out))
	require.Equal(t, `2026-03-01 12:30 UTC · Abacus, 2 cores, 8 GB · Linux 6.1 · load before the run 0.10
Go 1.26 · wrk 4.1

| row | what         | measured            | goal   | holds |
| --- | ------------ | ------------------- | ------ | ----- |
|     | pages        | 80,978 requests/s   |        |       |
|     | ratio        | 0.80                | ≥ 0.80 | no    |
|     | p99          | 3.25 ms             | ≤ 5    | yes   |
|     | not measured | http: Server closed |        |       |
`, out.String())

	out.Reset()
	require.NoError(t, r.JSON(&out))
	var back Report
	require.NoError(t, json.Unmarshal([]byte(out.String()), &back))
	require.Equal(t, r, back)
}

func TestNumber(t *testing.T) {
	t.Parallel()
	for want, v := range map[string]float64{
		"0": 0, "0.04": 0.04, "0.99": 0.99, "9.50": 9.5, "12.3": 12.34, "999": 999.4, "1,000": 1000, "1,234,567": 1234567,
	} {
		require.Equal(t, want, number(v))
	}
}

func TestParseWrk(t *testing.T) {
	t.Parallel()
	said, err := os.ReadFile("testdata/wrk.txt")
	require.NoError(t, err)
	found, err := parseWrk(string(said))
	require.NoError(t, err)
	require.Equal(t, wrkResult{PerSecond: 43.5, P50: 430.13, P99: 3300, Requests: 181}, found)

	for _, trouble := range []string{"  Non-2xx or 3xx responses: 12", "  Socket errors: connect 0, read 3, write 0, timeout 1"} {
		_, err = parseWrk(strings.Replace(string(said), "Requests/sec", trouble+"\nRequests/sec", 1))
		require.ErrorContains(t, err, strings.TrimSpace(trouble))
	}
	_, err = parseWrk("unable to connect")
	require.Error(t, err)
}

func TestSteadyKeepsTheRateAndCountsWaiting(t *testing.T) {
	t.Parallel()
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Accept-Encoding") != "br" {
			w.WriteHeader(http.StatusNotAcceptable)
		}
		_, _ = w.Write([]byte("page"))
	}))
	defer shop.Close()
	found, err := runSteadyRate(t.Context(), shop.URL+"/", 640, 500*time.Millisecond, acceptBrotli)
	require.NoError(t, err)
	require.LessOrEqual(t, found.PerSecond, 700.0)
	require.Positive(t, found.P50)
	require.GreaterOrEqual(t, found.P99, found.P50)
	require.Positive(t, found.Late99)
	require.LessOrEqual(t, found.Late99, found.P99, "it is a part of it")
	_, err = runSteadyRate(t.Context(), shop.URL+"/", 640, 100*time.Millisecond)
	require.ErrorContains(t, err, "406")

	// One connection answers every 20 ms, but is asked every 5: the last request waits for all before it.
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		time.Sleep(20 * time.Millisecond)
		_, _ = w.Write([]byte("page"))
	}))
	defer slow.Close()
	found, err = runSteadyRate(t.Context(), slow.URL, connections*200, 100*time.Millisecond)
	require.NoError(t, err)
	require.Greater(t, found.P99, 200.0)

	var answers atomic.Int64
	growing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write(make([]byte, answers.Add(1)))
	}))
	defer growing.Close()
	_, err = runSteadyRate(t.Context(), growing.URL, 640, 100*time.Millisecond)
	require.ErrorContains(t, err, "more than")
}

func TestSameAnswer(t *testing.T) {
	t.Parallel()
	answer := func(header, body string) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "br")
			w.Header().Set("ETag", header)
			w.Header().Set("X-Request-Id", time.Now().String())
			_, _ = w.Write([]byte(body))
		}))
		t.Cleanup(s.Close)
		return s.URL
	}
	shop := answer(`"1"`, "page")
	require.NoError(t, sameAnswer(t.Context(), shop, answer(`"1"`, "page")))
	require.ErrorContains(t, sameAnswer(t.Context(), shop, answer(`"2"`, "page")), "Etag")
	require.ErrorContains(t, sameAnswer(t.Context(), shop, answer(`"1"`, "egap")), "another body")
}

func TestNginxHeaders(t *testing.T) {
	t.Parallel()
	header := http.Header{
		"Content-Length": {"12"}, "Date": {"now"}, "Content-Encoding": {"br"}, "Vary": {"Cookie", "Accept-Encoding"},
		"Content-Security-Policy": {"script-src 'self'"},
	}
	require.Equal(t, []string{
		`Content-Encoding 'br'`, `Content-Security-Policy 'script-src \'self\''`, `Vary 'Accept-Encoding'`, `Vary 'Cookie'`,
		`X-Request-Id $request_id`,
	}, nginxHeaders(header))
}

func TestSitemapsOfSitemaps(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	shop := httptest.NewServer(mux)
	defer shop.Close()
	mux.HandleFunc("/sitemap.xml", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>` + shop.URL + `/pages.xml</loc></sitemap></sitemapindex>`))
	})
	mux.HandleFunc("/pages.xml", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>` + shop.URL + `/en/home</loc></url></urlset>`))
	})
	found, err := (&Shop{URL: shop.URL}).client().Sitemap(t.Context(), "/sitemap.xml")
	require.NoError(t, err)
	require.Equal(t, []string{"/en/home"}, found)
}

func TestSlopeOf(t *testing.T) {
	t.Parallel()
	slope, mean := slopeOf([]float64{3, 5, 7, 9})
	require.InDelta(t, 2, slope, 1e-9)
	require.InDelta(t, 6, mean, 1e-9)
	slope, _ = slopeOf([]float64{4, 6, 4, 6, 4})
	require.InDelta(t, 0, slope, 1e-9, "what goes up and down is flat")
}

func TestAReportNamesWhatWasMissed(t *testing.T) {
	t.Parallel()
	kept := Report{Figures: []Figure{figure("a", 1, "").atMost(1), figure("b", 5, "")}}
	require.NoError(t, kept.missed())
	kept.Figures = append(kept.Figures, figure("c", 2, "").atMost(1), notMeasured(errors.New("no tool")))
	require.ErrorContains(t, kept.missed(), "c: 2, and the goal is 1")
	require.ErrorContains(t, kept.missed(), "no tool")
}

func TestCPUGroup(t *testing.T) {
	t.Parallel()
	path, err := cpuGroup("7:pids:/a\n3:cpu,cpuacct:/b/c\n0::/d\n")
	require.NoError(t, err)
	require.Equal(t, "/b/c", path)
	_, err = cpuGroup("4:cpuset:/a\n0::/d\n")
	require.Error(t, err, "version 2 alone")
}
