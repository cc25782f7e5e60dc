package documents_test

import (
	"context"
	"encoding/xml"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/pages/documents"
	"github.com/roamcart/roamcart/bff/pages/pagestest"
	"github.com/roamcart/roamcart/bff/tenant"
)

type fakeInventory struct{ err error }

func (s fakeInventory) Inventory(context.Context, tenant.Tenant) ([]pages.Entry, error) {
	changed := time.Date(2026, 3, 5, 14, 30, 0, 0, time.FixedZone("", 8*60*60))
	return []pages.Entry{
		{Kind: pages.Group, Params: map[string]string{"group": "asia"}},
		{Kind: pages.Detail, Params: map[string]string{"group": "asia", "goodsId": "jp-3g-7"}, Updated: changed},
		{Kind: pages.Detail, Params: map[string]string{"group": "europe", "goodsId": "fr-3g-7"}, Updated: changed.Add(time.Hour)},
		{Kind: pages.Terms, Params: map[string]string{"termsName": "privacy-policy"}},
		{Kind: pages.Cart, Updated: changed},
	}, s.err
}

type sitemap struct {
	URLs []struct {
		Loc     string `xml:"loc"`
		LastMod string `xml:"lastmod"`
		Links   []struct {
			Rel      string `xml:"rel,attr"`
			Hreflang string `xml:"hreflang,attr"`
			Href     string `xml:"href,attr"`
		} `xml:"http://www.w3.org/1999/xhtml link"`
	} `xml:"url"`
	Sitemaps []struct {
		Loc     string `xml:"loc"`
		LastMod string `xml:"lastmod"`
	} `xml:"sitemap"`
}

func readSitemap(t *testing.T, path string) (set sitemap) {
	t.Helper()
	resp := pagestest.Get(sitemaps(fakeInventory{}), path)
	require.Equal(t, 200, resp.StatusCode)
	require.Equal(t, "application/xml; charset=utf-8", resp.Header.Get("Content-Type"))
	require.NoError(t, xml.Unmarshal([]byte(pagestest.Text(t, resp)), &set))
	require.Equal(t, 304, pagestest.Get(sitemaps(fakeInventory{}), path, "If-None-Match", resp.Header.Get("ETag")).StatusCode)
	return set
}

func TestSitemapsListWhatMayBeIndexed(t *testing.T) {
	t.Parallel()
	lastmod := map[string]string{}
	for _, one := range readSitemap(t, "/sitemap.xml").Sitemaps {
		require.Equal(t, "2026-03-05T07:30:00Z", one.LastMod, "its newest page's")
		path, ok := strings.CutPrefix(one.Loc, "https://shop.example:8080")
		require.True(t, ok, one.Loc)
		for _, u := range readSitemap(t, path).URLs {
			address := strings.TrimPrefix(u.Loc, "https://shop.example:8080")
			require.NotContains(t, lastmod, address, "no address twice")
			require.Equal(t, path, "/sitemaps/"+strings.Split(address, "/")[1]+".xml")
			lastmod[address] = u.LastMod
			require.Len(t, u.Links, 3)
			require.Contains(t, []string{u.Links[0].Href, u.Links[1].Href}, u.Loc, "an address is among its own alternates")
			require.Equal(t, "x-default", u.Links[2].Hreflang)
		}
	}
	for path, want := range map[string]string{
		"/en/home": "2026-03-05T07:30:00Z", "/zh/travel-card/listing": "2026-03-05T07:30:00Z", "/zh/travel-card/asia": "2026-03-05T06:30:00Z",
		"/en/travel-card/asia/jp-3g-7": "2026-03-05T06:30:00Z", "/en/terms/privacy-policy": "", "/zh/contact": "", "/en/esim/module": "",
	} {
		require.Contains(t, lastmod, path)
		require.Equal(t, want, lastmod[path], path)
	}
	for path := range lastmod {
		require.NotContains(t, path, "?")
		for _, private := range []string{"/cart", "/order", "/login", "/my-", "/payment", "/test"} {
			require.NotContains(t, path, private)
		}
	}
	require.Equal(t, 503, pagestest.Get(sitemaps(fakeInventory{err: errors.New("down")}), "/sitemap.xml").StatusCode)
	require.Equal(t, 404, pagestest.Get(sitemaps(fakeInventory{}), "/sitemaps/fr.xml").StatusCode)
}

func sitemaps(inventory pages.Inventory) http.Handler {
	return newDocumentServer(documents.Sitemaps(pages.NewTable(pages.Options{TestPayments: true}), inventory)...)
}
