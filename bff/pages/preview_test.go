package pages_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/tenant"
)

// drafts know one preview: of a text that has no Chinese.
type drafts struct{}

func (drafts) Open(_ context.Context, tenantID int64, token string) (editor.Preview, error) {
	if tenantID != 20 || token != "good" {
		return editor.Preview{}, editor.ErrPreview
	}
	t := editor.Text{Kind: "service", Name: "refund"}
	return editor.Preview{Text: t, Until: time.Unix(0, 0), Drafts: []string{"en"}, Versions: map[string]editor.Version{
		"en": {ID: 7, Author: "mei", File: editor.File{Text: t, Locale: "en"}},
	}}, nil
}

func newPreviews(t *testing.T) (http.Handler, *renderer) {
	t.Helper()
	r := newRenderer(t, html("page"))
	client, err := pages.NewRenderer(r.URL, "s3cret")
	require.NoError(t, err)
	t.Cleanup(client.Close)
	o := pages.HandlerOptions{
		Tenant:   func(host string) (tenant.Tenant, bool) { return site, strings.HasPrefix(host, "shop.example") },
		Previews: drafts{},
	}
	e := echo.New()
	e.Use(guard.SecurityHeaders(guard.HeaderOptions{}))
	pages.NewPreviewHandler(o).Mount(e)
	pages.NewHandler(pages.NewTable(pages.Options{}), client, o).Mount(e)
	return e, r
}

func TestADraftIsForNoCacheAndNoSearchEngine(t *testing.T) {
	t.Parallel()
	door, r := newPreviews(t)
	res := get(door, "/en/services/refund?utm=1&preview=good", "Cookie", "token=secret")
	require.Equal(t, 200, res.StatusCode)
	require.Equal(t, "private, no-store", res.Header.Get("Cache-Control"))
	require.Equal(t, "same-origin", res.Header.Get("Referrer-Policy"))
	require.Contains(t, res.Header.Get("Content-Security-Policy"), "frame-ancestors 'self'")
	require.Empty(t, res.Header.Get("ETag"))
	require.Empty(t, res.Header.Get("Set-Cookie"), "whoever compares both languages has chosen neither")
	asked := <-r.asked
	require.Equal(t, "/en/services/refund?preview=good", asked.RequestURI)
	require.Empty(t, asked.Header.Get("Cookie"))
	require.Equal(t, "private, no-store", get(door, "/en/services/refund/_payload.json?preview=good").Header.Get("Cache-Control"))
	<-r.asked

	for _, target := range []string{"/zh/services/refund?preview=bad", "/preview/bad", "/preview/good%2F"} {
		res := get(door, target)
		require.Equal(t, 410, res.StatusCode, target)
		require.Equal(t, "noindex", res.Header.Get("X-Robots-Tag"), target)
	}
	// A page without texts of editors knows no such parameter, and stays everybody's.
	res = get(door, "/en/home?preview=good")
	require.Contains(t, res.Header.Get("Cache-Control"), "public")
	require.Contains(t, res.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'")
	require.Equal(t, "/en/home", (<-r.asked).RequestURI)
}

func TestBothLanguagesStandSideBySide(t *testing.T) {
	t.Parallel()
	door, _ := newPreviews(t)
	for lang, words := range map[string][]string{
		"en": {"Preview of service/refund", "Translations that are missing: Chinese", "Version 7 by mei"},
		"zh": {"预览：service/refund", "缺少译文：中文", "版本 7，由 mei 于 ", "（UTC）提交。"},
	} {
		res := get(door, "/preview/good", "Accept-Language", lang)
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

func TestAPageSaysThatItIsADraft(t *testing.T) {
	t.Parallel()
	s := &shop{goods: japan}
	service := pages.NewService(s.table(), nil, s).WithPreviews(drafts{})
	page, err := service.Query(context.Background(), pages.Request{Tenant: site, RawPath: "/en/services/delivery?preview=good", Origin: "http://x"})
	require.NoError(t, err)
	require.Contains(t, page.Preview.Text, "Version 7 by mei")
	require.Equal(t, "/preview/good", page.Preview.Link.Href)
	require.True(t, page.Noindex)
	require.Equal(t, "http://x/en/services/delivery", page.Seo.Canonical)
	require.Equal(t, "/zh/services/delivery?preview=good", page.Shell.Languages[1].Href)
	page, err = service.Query(context.Background(), pages.Request{Tenant: site, RawPath: "/en/services/delivery?preview=bad"})
	require.NoError(t, err)
	require.Equal(t, 404, page.Status)
	page, err = service.Query(context.Background(), pages.Request{Tenant: site, RawPath: "/en/services/delivery"})
	require.NoError(t, err)
	require.Nil(t, page.Preview)
}
