package metrics_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/roamcart/roamcart/bff/platform/metrics"
)

func scrape(t *testing.T, m *metrics.Metrics) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler(slog.New(slog.DiscardHandler)).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	return w.Body.String()
}

// A call is counted by how it ended; while it runs, it is seen to run, and while it has no connection, to wait for one.
func TestCallsOfPartsOutside(t *testing.T) {
	t.Parallel()
	began, release := make(chan struct{}), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		switch req.URL.Path {
		case "/wait":
			began <- struct{}{}
			<-release
		case "/refuse":
			w.WriteHeader(http.StatusTeapot)
		case "/fail":
			w.WriteHeader(http.StatusBadGateway)
		case "/cut":
			panic(http.ErrAbortHandler)
		}
	}))
	defer server.Close()
	m := metrics.New()
	client := http.Client{Transport: m.Transport("part", &http.Transport{MaxConnsPerHost: 1})}
	call := func(ctx context.Context, path string) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+path, nil)
		if err != nil {
			t.Error(err)
			return
		}
		if res, err := client.Do(req); err == nil {
			_, _ = io.Copy(io.Discard, res.Body)
			_ = res.Body.Close()
		}
	}
	has := func(want ...string) {
		t.Helper()
		all := scrape(t, m)
		for _, line := range want {
			if !strings.Contains(all, line+"\n") {
				t.Errorf("no %s in\n%s", line, all)
			}
		}
	}
	for _, path := range []string{"/", "/refuse", "/fail", "/cut"} {
		call(t.Context(), path)
	}
	first := make(chan struct{})
	go func() { defer close(first); call(context.Background(), "/wait") }()
	<-began
	has(`roamcart_outside_running{part="part"} 1`, `roamcart_outside_waiting{part="part"} 0`)
	short, stop := context.WithTimeout(t.Context(), 1)
	defer stop()
	call(short, "/") // waits for the only connection, until its time is over
	gone, leave := context.WithCancel(t.Context())
	leave()
	call(gone, "/")
	close(release)
	<-first
	has(`roamcart_outside_running{part="part"} 0`, `roamcart_outside_waiting{part="part"} 0`,
		`roamcart_outside_seconds_count{outcome="ok",part="part"} 2`, `roamcart_outside_seconds_count{outcome="refused",part="part"} 1`,
		`roamcart_outside_seconds_count{outcome="failed",part="part"} 1`, `roamcart_outside_seconds_count{outcome="unreachable",part="part"} 1`)
}
