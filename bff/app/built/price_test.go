//go:build built

// Package built_test holds what is true of the shop with its real pages. The tag says that they are there: make build, then
// go test -tags built ./bff/app/built.
package built_test

import (
	"bytes"
	"fmt"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// A new price is on every document that shows it, at both front doors, within two seconds; every other document lies where
// it lay, byte for byte.
func TestANewPriceIsEverywhereAndNothingElseChanges(t *testing.T) {
	t.Parallel()
	replicas := apptest.OpenReplicas(t, func(_ int, c *config.Config) {
		c.Server.SSRURL, c.Server.SSRDir, c.Pages.FastPath = "", "../../../ssr/dist", true
	})
	const plan = "/en/travel-card/asia/jp-3g-7"
	old, renewed := newDistinctPrice(121), newDistinctPrice(147)
	paths := []string{"/feeds/en.json", "/feeds/en.xml", "/feeds/zh.json", "/feeds/zh.xml"}
	for _, page := range replicas[0].SitemapPaths() {
		paths = append(paths, page, page+"/_payload.json", page+".md")
	}
	// A page that is in memory shows another price only when its replica has received the change: what is read then is read for
	// good. A page that was made in between would be made again.
	for _, replica := range replicas {
		readUntilCached(t, replica, []string{plan})
	}
	old.setAndWait(t, replicas, plan, 30*time.Second)
	before := make([]map[string]apptest.Document, len(replicas))
	for i, replica := range replicas {
		before[i] = readUntilCached(t, replica, paths)
	}

	renewed.setAndWait(t, replicas, plan, 2*time.Second)
	for i, replica := range replicas {
		showed := 0
		for path, is := range replica.ReadAll(paths) {
			was := before[i][path]
			if old.isShownOn(was) {
				showed++
				require.True(t, renewed.isShownOn(is) && !old.isShownOn(is), "replica %d, %s: the old price", i, path)
				continue
			}
			require.Equal(t, "hit", is.From, "replica %d, %s shows no price of the plan", i, path)
			require.True(t, bytes.Equal(was.Body, is.Body), "replica %d, %s is another one", i, path)
		}
		// In two languages: page, data and twin of the plan, of the listing and of its group; the feeds.
		require.Greater(t, showed, 2*3*3+4)
		t.Logf("replica %d: %d of %d documents show the price", i, showed, len(paths))
	}
}

// readUntilCached reads documents until a front door has all of them in memory.
func readUntilCached(t *testing.T, replica *apptest.Shop, paths []string) (all map[string]apptest.Document) {
	t.Helper()
	waittest.Within(t, time.Minute, "everything is kept", func() bool {
		all = replica.ReadAll(paths)
		for _, d := range all {
			if d.From != "hit" {
				return false
			}
		}
		return true
	})
	return all
}

// distinctPrice is a price of a plan that no other plan has, nor as its price per gigabyte or per day.
type distinctPrice struct {
	minor   int
	pattern *regexp.Regexp
}

// newDistinctPrice returns a price in cents. It is written 1.23 on pages and in feeds, and 123 in data.
func newDistinctPrice(minor int) distinctPrice {
	return distinctPrice{minor, regexp.MustCompile(fmt.Sprintf(`\b%d\.%02d\b|:%d\b`, minor/100, minor%100, minor))}
}

func (p distinctPrice) isShownOn(d apptest.Document) bool { return p.pattern.Match(d.Body) }

// setAndWait changes the plan's price and waits until every front door shows it on its page, for so long at most.
func (p distinctPrice) setAndWait(t *testing.T, replicas []*apptest.Shop, page string, within time.Duration) {
	t.Helper()
	set := `update product set price = ? where tenant_id = 20 and goods_id = 'jp-3g-7'`
	require.NoError(t, replicas[0].DB.Gorm.Exec(set, p.minor).Error)
	waittest.Within(t, within, "the new price", func() bool {
		for _, replica := range replicas {
			if d, err := replica.Read(page); err != nil || !p.isShownOn(d) {
				return false
			}
		}
		return true
	})
}
