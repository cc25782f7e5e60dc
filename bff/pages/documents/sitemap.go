package documents

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"strconv"
	"time"

	"github.com/roamcart/roamcart/bff/pages"
)

// maxSitemapURLs is what the protocol allows in one file.
const maxSitemapURLs = 50_000

// Sitemaps are the sources of /sitemap.xml, which names a sitemap for each language, and of those: every page that may be
// indexed, with its address in every language.
func Sitemaps(t *pages.Table, inventory pages.Inventory) []Source {
	out := []Source{{Path: SitemapIndex, Generate: func(ctx context.Context, a pages.Ask, _ string) (Document, error) {
		entries, err := inventory.Inventory(ctx, a.Tenant)
		if err != nil {
			return Document{}, err
		}
		index := siteIndex{}
		for _, locale := range pages.Locales() {
			one := siteIndexEntry{Loc: a.Origin + sitemapOf(locale)}
			for _, e := range t.Listed(entries) {
				one.LastMod = max(one.LastMod, lastMod(e))
			}
			index.Sitemaps = append(index.Sitemaps, one)
		}
		return xmlDocument(a, index)
	}}}
	for _, locale := range pages.Locales() {
		out = append(out, Source{Path: sitemapOf(locale), Generate: func(ctx context.Context, a pages.Ask, _ string) (Document, error) {
			entries, err := inventory.Inventory(ctx, a.Tenant)
			if err != nil {
				return Document{}, err
			}
			set, err := sitemap(t, a.Origin, locale, entries)
			if err != nil {
				return Document{}, err
			}
			return xmlDocument(a, set)
		}})
	}
	return out
}

// SitemapIndex is where a site's sitemaps are named.
const SitemapIndex = "/sitemap.xml"

func sitemapOf(locale string) string { return "/sitemaps/" + locale + ".xml" }

func xmlDocument(a pages.Ask, document any) (Document, error) {
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

// sitemap lists the pages in a language, in the table's order.
func sitemap(t *pages.Table, origin, locale string, entries []pages.Entry) (sitemapSet, error) {
	set := sitemapSet{XHTML: "http://www.w3.org/1999/xhtml"}
	for _, e := range t.Listed(entries) {
		links := []sitemapLink{}
		for _, a := range pages.Alternates(origin, e) {
			links = append(links, sitemapLink{Rel: "alternate", Hreflang: a.Hreflang, Href: a.Href})
		}
		set.URLs = append(set.URLs, sitemapURL{Loc: origin + pages.Path(e.Kind, locale, e.Params), LastMod: lastMod(e), Links: links})
	}
	if len(set.URLs) > maxSitemapURLs {
		return set, fmt.Errorf("sitemap: %d addresses do not fit in one file", len(set.URLs))
	}
	return set, nil
}

// lastMod writes when a page changed, "" when nobody knows.
func lastMod(e pages.Entry) string {
	if e.Updated.IsZero() {
		return ""
	}
	return e.Updated.UTC().Format(time.RFC3339)
}
