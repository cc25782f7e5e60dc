package guard_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/guard"
)

// sendReport hands a body to the collector and returns the status, or the code of the fault.
func sendReport(t *testing.T, r *guard.Reports, kind, body string) string {
	t.Helper()
	req := request(http.MethodPost, "https://shop.example"+guard.ReportPath, body)
	req.Header.Set(echo.HeaderContentType, kind)
	rec, code := serve(req, r.Receive)
	if code != "" {
		return code
	}
	return fmt.Sprint(rec.Code)
}

// A report is counted each time and logged once, and nothing of it is kept that names somebody.
func TestAReportIsCountedAndLoggedOnce(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	r := guard.NewReports(slog.New(slog.NewTextHandler(&log, nil)))
	const old = `{"csp-report":{"document-uri":"https://shop.example/en/my-order/261121ABCDEFGHJ?email=ada@example.com","violated-directive":"script-src-elem",` +
		`"effective-directive":"script-src-elem","blocked-uri":"https://evil.example:8443/x.js?token=1","script-sample":"alert(secret)"}}`
	const fresh = `[{"type":"csp-violation","url":"https://shop.example/en/payment/261121ABCDEFGHJ","body":{"documentURL":"https://shop.example/zh/payment/261121ABCDEFGHJ",` +
		`"effectiveDirective":"style-src-attr","blockedURL":"inline","sample":"secret"}},{"type":"deprecation","body":{}}]`
	for range 3 {
		require.Equal(t, "204", sendReport(t, r, "application/csp-report", old))
		require.Equal(t, "204", sendReport(t, r, "application/reports+json; charset=utf-8", fresh))
	}
	require.Equal(t, int64(3), r.Count("script-src"))
	require.Equal(t, int64(3), r.Count("style-src"))
	require.Equal(t, 2, strings.Count(log.String(), "\n"), log.String())
	require.Contains(t, log.String(), "directive=script-src blocked=evil.example:8443 page=my-order")
	require.Contains(t, log.String(), "directive=style-src blocked=inline page=payment")
	for _, personal := range []string{"261121", "ada", "token", "secret", "x.js"} {
		require.NotContains(t, log.String(), personal)
	}
}

func TestInvalidReportsAreRefused(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	r := guard.NewReports(slog.New(slog.NewTextHandler(&log, nil)))
	for _, c := range []struct{ kind, body, want string }{
		{"application/json", `{"csp-report":{}}`, "unsupported_media_type"},
		{"", `{"csp-report":{}}`, "unsupported_media_type"},
		{"application/csp-report", `{}`, "bad_request"},
		{"application/csp-report", `[`, "bad_request"},
		{"application/reports+json", `{}`, "bad_request"},
		{"application/csp-report", `{"csp-report":{"blocked-uri":"` + strings.Repeat("a", 17_000) + `"}}`, "body_too_large"},
	} {
		require.Equal(t, c.want, sendReport(t, r, c.kind, c.body), c.body[:min(30, len(c.body))])
	}
	require.Empty(t, log.String())
	// What strangers make up fills neither the log nor the figures.
	for n := range 1000 {
		body := fmt.Sprintf(`{"csp-report":{"effective-directive":"x%d\n","blocked-uri":"https://h%d.example/","document-uri":"https://a/en/%d"}}`, n, n, n)
		require.Equal(t, "204", sendReport(t, r, "application/csp-report", body))
	}
	require.Equal(t, int64(1000), r.Count("other"))
	require.LessOrEqual(t, strings.Count(log.String(), "\n"), 200)
}

// Pages that many have open tell of the same things at once.
func TestReportsAtOnceAreAllCountedAndLoggedOnce(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	r := guard.NewReports(slog.New(slog.NewTextHandler(&log, nil)))
	start := make(chan struct{})
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			<-start
			for n := range 20 {
				body := fmt.Sprintf(`{"csp-report":{"document-uri":"https://shop.example/en","effective-directive":"img-src","blocked-uri":"https://evil%d.example"}}`, n)
				if status := sendReport(t, r, "application/csp-report", body); status != "204" {
					t.Error(status)
				}
			}
		})
	}
	close(start)
	all.Wait()
	require.Equal(t, int64(16*20), r.Count("img-src"))
	require.Equal(t, 20, strings.Count(log.String(), "\n"), log.String())
}
