package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/shared"
)

// markdownType begins the content type of a twin.
const markdownType = "text/markdown"

// Twins answers the Markdown twin of every page that may be indexed, /en/faq.md for /en/faq. The renderer writes it, from the data
// that the page is made from, and the page cache keeps it as it does the page.
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
			path, isTwin := strings.CutSuffix(req.URL.EscapedPath(), pages.TwinSuffix)
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
				return c.Redirect(http.StatusPermanentRedirect, withQuery(normal+pages.TwinSuffix, req.URL.RawQuery))
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
	guard.NotePage(c, string(row.Kind), markdownForm)
	ctx, cancel := context.WithTimeout(req.Context(), s.o.ReadTimeout)
	defer cancel()
	query, lasts := row.CanonicalQuery(req.URL.Query()), ""
	p := &PageRequest{
		Method: http.MethodGet, Host: req.Host, Proto: s.o.Proto(c), RequestID: guard.RequestIDOf(req.Context()), Tenant: site.ID,
		Locale: locale, Row: row, Markdown: true, Shared: true, Target: path + pages.TwinSuffix + row.EncodeQuery(query),
	}
	if query.Has(pages.ParamPreview) { // a draft is for those who have the link
		p.Shared, lasts = false, privateNoStore
	}
	// Twins without a query are as many as the sitemaps name, and made once for everybody.
	if s.o.Admit != nil && len(query) > 0 {
		p.Admit = func() error { return s.o.Admit(c) }
	}
	twin, err := s.fetcher.Fetch(ctx, p)
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		return refused
	}
	if err == nil && twin.Status >= http.StatusBadRequest && twin.Status != http.StatusNotFound {
		err = fmt.Errorf("the twin is %d", twin.Status)
	}
	if err != nil {
		return documentUnavailable(c, s.o.Log, err)
	}
	if to := twin.Header.Get(echo.HeaderLocation); to != "" {
		to, query, _ := strings.Cut(to, "?")
		twin = plainAnswer(twin.Status)
		twin.Header.Set(echo.HeaderLocation, withQuery(to+pages.TwinSuffix, query))
	}
	copyHeaders(h, twin)
	if twin.Status == http.StatusOK {
		h.Set("Content-Language", shared.Constants().HTMLLangs[locale])
		h.Set("X-Robots-Tag", noindex)
	}
	return sendDocument(c, twin, lasts)
}
