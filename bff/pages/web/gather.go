package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/changes"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/tenant"
)

// gatherTimeout bounds the gathering of a page's data. It is shorter than readTimeout, so that the renderer still has time to
// show the page that says what is missing.
const gatherTimeout = 4 * time.Second

// Gatherer is a Fetcher that gathers what a page shows and hands it to the renderer with the request. A form is the renderer's:
// it sends the form to the gateway first, and then asks there for the page. It is safe for concurrent use.
type Gatherer struct {
	pages *pages.PageService
	next  Fetcher
	o     GathererOptions
}

// GathererOptions say what a Gatherer depends on.
type GathererOptions struct {
	// Tenant returns the site that answers at a host.
	Tenant func(host string) (tenant.Tenant, bool)
	// Caller returns the browser that asks for a page. Faults: unavailable, when the session cannot be read.
	Caller func(ctx context.Context, site tenant.Tenant, p *PageRequest) (Caller, error)
	// Mark returns up to where changes are known.
	Mark func() changes.Mark
	// StatusOf returns the HTTP status of a fault's code.
	StatusOf func(code string) int
	Log      *slog.Logger
}

// Caller is the browser that asks for a page.
type Caller struct {
	// Context is the one that the page's data are read in.
	Context  context.Context
	LoggedIn bool
	// Header gets the cookies that are set while the data are read.
	Header http.Header
}

// NewGatherer returns a Gatherer that asks next for the page.
func NewGatherer(service *pages.PageService, next Fetcher, o GathererOptions) *Gatherer {
	return &Gatherer{pages: service, next: next, o: o}
}

// gathered is what the renderer is handed, in the form in which the gateway answers: GwResult in ssr/app/gw/client.ts.
type gathered struct {
	OK     bool              `json:"ok"`
	Status int               `json:"status"`
	Data   *gen.PageQuery    `json:"data,omitempty"`
	Code   string            `json:"code,omitempty"`
	Text   string            `json:"message"`
	Fields map[string]string `json:"fields,omitempty"`
}

// Fetch gathers the page and asks for its HTML, payload or Markdown. A redirect needs no renderer, nor does a page that has no twin.
func (g *Gatherer) Fetch(ctx context.Context, p *PageRequest) (*Answer, error) {
	if p.Method != http.MethodGet {
		return g.next.Fetch(ctx, p)
	}
	site, ok := g.o.Tenant(p.Host)
	if !ok {
		return nil, fault.New("unknown_host")
	}
	mark, began, cookies := g.o.Mark(), time.Now(), http.Header{}
	page, err := g.gather(ctx, site, p, cookies)
	took := Span{"data", time.Since(began)}
	if err == nil && page.Redirect != nil {
		a := redirectAnswer(page.Redirect, p.Payload)
		a.Spans = []Span{took}
		return withCookies(a, cookies), nil
	}
	if p.Markdown && (err != nil || page.Status != http.StatusOK) {
		if err != nil {
			return nil, err
		}
		a := plainAnswer(page.Status)
		a.Spans = []Span{took}
		SetPageName(a.Header, site.ID, page.Path)
		return a, nil
	}
	own := *p
	if own.Page, err = g.result(ctx, p, page, err); err != nil {
		return nil, err
	}
	a, err := g.next.Fetch(ctx, &own)
	if err != nil {
		return nil, err
	}
	a.Spans = append([]Span{took}, a.Spans...)
	if p.Shared && page.Status != 0 {
		SetProvenance(a.Header, mark, page.Tags)
	}
	return withCookies(a, cookies), nil
}

func (g *Gatherer) gather(ctx context.Context, site tenant.Tenant, p *PageRequest, cookies http.Header) (pages.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, gatherTimeout)
	defer cancel()
	who, err := g.o.Caller(ctx, site, p)
	if err != nil {
		return pages.Result{}, err
	}
	path, query, _ := strings.Cut(p.Target, "?")
	page, err := g.pages.Query(who.Context, pages.Request{
		Tenant: site, Locale: p.Locale, RawPath: withQuery(p.pagePath(path), query), Origin: p.Proto + "://" + p.Host,
		LoggedIn: who.LoggedIn, Twin: p.Markdown,
	})
	maps.Copy(cookies, who.Header)
	return page, err
}

// result writes what was gathered, or why there is nothing: then the renderer shows a page that says so.
func (g *Gatherer) result(ctx context.Context, p *PageRequest, page pages.Result, err error) ([]byte, error) {
	r := gathered{OK: true, Status: http.StatusOK, Data: &page.PageQuery}
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		code := fault.Code(err)
		if code == "" {
			code = "unavailable"
			g.o.Log.ErrorContext(ctx, "page data not gathered", "kind", p.Row.Kind, "requestId", p.RequestID, "error", err)
		}
		r = gathered{Status: g.o.StatusOf(code), Code: code, Fields: map[string]string{}}
	}
	var out bytes.Buffer
	if err := json.NewEncoder(&out).Encode(r); err != nil {
		return nil, errors.Join(errors.New("page data not written"), err)
	}
	return out.Bytes(), nil
}

// redirectAnswer sends a browser elsewhere, and the application that asked for a payload, which must see where to.
func redirectAnswer(to *gen.PageRedirect, isPayload bool) *Answer {
	a := &Answer{Status: to.Status, Header: http.Header{echo.HeaderCacheControl: {privateNoStore}}}
	if isPayload {
		a.Status = http.StatusNoContent
		a.Header.Set(redirectHeader, to.To)
	} else {
		a.Header.Set(echo.HeaderLocation, to.To)
	}
	return a
}

// withCookies adds the cookies that reading the data has set. Such an answer is for one browser.
func withCookies(a *Answer, set http.Header) *Answer {
	if lines := set.Values(echo.HeaderSetCookie); len(lines) > 0 {
		a.Header[echo.HeaderSetCookie] = slices.Concat(lines, a.Header.Values(echo.HeaderSetCookie))
		a.Header.Set(echo.HeaderCacheControl, privateNoStore)
	}
	return a
}
