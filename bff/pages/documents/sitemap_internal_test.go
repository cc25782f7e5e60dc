package documents

import (
	"context"
	"encoding/xml"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/tenant"
)

// plans is a site that sells so many plans.
type plans int

func (n plans) Inventory(context.Context, tenant.Tenant) (out []pages.Entry, err error) {
	for i := range int(n) {
		out = append(out, pages.Entry{Kind: pages.Detail, Params: map[string]string{"group": "asia", "goodsId": fmt.Sprint("p", i)}})
	}
	return out, nil
}

// A sitemap has as many pages as the protocol allows; the others are in further files, which the index names.
func TestPagesThatDoNotFitIntoOneSitemap(t *testing.T) {
	t.Parallel()
	const most = 7
	ask := pages.PageContext{Origin: "https://shop.example"}
	m := sitemaps{table: pages.NewTable(pages.Options{}), inventory: plans(20), most: most}
	listed, err := m.inventory.Inventory(t.Context(), ask.Tenant)
	require.NoError(t, err)
	total := len(m.table.Listed(listed))
	d, err := m.index(t.Context(), ask, SitemapIndex)
	require.NoError(t, err)
	var index siteIndex
	require.NoError(t, xml.Unmarshal(d.Body, &index))
	files := (total + most - 1) / most
	require.Len(t, index.Sitemaps, files*len(pages.Locales()))
	require.Equal(t, "https://shop.example/sitemaps/en.xml", index.Sitemaps[0].Loc)
	require.Equal(t, "https://shop.example/sitemaps/en-2.xml", index.Sitemaps[1].Loc)
	found := map[string]bool{}
	for _, one := range index.Sitemaps {
		d, err := m.file(t.Context(), ask, one.Loc[len(ask.Origin):])
		require.NoError(t, err)
		var set struct {
			URLs []struct {
				Loc string `xml:"loc"`
			} `xml:"url"`
		}
		require.NoError(t, xml.Unmarshal(d.Body, &set))
		require.LessOrEqual(t, len(set.URLs), most)
		for _, u := range set.URLs {
			require.False(t, found[u.Loc], u.Loc)
			found[u.Loc] = true
		}
	}
	require.Len(t, found, total*len(pages.Locales()))
	for _, path := range []string{"/sitemaps/en-1.xml", fmt.Sprintf("/sitemaps/en-%d.xml", files+1), "/sitemaps/en-02.xml", "/sitemaps/", "/sitemaps/fr.xml"} {
		_, err := m.file(t.Context(), ask, path)
		require.Equal(t, "not_found", fault.Code(err), path)
	}
}
