package web_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/pages/documents"
	"github.com/roamcart/roamcart/bff/pages/pagestest"
	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/platform/changes"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/tenant"
)

func handlerOptions() web.HandlerOptions {
	return web.HandlerOptions{
		Tenant: func(host string) (tenant.Tenant, bool) {
			return pagestest.Site, strings.HasPrefix(host, "shop.example")
		},
		Proto: func(echo.Context) string { return "https" },
	}
}

func newDocuments(sources ...documents.Source) *web.Documents {
	return web.NewDocuments(web.DocumentsOptions{HandlerOptions: handlerOptions(), Mark: func() changes.Mark { return changes.Mark{} }}, sources...)
}

// newDocumentServer returns a server of documents alone.
func newDocumentServer(sources ...documents.Source) http.Handler {
	e := echo.New()
	documents := newDocuments(sources...)
	documents.Mount(e, documents)
	return e
}

func TestDocumentsAreSharedAndAskedForAgain(t *testing.T) {
	t.Parallel()
	var asked []pages.PageContext
	server := newDocumentServer(documents.Source{Path: "/things/", Query: []pages.Param{{Name: "a"}}, Generate: func(_ context.Context, a pages.PageContext, path string) (documents.Document, error) {
		asked = append(asked, a)
		switch path {
		case "/things/none":
			return documents.Document{}, fault.New("not_found")
		case "/things/moved":
			return documents.Document{}, &pages.Redirect{To: "/things/x"}
		case "/things/broken":
			return documents.Document{}, errors.New("down")
		}
		return documents.Document{Type: "text/plain", Body: []byte(strings.Repeat("x", 2000))}, nil
	}})
	resp := pagestest.Get(server, "/things/zh.txt?b=1&a=2", "Cookie", "locale=en", "Accept-Encoding", "gzip")
	require.Equal(t, 200, resp.StatusCode)
	require.Equal(t, "gzip", resp.Header.Get("Content-Encoding"))
	require.Equal(t, "public, max-age=0, must-revalidate", resp.Header.Get("Cache-Control"))
	require.Empty(t, resp.Header.Get("Set-Cookie"))
	require.Empty(t, resp.Header.Get("X-Page-Tags"))
	require.Equal(t, []string{"zh", "a=2", "https://shop.example:8080"}, []string{asked[0].Locale, asked[0].Query.Encode(), asked[0].Origin})
	require.Equal(t, 304, pagestest.Get(server, "/things/zh.txt", "If-None-Match", pagestest.Get(server, "/things/zh.txt").Header.Get("ETag")).StatusCode)
	require.Equal(t, 404, pagestest.Get(server, "/things/none").StatusCode)
	require.Equal(t, 503, pagestest.Get(server, "/things/broken").StatusCode)
	moved := pagestest.Get(server, "/things/moved")
	require.Equal(t, []any{302, "/things/x"}, []any{moved.StatusCode, moved.Header.Get("Location")})
}
