package app_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// With renderer, database and Redis gone, every page of the sitemaps is still there. When they come back, the pages
// are fresh within five seconds, and nobody restarts anything.
func TestCachedPagesAreServedDuringAnOutage(t *testing.T) {
	t.Parallel()
	r := newPageRenderer(t)
	var database, redis *waittest.FaultProxy
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
		c.Server.SSRURL = r.URL
		database, c.Database.URL = waittest.OpenFaultProxy(t, c.Database.URL)
		redis, c.Database.RedisURL = waittest.OpenFaultProxy(t, c.Database.RedisURL)
	}})
	const plan = "/en/travel-card/asia/jp-3g-7"
	paths := append(shop.SitemapPaths(), plan+"/_payload.json", "/zh/home/_payload.json", "/sitemaps/zh.xml", "/feeds/en.json")
	all := func(when string, fromCache bool) {
		t.Log(when)
		for path, d := range shop.ReadAll(paths) {
			if fromCache && d.From != "hit" && d.From != "stale" {
				t.Errorf("%s, %s: %s", when, path, d.From)
			}
		}
	}
	all("first", false)

	r.gone.Store(true)
	all("without the renderer", true)
	database.Refuse()
	all("without the database", true)
	redis.Refuse()
	all("without Redis", true)
	if res, err := http.Get(shop.URL + "/en/faq?keyword=hotspot"); err != nil || res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" {
		t.Fatalf("a page that nobody has seen: %v %v", res, err)
	}
	// A statement that does not come from the program changes a price and the site meanwhile.
	exec(t, shop, `update product set price = 4321 where tenant_id = 20 and goods_id = 'jp-3g-7'`)
	exec(t, shop, `update tenant set hotline = '+852 5555 4321' where id = 20`)
	all("after the change that the shop cannot know", true)

	redis.Resume()
	database.Resume()
	r.gone.Store(false)
	waittest.Within(t, 5*time.Second, "the new price", func() bool {
		_, said := readPage(t, shop, plan, fmt.Sprintf(`"price":%d,`, 4321))
		return said
	})
	waittest.Within(t, 5*time.Second, "the site's new hotline", func() bool {
		_, said := readPage(t, shop, "/en/home", "+852 5555 4321")
		return said
	})
	all("when all are back", false)
	if from, _ := readPage(t, shop, "/en/faq?keyword=hotspot", ""); from != "miss" {
		t.Fatalf("the page that could not be had: %s", from)
	}
}
