package documents

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// maxSitemapURLs is what the protocol allows in one file.
const maxSitemapURLs = 50_000

// SitemapIndex is where a site's sitemaps are named; they stand below sitemapFolder.
const (
	SitemapIndex  = "/sitemap.xml"
	sitemapFolder = "/sitemaps/"
)

// Sitemaps are the sources of /sitemap.xml, which names the sitemaps, and of those: every page that may be indexed, with its address
// in every language. A language has one file, en.xml, and more of them, en-2.xml and so on, where its pages do not fit into one.
func Sitemaps(t *pages.Table, inventory pages.Inventory) []Source {
	m := sitemaps{table: t, inventory: inventory, most: maxSitemapURLs}
	return []Source{{Path: SitemapIndex, Generate: m.index}, {Path: sitemapFolder, Generate: m.file}}
}

// sitemaps lists the pages of a site, at most so many in one file.
type sitemaps struct {
	table     *pages.Table
	inventory pages.Inventory
	most      int
}

// parts returns the pages of each file of a language.
func (m sitemaps) parts(ctx context.Context, a pages.PageContext) ([][]pages.Entry, error) {
	entries, err := m.inventory.Inventory(ctx, a.Tenant)
	if err != nil {
		return nil, err
	}
	return slices.Collect(slices.Chunk(m.table.Listed(entries), m.most)), nil
}

func (m sitemaps) index(ctx context.Context, a pages.PageContext, _ string) (Document, error) {
	parts, err := m.parts(ctx, a)
	if err != nil {
		return Document{}, err
	}
	index := siteIndex{}
	for _, locale := range pages.Locales() {
		for n, part := range parts {
			one := siteIndexEntry{Loc: a.Origin + sitemapPath(locale, n)}
			for _, e := range part {
				one.LastMod = max(one.LastMod, lastMod(e))
			}
			index.Sitemaps = append(index.Sitemaps, one)
		}
	}
	return xmlDocument(a, index)
}

// file is the sitemap at a path. Fault: not_found, where the index names none.
func (m sitemaps) file(ctx context.Context, a pages.PageContext, path string) (Document, error) {
	name, isXML := strings.CutSuffix(strings.TrimPrefix(path, sitemapFolder), ".xml")
	if locale, _, _ := strings.Cut(name, "-"); !isXML || !pages.IsLocale(locale) {
		return Document{}, fault.New("not_found")
	}
	parts, err := m.parts(ctx, a)
	if err != nil {
		return Document{}, err
	}
	for _, locale := range pages.Locales() {
		for n, part := range parts {
			if path == sitemapPath(locale, n) {
				return xmlDocument(a, sitemap(a.Origin, locale, part))
			}
		}
	}
	return Document{}, fault.New("not_found")
}

// sitemapPath is where the n-th file of a language is, counted from 0.
func sitemapPath(locale string, n int) string {
	if n > 0 {
		locale += "-" + strconv.Itoa(n+1)
	}
	return sitemapFolder + locale + ".xml"
}

func xmlDocument(a pages.PageContext, document any) (Document, error) {
	out := bytes.NewBufferString(xml.Header)
	if err := xml.NewEncoder(out).Encode(document); err != nil {
		return Document{}, fmt.Errorf("write sitemap: %w", err)
	}
	return Document{Type: "application/xml; charset=utf-8", Body: out.Bytes(), Tags: inventoryTags(a.Tenant.ID)}, nil
}

// inventoryTags are what decides which pages there are, and when they changed.
func inventoryTags(tenantID int64) []string {
	site := strconv.FormatInt(tenantID, 10)
	return []string{"site:" + site, "list:" + site, "shelves:" + site, "content:service", "content:terms", "content:page"}
}

type siteIndex struct {
	XMLName  xml.Name         `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
	Sitemaps []siteIndexEntry `xml:"sitemap"`
}

type siteIndexEntry struct {
	Loc     string `xml:"loc"`
	LastMod string `xml:"lastmod,omitempty"`
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

// sitemap lists pages in a language.
func sitemap(origin, locale string, listed []pages.Entry) sitemapSet {
	set := sitemapSet{XHTML: "http://www.w3.org/1999/xhtml"}
	for _, e := range listed {
		links := []sitemapLink{}
		for _, a := range pages.Alternates(origin, e) {
			links = append(links, sitemapLink{Rel: "alternate", Hreflang: a.Hreflang, Href: a.Href})
		}
		set.URLs = append(set.URLs, sitemapURL{Loc: origin + pages.Path(e.Kind, locale, e.Params), LastMod: lastMod(e), Links: links})
	}
	return set
}

// lastMod writes when a page changed, "" when nobody knows.
func lastMod(e pages.Entry) string {
	if e.Updated.IsZero() {
		return ""
	}
	return e.Updated.UTC().Format(time.RFC3339)
}
