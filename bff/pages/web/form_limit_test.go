package web_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/pages/pagestest"
	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/tenant"
)

// limitedForms is a front door with bounds for forms, in front of a renderer that answers at once. Faults become pages, as in the
// shop.
func limitedForms(t *testing.T, total, perNetwork int) http.Handler {
	t.Helper()
	r := newRenderer(t, html("page"))
	r.asked, r.bodys = make(chan *http.Request, 100), make(chan string, 100)
	client, err := web.NewRenderer(r.URL, "s3cret")
	require.NoError(t, err)
	t.Cleanup(client.Close)
	e := echo.New()
	statuses := map[string]int{"rate_limited": 429, "unavailable": 503, "bad_request": 400}
	e.HTTPErrorHandler = web.FormErrorHandler(func(err error, c echo.Context) { _ = c.String(500, fault.Code(err)) },
		func(code string) int { return statuses[code] })
	web.NewHandler(pages.NewTable(pages.Options{}), client, web.HandlerOptions{
		Tenant: func(string) (tenant.Tenant, bool) { return pagestest.Site, true }, Forms: total, FormsPerNetwork: perNetwork,
	}).Mount(e)
	return e
}

// submit hands in a form that has as much in it as body gives, from an address.
func submit(h http.Handler, from string, body io.Reader) *httptest.ResponseRecorder {
	req := httptest.NewRequest(http.MethodPost, "http://shop.example/zh/cart", body)
	req.RemoteAddr = from
	req.Header.Set(echo.HeaderContentType, urlEncoded)
	req.Header.Set(echo.HeaderAccept, "text/html,*/*;q=0.8")
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, req)
	return rec
}

// A network that sends forms slowly uses up its own share; others are served, and so is it when the forms have arrived. Every
// refusal is a page in the browser's language.
func TestFormsUnderWayAreBounded(t *testing.T) {
	t.Parallel()
	server := limitedForms(t, 3, 2)
	slow := make([]*io.PipeWriter, 3)
	var all sync.WaitGroup
	for i, from := range []string{"203.0.113.7:1", "203.0.113.7:2", "203.0.113.8:1"} {
		body, w := io.Pipe()
		slow[i] = w
		all.Go(func() {
			if code := submit(server, from, body).Code; code != http.StatusOK {
				t.Errorf("%s: %d", from, code)
			}
		})
		_, err := io.WriteString(w, "quant") // returns once the door reads
		require.NoError(t, err)
		if i == 1 {
			rec := submit(server, "203.0.113.7:3", strings.NewReader("quantity=2"))
			require.Equal(t, http.StatusTooManyRequests, rec.Code)
			require.Equal(t, "5", rec.Header().Get(echo.HeaderRetryAfter))
			require.Equal(t, "close", rec.Header().Get(echo.HeaderConnection))
			require.Contains(t, rec.Body.String(), `<html lang="zh-Hans">`)
			require.Contains(t, rec.Body.String(), "请求过于频繁，请稍后再试。")
			require.Equal(t, http.StatusOK, submit(server, "203.0.113.8:2", strings.NewReader("quantity=2")).Code, "another network")
		}
	}
	rec := submit(server, "203.0.113.9:1", strings.NewReader("quantity=2"))
	require.Equal(t, http.StatusServiceUnavailable, rec.Code, "in total")
	require.Contains(t, rec.Body.String(), "服务暂时不可用，请稍后再试。")
	require.Equal(t, http.StatusOK, pagestest.Get(server, "/en/cart").StatusCode, "pages are no forms")
	for _, w := range slow {
		_, _ = io.WriteString(w, "ity=2")
		require.NoError(t, w.Close())
	}
	all.Wait()
	for range 3 {
		require.Equal(t, http.StatusOK, submit(server, "203.0.113.7:4", strings.NewReader("quantity=2")).Code)
	}
}

// A form that ends early returns its slot.
func TestABrokenFormReturnsItsSlot(t *testing.T) {
	t.Parallel()
	server := limitedForms(t, 1, 1)
	for range 3 {
		body, w := io.Pipe()
		_ = w.CloseWithError(io.ErrUnexpectedEOF)
		require.Equal(t, http.StatusBadRequest, submit(server, "203.0.113.7:1", body).Code)
	}
	require.Equal(t, http.StatusOK, submit(server, "203.0.113.7:1", strings.NewReader("quantity=2")).Code)
}
