package web_test

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
	"github.com/roamcart/roamcart/bff/pages/pagestest"
	"github.com/roamcart/roamcart/bff/pages/web"
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

func newServer(t *testing.T, answer http.HandlerFunc) (http.Handler, *renderer) {
	t.Helper()
	r := newRenderer(t, answer)
	client, err := web.NewRenderer(r.URL, "s3cret")
	require.NoError(t, err)
	t.Cleanup(client.Close)
	return mount(client), r
}

func mount(fetcher web.Fetcher) http.Handler { return mountAdmitting(fetcher, nil) }

func mountAdmitting(fetcher web.Fetcher, admit func(c echo.Context) error) http.Handler {
	e := echo.New()
	e.Use(guard.RequestID())
	e.HTTPErrorHandler = func(err error, c echo.Context) {
		status := http.StatusInternalServerError
		if known, ok := errors.AsType[*echo.HTTPError](err); ok {
			status = known.Code
		} else if fault.Code(err) != "" {
			status = http.StatusNotFound
		}
		_ = c.String(status, "fault "+fault.Code(err))
	}
	web.NewHandler(pages.NewTable(pages.Options{}), fetcher, web.HandlerOptions{
		Tenant: func(host string) (tenant.Tenant, bool) {
			return pagestest.Site, strings.HasPrefix(host, "shop.example")
		},
		ReadTimeout: 2 * time.Second, WriteTimeout: 2 * time.Second, Admit: admit,
	}).Mount(e)
	return e
}
