package web_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/pages/pagestest"
	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/tenant"
)

func newPreviews(t *testing.T) (http.Handler, *renderer) {
	t.Helper()
	r := newRenderer(t, html("page"))
	client, err := web.NewRenderer(r.URL, "s3cret")
	require.NoError(t, err)
	t.Cleanup(client.Close)
	o := web.HandlerOptions{
		Tenant: func(host string) (tenant.Tenant, bool) {
			return pagestest.Site, strings.HasPrefix(host, "shop.example")
		},
		Previews: pagestest.Drafts{},
	}
	e := echo.New()
	e.Use(guard.SecurityHeaders(guard.HeaderOptions{}))
	web.NewPreviewHandler(o).Mount(e)
	web.NewHandler(pages.NewTable(pages.Options{}), client, o).Mount(e)
	return e, r
}

func TestADraftIsForNoCacheAndNoSearchEngine(t *testing.T) {
	t.Parallel()
	server, r := newPreviews(t)
	res := pagestest.Get(server, "/en/services/refund?utm=1&preview=good", "Cookie", "token=secret")
	require.Equal(t, 200, res.StatusCode)
	require.Equal(t, "private, no-store", res.Header.Get("Cache-Control"))
	require.Equal(t, "same-origin", res.Header.Get("Referrer-Policy"))
	require.Contains(t, res.Header.Get("Content-Security-Policy"), "frame-ancestors 'self'")
	require.Empty(t, res.Header.Get("ETag"))
	require.Empty(t, res.Header.Get("Set-Cookie"), "whoever compares both languages has chosen neither")
	asked := <-r.asked
	require.Equal(t, "/en/services/refund?preview=good", asked.RequestURI)
	require.Empty(t, asked.Header.Get("Cookie"))
	require.Equal(t, "private, no-store", pagestest.Get(server, "/en/services/refund/_payload.json?preview=good").Header.Get("Cache-Control"))
	<-r.asked

	for _, target := range []string{"/zh/services/refund?preview=bad", "/preview/bad", "/preview/good%2F"} {
		res := pagestest.Get(server, target)
		require.Equal(t, 410, res.StatusCode, target)
		require.Equal(t, "noindex", res.Header.Get("X-Robots-Tag"), target)
	}
	// A page without texts of editors knows no such parameter, and stays everybody's.
	res = pagestest.Get(server, "/en/travel-card/listing?preview=good")
	require.Contains(t, res.Header.Get("Cache-Control"), "public")
	require.Contains(t, res.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'")
	require.Equal(t, "/en/travel-card/listing", (<-r.asked).RequestURI)
}

func TestBothLanguagesStandSideBySide(t *testing.T) {
	t.Parallel()
	server, _ := newPreviews(t)
	for lang, words := range map[string][]string{
		"en": {"Preview of service/refund", "Translations that are missing: Chinese", "Version 7 by mei"},
		"zh": {"预览：service/refund", "缺少译文：中文", "版本 7，由 mei 于 ", "（UTC）提交。"},
	} {
		res := pagestest.Get(server, "/preview/good", "Accept-Language", lang)
		require.Equal(t, 200, res.StatusCode)
		require.Equal(t, "no-referrer", res.Header.Get("Referrer-Policy"))
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		for _, w := range words {
			require.Contains(t, string(body), w)
		}
		require.Equal(t, 1, strings.Count(string(body), "<iframe"))
		require.Contains(t, string(body), `src="/en/services/refund?preview=good"`)
	}
}
