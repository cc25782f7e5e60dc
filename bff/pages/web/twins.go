package web

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/pages/markdown"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/shared"
)

const markdownSuffix = pages.TwinSuffix

// Twins answers the Markdown twin of every page that may be indexed, /en/faq.md for /en/faq. A twin is made from the page
// itself, as the cache has it, so that it cannot say anything else.
type Twins struct {
	table   *pages.Table
	fetcher Fetcher
	o       HandlerOptions
}

// NewTwins returns the twins of the pages that fetcher gives.
func NewTwins(table *pages.Table, fetcher Fetcher, o HandlerOptions) *Twins {
	return &Twins{table: table, fetcher: fetcher, o: o.filled()}
}

// Middleware answers the addresses of twins and leaves all others to the routes.
func (s *Twins) Middleware() echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			req := c.Request()
			path, isTwin := strings.CutSuffix(req.URL.EscapedPath(), markdownSuffix)
			if !isTwin || req.Method != http.MethodGet && req.Method != http.MethodHead {
				return next(c)
			}
			normal, other := pages.Normalize(path, "")
			locale, rest := pages.SplitLocale(normal)
			row, _, ok := s.table.Match(rest)
			if locale == "" || !ok || !row.Indexed() {
				return next(c)
			}
			if other {
				return c.Redirect(http.StatusPermanentRedirect, withQuery(normal+markdownSuffix, req.URL.RawQuery))
			}
			return s.answer(c, row, locale, normal)
		}
	}
}

func (s *Twins) answer(c echo.Context, row pages.Row, locale, path string) error {
	req, h := c.Request(), c.Response().Header()
	site, ok := s.o.Tenant(req.Host)
	if !ok {
		return fault.New("unknown_host")
	}
	guard.AskedFor(c, string(row.Kind), markdownForm)
	ctx, cancel := context.WithTimeout(req.Context(), s.o.ReadTimeout)
	defer cancel()
	proto := s.o.Proto(c)
	page, err := s.fetcher.Fetch(ctx, &PageRequest{
		Method: http.MethodGet, Host: req.Host, Proto: proto, Tenant: site.ID, Locale: locale, Row: row, Shared: true,
		Target: path + row.EncodeQuery(row.CanonicalQuery(req.URL.Query())),
	})
	if err == nil && page.Status >= http.StatusInternalServerError {
		err = fmt.Errorf("the page is %d", page.Status)
	}
	switch {
	case err != nil:
		return away(c, s.o.Log, err)
	case page.Status != http.StatusOK:
		if to := page.Header.Get(echo.HeaderLocation); to != "" {
			page = plainAnswer(page.Status)
			to, query, _ := strings.Cut(to, "?")
			page.Header.Set(echo.HeaderLocation, withQuery(to+markdownSuffix, query))
		}
		return hand(c, page, "")
	}
	html, _, err := encoded(page, "")
	if err != nil {
		return err
	}
	document, err := markdown.Of(bytes.NewReader(html), proto+"://"+req.Host)
	if err != nil {
		return err
	}
	h.Set("Content-Language", shared.Constants().HTMLLangs[locale])
	h.Set("Link", "<"+document.Canonical+`>; rel="canonical"`)
	h.Set("X-Robots-Tag", noindex)
	twin := &Answer{Status: http.StatusOK, Header: http.Header{echo.HeaderContentType: {"text/markdown; charset=utf-8"}},
		Body: []byte(document.Text), From: page.From, Spans: page.Spans}
	return hand(c, twin, "")
}
