package pages_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/tenant"
)

var longPage = "<!doctype html>" + strings.Repeat("<p>plan</p>", 200) + "</html>"

// renderer answers like the Node program and remembers what it was asked.
type renderer struct {
	*httptest.Server
	asked chan *http.Request
	bodys chan string
}

func newRenderer(t *testing.T, answer http.HandlerFunc) *renderer {
	t.Helper()
	r := &renderer{asked: make(chan *http.Request, 10), bodys: make(chan string, 10)}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		r.asked <- req
		r.bodys <- string(body)
		answer(w, req)
	}))
	t.Cleanup(r.Close)
	return r
}

// html answers with a page of the body, which need not have its end.
func html(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("X-Inside", "secret")
		_, _ = io.WriteString(w, strings.TrimSuffix(body, "</html>")+"</html>")
	}
}

func newDoor(t *testing.T, answer http.HandlerFunc) (http.Handler, *renderer) {
	t.Helper()
	r := newRenderer(t, answer)
	client, err := pages.NewRenderer(r.URL, "s3cret")
	require.NoError(t, err)
	t.Cleanup(client.Close)
	return mount(client), r
}

func mount(fetcher pages.Fetcher) http.Handler { return mountAdmitting(fetcher, nil) }

func mountAdmitting(fetcher pages.Fetcher, admit func(c echo.Context) error) http.Handler {
	e := echo.New()
	e.Use(guard.RequestID())
	e.HTTPErrorHandler = func(err error, c echo.Context) {
		status := http.StatusInternalServerError
		var known *echo.HTTPError
		if errors.As(err, &known) {
			status = known.Code
		} else if fault.Code(err) != "" {
			status = http.StatusNotFound
		}
		_ = c.String(status, "fault "+fault.Code(err))
	}
	pages.NewHandler(pages.NewTable(pages.Options{}), fetcher, pages.HandlerOptions{
		Tenant:      func(host string) (tenant.Tenant, bool) { return site, strings.HasPrefix(host, "shop.example") },
		ReadTimeout: 2 * time.Second, WriteTimeout: 2 * time.Second, Admit: admit,
	}).Mount(e)
	return e
}

func get(h http.Handler, target string, headers ...string) *http.Response {
	return send(h, http.MethodGet, target, "", headers...)
}

func send(h http.Handler, method, target, body string, headers ...string) *http.Response {
	req := httptest.NewRequest(method, "http://shop.example:8080"+target, strings.NewReader(body))
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, req)
	return rec.Result()
}

func text(t *testing.T, r *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	return string(body)
}
