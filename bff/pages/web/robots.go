package web

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/pages/documents"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// Crawl answers robots.txt of each site. It is safe for concurrent use.
type Crawl struct {
	table *pages.Table
	o     HandlerOptions
}

// NewCrawl returns the handler for crawlers.
func NewCrawl(table *pages.Table, o HandlerOptions) *Crawl {
	return &Crawl{table: table, o: o.filled()}
}

// Mount adds /robots.txt.
func (s *Crawl) Mount(e *echo.Echo) {
	e.Match([]string{http.MethodGet, http.MethodHead}, "/robots.txt", s.Robots)
}

// Robots answers /robots.txt. The fault is unknown_host.
func (s *Crawl) Robots(c echo.Context) error {
	if _, ok := s.o.Tenant(c.Request().Host); !ok {
		return fault.New("unknown_host")
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "public, max-age=3600")
	return c.String(http.StatusOK, robots(s.table, s.origin(c)))
}

func (s *Crawl) origin(c echo.Context) string { return s.o.Proto(c) + "://" + c.Request().Host }

// robots keeps crawlers away from calls and from pages about one visitor.
func robots(t *pages.Table, origin string) string {
	lines := []string{"User-agent: *", "Disallow: /gw/", "Disallow: /sandbox/", "Disallow: /*" + payloadSuffix}
	var private []string
	for _, r := range t.Rows() {
		if !r.Private {
			continue
		}
		first, _, _ := strings.Cut(strings.TrimPrefix(r.Pattern, "/"), "/")
		if !slices.Contains(private, first) {
			private = append(private, first)
		}
	}
	for _, locale := range pages.Locales() {
		for _, first := range private {
			lines = append(lines, "Disallow: /"+locale+"/"+first)
		}
	}
	return strings.Join(append(lines, "", "Sitemap: "+origin+documents.SitemapIndex, ""), "\n")
}
