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
	"github.com/roamcart/roamcart/bff/pages/pagestest"
	"github.com/roamcart/roamcart/bff/pages/web"
)

// twinFetcher answers every request with a twin and remembers it.
type twinFetcher struct {
	asked  []string
	answer func(target string) (*web.Answer, error)
}

func (p *twinFetcher) Fetch(_ context.Context, r *web.PageRequest) (*web.Answer, error) {
	p.asked = append(p.asked, r.Target)
	if r.Cookie != "" || !r.Shared || !r.Markdown {
		return nil, errors.New("twins are shared Markdown")
	}
	return p.answer(r.Target)
}

func markdownOf(target string) (*web.Answer, error) {
	canonical := "https://shop.example:8080" + strings.Replace(target, ".md", "", 1)
	return &web.Answer{Status: 200, From: "hit", Body: []byte("# Hi\n"), Header: http.Header{
		"Content-Type": {"text/markdown; charset=utf-8"}, "Link": {"<" + canonical + `>; rel="canonical"`}, "X-Page-Name": {"20 /zh/faq"},
	}}, nil
}

func newTwins(p *twinFetcher) http.Handler {
	e := echo.New()
	e.Use(web.NewTwins(pages.NewTable(pages.Options{}), p, handlerOptions()).Middleware())
	e.GET("/*", func(c echo.Context) error { return c.String(http.StatusTeapot, "the door") })
	return e
}

func TestEveryIndexedPageHasATwin(t *testing.T) {
	t.Parallel()
	p := &twinFetcher{answer: markdownOf}
	resp := pagestest.Get(newTwins(p), "/zh/travel-card/listing.md?utm=1&countries=jp", "Cookie", "locale=en; token=x")
	require.Equal(t, 200, resp.StatusCode)
	require.Equal(t, "# Hi\n", pagestest.Text(t, resp))
	for name, want := range map[string]string{
		"Content-Type": "text/markdown; charset=utf-8", "Content-Language": "zh-Hans", "X-Robots-Tag": "noindex", "Set-Cookie": "", "X-Page-Name": "",
		"Link": `<https://shop.example:8080/zh/travel-card/listing?countries=JP>; rel="canonical"`, "X-Cache": "hit",
		"Cache-Control": "public, max-age=0, must-revalidate",
	} {
		require.Equal(t, want, resp.Header.Get(name), name)
	}
	require.Equal(t, []string{"/zh/travel-card/listing.md?countries=JP"}, p.asked)
	require.Equal(t, 304, pagestest.Get(newTwins(p), "/en/faq.md", "If-None-Match", pagestest.Get(newTwins(p), "/en/faq.md").Header.Get("ETag")).StatusCode)
	other := pagestest.Get(newTwins(p), "/en/Terms/privacy-policy.md")
	require.Equal(t, []any{308, "/en/terms/privacy-policy.md"}, []any{other.StatusCode, other.Header.Get("Location")})
	for _, path := range []string{"/en/cart.md", "/en/my-order.md", "/en/nothing/at/all.md", "/faq.md", "/en/faq", "/.md"} {
		require.Equal(t, http.StatusTeapot, pagestest.Get(newTwins(p), path).StatusCode, path)
	}
	require.Equal(t, pagestest.Origin+"/en/faq.md", pagestest.Query(t, "/en/faq?utm=1").Seo.Markdown)
	require.Empty(t, pagestest.Query(t, "/en/cart").Seo.Markdown)
}

func TestATwinFollowsItsPage(t *testing.T) {
	t.Parallel()
	status := func(code int, location string) *twinFetcher {
		return &twinFetcher{answer: func(string) (*web.Answer, error) {
			return &web.Answer{Status: code, Header: http.Header{"Location": {location}}}, nil
		}}
	}
	require.Equal(t, 404, pagestest.Get(newTwins(status(404, "")), "/en/services/none.md").StatusCode)
	moved := pagestest.Get(newTwins(status(308, "/en/travel-card/asia/jp-3g-7")), "/en/travel-card/europe/jp-3g-7.md")
	require.Equal(t, []any{308, "/en/travel-card/asia/jp-3g-7.md"}, []any{moved.StatusCode, moved.Header.Get("Location")})
	for _, p := range []*twinFetcher{status(503, ""), {answer: func(string) (*web.Answer, error) { return nil, errors.New("down") }}} {
		resp := pagestest.Get(newTwins(p), "/en/faq.md")
		require.Equal(t, 503, resp.StatusCode)
		require.NotEmpty(t, resp.Header.Get("Retry-After"))
		require.False(t, strings.Contains(pagestest.Text(t, resp), "down"))
	}
}
