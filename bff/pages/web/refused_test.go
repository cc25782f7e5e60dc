package web_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// A form that does not come through to its page is answered with a page; a call, and a form for a script, are not.
func TestARefusedFormIsAnsweredWithAPage(t *testing.T) {
	t.Parallel()
	e := echo.New()
	e.HTTPErrorHandler = web.FormErrorHandler(func(_ error, c echo.Context) { _ = c.String(http.StatusTeapot, "next") },
		func(string) int { return http.StatusRequestEntityTooLarge })
	e.Use(func(echo.HandlerFunc) echo.HandlerFunc {
		return func(echo.Context) error { return fault.New("body_too_large") }
	})
	ask := func(method, path, accept string) *httptest.ResponseRecorder {
		req := httptest.NewRequest(method, path, nil)
		req.Header.Set(echo.HeaderAccept, accept)
		rec := httptest.NewRecorder()
		e.ServeHTTP(rec, req)
		return rec
	}
	const browser = "text/html,application/xhtml+xml,*/*;q=0.8"
	rec := ask(http.MethodPost, "/zh/order?buyNow=a&b=%22", browser)
	require.Equal(t, http.StatusRequestEntityTooLarge, rec.Code)
	require.Contains(t, rec.Header().Get(echo.HeaderContentType), "text/html")
	require.Equal(t, "private, no-store", rec.Header().Get(echo.HeaderCacheControl))
	require.Contains(t, rec.Body.String(), `<html lang="zh-Hans">`)
	require.Contains(t, rec.Body.String(), "提交的内容过长，请缩短后再提交。")
	require.Contains(t, rec.Body.String(), `href="/zh/order?buyNow=a&amp;b=%22"`)
	require.Contains(t, ask(http.MethodPost, "/en/contact", browser).Body.String(), "What you sent is too long.")
	for _, other := range []*httptest.ResponseRecorder{
		ask(http.MethodPost, "/gw/mall/contact/submit", browser), ask(http.MethodPost, "/en/contact", "application/json"),
		ask(http.MethodGet, "/en/contact", browser), ask(http.MethodPost, "/sandbox/scan/1", browser),
	} {
		require.Equal(t, http.StatusTeapot, other.Code)
	}
}
