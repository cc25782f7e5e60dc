package pages

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/platform/fault"
)

// maxSitemapURLs is what the protocol allows in one file.
const maxSitemapURLs = 50_000

// Sitemap answers /sitemap.xml: every page that may be indexed, in every language. The fault is unknown_host.
func (s *Crawl) Sitemap(c echo.Context) error {
	site, ok := s.o.Tenant(c.Request().Host)
	if !ok {
		return fault.New("unknown_host")
	}
	entries, err := s.inventory.Inventory(c.Request().Context(), site)
	if err != nil {
		return fmt.Errorf("sitemap: %w", err)
	}
	body, err := sitemap(s.table, s.origin(c), entries)
	if err != nil {
		return err
	}
	tag := StrongTag(body)
	h := c.Response().Header()
	h.Set(echo.HeaderCacheControl, revalidate)
	h.Set("ETag", tag)
	if given := c.Request().Header.Get("If-None-Match"); given != "" && matches(given, tag) {
		return c.NoContent(http.StatusNotModified)
	}
	return c.Blob(http.StatusOK, "application/xml; charset=utf-8", body)
}

type sitemapSet struct {
	XMLName xml.Name     `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	XHTML   string       `xml:"xmlns:xhtml,attr"`
	URLs    []sitemapURL `xml:"url"`
}

type sitemapURL struct {
	Loc     string        `xml:"loc"`
	LastMod string        `xml:"lastmod,omitempty"`
	Links   []sitemapLink `xml:"xhtml:link"`
}

type sitemapLink struct {
	Rel      string `xml:"rel,attr"`
	Hreflang string `xml:"hreflang,attr"`
	Href     string `xml:"href,attr"`
}

// sitemap writes the pages in the table's order.
func sitemap(t *Table, origin string, entries []Entry) ([]byte, error) {
	set := sitemapSet{XHTML: "http://www.w3.org/1999/xhtml"}
	for _, e := range complete(t, entries) {
		row, ok := t.Row(e.Kind)
		if !ok || !row.Indexed() {
			continue
		}
		links := []sitemapLink{}
		for _, a := range alternates(origin, e.in(row)) {
			links = append(links, sitemapLink{Rel: "alternate", Hreflang: a.Hreflang, Href: a.Href})
		}
		for _, locale := range Locales() {
			u := sitemapURL{Loc: origin + Path(e.Kind, locale, e.Params), Links: links}
			if !e.Updated.IsZero() {
				u.LastMod = e.Updated.UTC().Format(time.RFC3339)
			}
			set.URLs = append(set.URLs, u)
		}
	}
	if len(set.URLs) > maxSitemapURLs {
		return nil, fmt.Errorf("sitemap: %d addresses do not fit in one file", len(set.URLs))
	}
	var out bytes.Buffer
	out.WriteString(xml.Header)
	if err := xml.NewEncoder(&out).Encode(set); err != nil {
		return nil, fmt.Errorf("write sitemap: %w", err)
	}
	return out.Bytes(), nil
}

func (e Entry) in(row Row) place { return place{row: row, path: Path(e.Kind, Locales()[0], e.Params)} }

// complete adds the pages without parameters, which nobody has to list, in the table's order. Home and the lists are as
// new as the newest goods in them, when nothing else is known.
func complete(t *Table, entries []Entry) []Entry {
	var newest time.Time
	perGroup, perKind := map[string]time.Time{}, map[Kind][]Entry{}
	for _, e := range entries {
		perKind[e.Kind] = append(perKind[e.Kind], e)
		if e.Kind == Detail {
			newest = later(newest, e.Updated)
			perGroup[e.Params[ParamGroup]] = later(perGroup[e.Params[ParamGroup]], e.Updated)
		}
	}
	var out []Entry
	for _, row := range t.Rows() {
		list := perKind[row.Kind]
		if len(list) == 0 && fill(row.Pattern, nil) == row.Pattern {
			list = []Entry{{Kind: row.Kind}}
		}
		for _, e := range list {
			switch {
			case !e.Updated.IsZero():
			case e.Kind == Home || e.Kind == Listing:
				e.Updated = newest
			case e.Kind == Group:
				e.Updated = perGroup[e.Params[ParamGroup]]
			}
			out = append(out, e)
		}
	}
	return out
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
