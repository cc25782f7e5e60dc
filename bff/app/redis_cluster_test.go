package app_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/redistest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// On a cluster of Redis, sessions, limits and pages are spread over its nodes. When one of them dies, and its replica takes over, nobody
// is logged out, and orders go on all the time.
func TestAShopOnAClusterOfRedis(t *testing.T) {
	t.Parallel()
	cluster := redistest.StartCluster(t)
	shop, _ := pageShop(t, func(c *config.Config) { c.Database.RedisURL = cluster.URL })
	customers := make([]*apptest.Shopper, 9)
	for n := range customers {
		customers[n] = shop.Customer(t, fmt.Sprintf("ada%d@example.com", n))
	}
	known := func() bool {
		for _, p := range customers {
			// A second call could meet the nodes in the middle of their election: one answer says both.
			a := p.Get(session)
			if a.HTTP != http.StatusOK {
				return false
			}
			var s gen.Session
			if a.Into(t, &s); !s.IsLogin {
				return false
			}
		}
		return true
	}
	if !known() {
		t.Fatal("a customer who has just signed up is not known")
	}
	pages := []string{"/en/home", "/zh/faq"}
	shop.ReadAll(pages)

	cluster.KillMaster(t, "any")
	waittest.Within(t, 20*time.Second, "all customers are known", known)
	requireShopWorks(t, shop, nil)
	shop.Customer(t, "grace@example.com")
	for path, d := range shop.ReadAll(pages) {
		if d.From != "hit" {
			t.Errorf("%s: %s", path, d.From)
		}
	}
}
