package app_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// What programs read comes from the page cache, and follows prices, freights and texts as pages do.
func TestDocumentsFollowWhatTheyShow(t *testing.T) {
	t.Parallel()
	r := newPageRenderer(t)
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) { c.Server.SSRURL = r.URL }})
	change := func(statement string) {
		require.NoError(t, shop.DB.Gorm.Exec(statement).Error)
	}
	lastmod := func() string {
		res, err := http.Get(shop.URL + "/sitemaps/en.xml")
		require.NoError(t, err)
		defer func() { _ = res.Body.Close() }()
		body, _ := io.ReadAll(res.Body)
		_, rest, _ := strings.Cut(string(body), "/en/travel-card/asia/jp-3g-7</loc><lastmod>")
		at, _, _ := strings.Cut(rest, "<")
		return at
	}
	before := lastmod()
	for _, c := range []struct{ statement, path, word string }{
		{`update product set price = 7654 where tenant_id = 20 and goods_id = 'jp-3g-7'`, "/feeds/en.json", `"price":"76.54"`},
		{`update product set price = 7655 where tenant_id = 20 and goods_id = 'jp-3g-7'`, "/feeds/zh.xml", "<g:price>76.55 USD</g:price>"},
		{`update shipping_method set amount = 4321 where tenant_id = 20`, "/feeds/en.xml", "<g:price>43.21 USD</g:price>"},
		{`update shipping_method set amount = 4322 where tenant_id = 20`, "/en/travel-card/asia/jp-10g-15", `"value":"43.22"`},
		{`insert into page_title (tenant_id, kind, code, title_en, title_zh, description_en, description_zh, revision, actor, author, at)
			values (20, 'group', 'asia', 'All of Asia', '全亚洲', '', '', 1, 'staff:mei', 'Mei', now())`, "/llms.txt", "[All of Asia"},
		{`update content_document set seo_title = 'How long a parcel takes' where name = 'delivery' and locale = 'en'`, "/llms.txt", "[How long a parcel takes"},
	} {
		readPage(t, shop, c.path, "")
		if from, said := readPage(t, shop, c.path, c.word); from != "hit" || said {
			t.Fatalf("%s before the change: %s, %v", c.path, from, said)
		}
		change(c.statement)
		waittest.Within(t, 2*time.Second, c.path+" to say "+c.word, func() bool { _, said := readPage(t, shop, c.path, c.word); return said })
	}
	if now := lastmod(); now <= before || before == "" {
		t.Fatalf("the sitemap says %q after a change, before it said %q", now, before)
	}
}
