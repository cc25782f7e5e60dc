package web_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/pages/pagestest"
	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/platform/changes"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/tenant"
)

// renderRequest is a request that the renderer has received.
type renderRequest struct {
	method, given, form string
	result              struct {
		OK     bool
		Status int
		Code   string
		Data   gen.PageQuery
	}
}

// gatherFixture is a Gatherer over a fake shop, with a renderer that records its requests.
type gatherFixture struct {
	*web.Gatherer
	shop     *pagestest.Shop
	requests []renderRequest
	// noMarkdown makes the renderer one of a release that writes no Markdown.
	noMarkdown bool
	// caller is who asks; the context is filled in.
	caller web.Caller
	err    error
}

func newGatherFixture(t *testing.T) *gatherFixture {
	t.Helper()
	f := &gatherFixture{shop: pagestest.New(), caller: web.Caller{Header: http.Header{}}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := renderRequest{method: r.Method, given: r.Header.Get("X-Roamcart-Page"), form: r.Header.Get("X-Roamcart-Form")}
		body, _ := io.ReadAll(r.Body)
		if h.given != "" {
			require.NoError(t, json.Unmarshal(body, &h.result))
		}
		f.requests = append(f.requests, h)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if h.form == "markdown" && !f.noMarkdown {
			w.Header().Set("Content-Type", "text/markdown; charset=utf-8")
		}
		if !h.result.OK && h.given != "" {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		_, _ = io.WriteString(w, "<!doctype html><p>rendered</p></html>\n")
	}))
	t.Cleanup(server.Close)
	client, err := web.NewRenderer(server.URL, "s3cret")
	require.NoError(t, err)
	service := f.shop.Service()
	f.Gatherer = web.NewGatherer(service, client, web.GathererOptions{
		Tenant: func(string) (tenant.Tenant, bool) { return pagestest.Site, true },
		Mark:   func() changes.Mark { return changes.Mark{Feed: "f", Xmin: 7} },
		Caller: func(ctx context.Context, _ tenant.Tenant, _ *web.PageRequest) (web.Caller, error) {
			who := f.caller
			who.Context = ctx
			return who, f.err
		},
		StatusOf: func(string) int { return http.StatusServiceUnavailable }, Log: slog.New(slog.DiscardHandler),
	})
	return f
}

func pageRequest(target string) *web.PageRequest {
	return &web.PageRequest{
		Method: http.MethodGet, Target: target, Host: "shop.example", Proto: "https", Tenant: pagestest.Site.ID, Locale: "en",
		Payload: strings.HasSuffix(strings.Split(target, "?")[0], "/_payload.json"),
	}
}

func TestTheRendererReceivesThePage(t *testing.T) {
	t.Parallel()
	f := newGatherFixture(t)
	for _, target := range []string{"/en/travel-card/asia?countries=JP", "/en/travel-card/asia/_payload.json?countries=JP"} {
		p := pageRequest(target)
		p.Shared = true
		a, err := f.Fetch(t.Context(), p)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, a.Status)
		got := f.requests[len(f.requests)-1]
		require.Equal(t, []string{"GET", "given"}, []string{got.method, got.given})
		require.True(t, got.result.OK)
		require.Equal(t, "/en/travel-card/asia?countries=JP", got.result.Data.Path)
		require.Equal(t, "https://shop.example/en/travel-card/asia", got.result.Data.Seo.Canonical)
		tags, mark := web.Provenance(a.Header)
		require.Equal(t, changes.Mark{Feed: "f", Xmin: 7}, mark)
		require.Contains(t, tags, "group:20:asia")
		require.Equal(t, "data", a.Spans[0].Name)
		require.Nil(t, p.Page, "the request is its caller's")
	}
}

func TestATwinIsAskedForWithThePage(t *testing.T) {
	t.Parallel()
	f := newGatherFixture(t)
	twin := func(target string) (*web.Answer, error) {
		p := pageRequest(target)
		p.Shared, p.Markdown = true, true
		return f.Fetch(t.Context(), p)
	}
	a, err := twin("/en/travel-card/asia.md?countries=JP")
	require.NoError(t, err)
	require.Equal(t, []any{200, "text/markdown; charset=utf-8"}, []any{a.Status, a.Header.Get("Content-Type")})
	require.Equal(t, []string{"given", "markdown"}, []string{f.requests[0].given, f.requests[0].form})
	require.Equal(t, "/en/travel-card/asia?countries=JP", f.requests[0].result.Data.Path)
	require.True(t, f.shop.Asked[0].Twin)
	tags, _ := web.Provenance(a.Header)
	require.Contains(t, tags, "group:20:asia")

	a, err = twin("/en/services/nothing.md")
	require.NoError(t, err)
	require.Equal(t, []any{404, true}, []any{a.Status, web.HasPageName(a.Header)}, "known to the cache as missing")
	require.Len(t, f.requests, 1)

	f.noMarkdown = true
	_, err = twin("/en/travel-card/asia.md")
	require.ErrorIs(t, err, web.ErrNoMarkdown, "a page is no twin")
	f.err = errors.New("down")
	_, err = twin("/en/travel-card/asia.md")
	require.ErrorContains(t, err, "down")
	require.Len(t, f.requests, 2)
}

func TestARedirectNeedsNoRenderer(t *testing.T) {
	t.Parallel()
	f := newGatherFixture(t)
	a, err := f.Fetch(t.Context(), pageRequest("/en/my-account"))
	require.NoError(t, err)
	require.Equal(t, http.StatusFound, a.Status)
	require.Equal(t, "/en/login?redirect=/en/my-account", a.Header.Get("Location"))
	require.Equal(t, "private, no-store", a.Header.Get("Cache-Control"))

	a, err = f.Fetch(t.Context(), pageRequest("/en/my-account/_payload.json"))
	require.NoError(t, err)
	require.Equal(t, http.StatusNoContent, a.Status)
	require.Equal(t, "/en/login?redirect=/en/my-account", a.Header.Get("X-Redirect"))
	require.Empty(t, a.Header.Get("Location"))
	require.Empty(t, f.requests)

	f.caller.LoggedIn = true
	a, err = f.Fetch(t.Context(), pageRequest("/en/my-account"))
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, a.Status)
}

func TestCookiesThatReadingSetsAreOnThePage(t *testing.T) {
	t.Parallel()
	f := newGatherFixture(t)
	f.caller.Header.Add("Set-Cookie", "visitor=1; Path=/")
	a, err := f.Fetch(t.Context(), pageRequest("/en/cart"))
	require.NoError(t, err)
	require.Equal(t, []string{"visitor=1; Path=/"}, a.Header.Values("Set-Cookie"))
	require.Equal(t, "private, no-store", a.Header.Get("Cache-Control"))
	require.Empty(t, a.Header.Get("X-Page-Tags"), "nobody else gets it")
}

func TestARendererShowsThatDataAreMissing(t *testing.T) {
	t.Parallel()
	f := newGatherFixture(t)
	f.shop.CartErr = errors.New("the database is away")
	a, err := f.Fetch(t.Context(), pageRequest("/en/cart"))
	require.NoError(t, err)
	require.Equal(t, http.StatusServiceUnavailable, a.Status)
	require.False(t, f.requests[0].result.OK)
	require.Equal(t, "unavailable", f.requests[0].result.Code)

	f.shop.CartErr, f.err = nil, fault.New("unavailable")
	a, err = f.Fetch(t.Context(), pageRequest("/en/cart"))
	require.NoError(t, err)
	require.Equal(t, http.StatusServiceUnavailable, a.Status)

	gone, leave := context.WithCancel(t.Context())
	leave()
	f.shop.CartErr = context.Canceled
	_, err = f.Fetch(gone, pageRequest("/en/cart"))
	require.ErrorIs(t, err, context.Canceled)
	require.Len(t, f.requests, 2, "nobody waits for a page")
}

func TestAFormIsTheRenderers(t *testing.T) {
	t.Parallel()
	f := newGatherFixture(t)
	f.shop.CartErr = errors.New("nobody asks")
	p := pageRequest("/en/cart")
	p.Method, p.Body, p.ContentLength = http.MethodPost, strings.NewReader("a=1"), 3
	a, err := f.Fetch(t.Context(), p)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, a.Status)
	require.Equal(t, renderRequest{method: "POST"}, f.requests[0])
}
