package cache_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/pages/cache"
	"github.com/roamcart/roamcart/bff/pages/pagestest"
	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/tenant"
)

// A twin is kept beside its page: written once, compressed, with its entity tag and its link to the page, until something changes
// that it shows. A draft's is not kept.
func TestATwinIsKeptAndExpiresAsItsPageDoes(t *testing.T) {
	t.Parallel()
	const plan = "/en/travel-card/asia/jp-3g-7"
	mark := int64(1)
	f := newFixture(nil, 0, func(n int64, p *web.PageRequest) (*web.Answer, error) {
		a := page(n, mark, "goods:20:jp-3g-7")
		if p.Markdown {
			a.Header.Set("Content-Type", "text/markdown; charset=utf-8")
			a.Header.Set("Link", `<https://shop.example`+plan+`>; rel="canonical"`)
		}
		return a, nil
	})
	e := echo.New()
	e.Use(web.NewTwins(pages.NewTable(pages.Options{}), f, web.HandlerOptions{
		Tenant: func(string) (tenant.Tenant, bool) { return pagestest.Site, true },
	}).Middleware())
	twin := func(path string, headers ...string) *http.Response { return pagestest.Get(e, path, headers...) }

	first := twin(plan + ".md")
	require.Equal(t, []any{200, cache.Miss}, []any{first.StatusCode, first.Header.Get("X-Cache")})
	text := pagestest.Text(t, first)
	second := twin(plan+".md", "Accept-Encoding", "gzip")
	require.Equal(t, cache.Hit, second.Header.Get("X-Cache"))
	require.Equal(t, "gzip", second.Header.Get("Content-Encoding"))
	require.Equal(t, `<https://shop.example`+plan+`>; rel="canonical"`, second.Header.Get("Link"))
	require.Equal(t, "noindex", second.Header.Get("X-Robots-Tag"))
	require.Equal(t, 304, twin(plan+".md", "If-None-Match", first.Header.Get("ETag")).StatusCode)
	from, html := f.fetch(t, plan)
	require.Equal(t, cache.Miss, from, "the page is another document")
	require.NotEqual(t, text, html)
	require.Equal(t, int64(2), f.renderer.renders.Load())

	mark = 6
	f.feed.change(5, "goods:20:jp-3g-7")
	require.Equal(t, 2, f.Invalidate([]string{"goods:20:jp-3g-7"}))
	renewed := twin(plan + ".md")
	require.Equal(t, cache.Miss, renewed.Header.Get("X-Cache"))
	require.NotEqual(t, text, pagestest.Text(t, renewed))
	require.NotEqual(t, first.Header.Get("ETag"), renewed.Header.Get("ETag"))

	for range 2 {
		draft := twin("/en/faq.md?preview=token")
		require.Equal(t, cache.Bypass, draft.Header.Get("X-Cache"))
		require.True(t, strings.Contains(draft.Header.Get("Cache-Control"), "no-store"))
	}
}
