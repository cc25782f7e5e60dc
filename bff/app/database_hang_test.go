package app_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
	"github.com/roamcart/roamcart/shared"
)

// A database whose machine has lost its power breaks no connection. Callers are told to try again all the same, in their language,
// none of the connections is kept, and when it is back, nothing has to be restarted. Pages that were made before are there, others
// are an excuse. The same holds for a database that refuses connections.
func TestCallsFailFastWhenTheDatabaseHangs(t *testing.T) {
	t.Parallel()
	var database *waittest.FaultProxy
	shop, _ := pageShop(t, func(c *config.Config) {
		database, c.Database.URL = waittest.OpenFaultProxy(t, c.Database.URL)
		c.Server.Shutdown, c.Database.MaxConns = time.Second, 4
	})
	kept := []string{"/en/home", "/zh/home", "/zh/faq", "/en/travel-card/asia/jp-3g-7"}
	shop.ReadAll(kept)
	item := map[string]any{"goodsId": "jp-3g-7", "simType": "esim", "quantity": 1, "compatibilityConfirmed": true}
	buyer := shop.Shopper(t)
	sealed, key := buyer.Sealed(submit, apptest.Order("jp-3g-7", "esim", 650, nil)), apptest.Key()
	typed := buyer.Sealed(login, map[string]any{"email": "nobody@example.com", "password": "wrong-1-Word"})
	var shoppers []*apptest.Shopper
	for range 8 { // twice as many as there are connections
		p := shop.Shopper(t)
		p.Post("/gw/mall/cart/add", item).Into(t, &gen.Cart{})
		shoppers = append(shoppers, p)
	}

	var wg sync.WaitGroup
	refused := func(call func() apptest.Answer, lang string) {
		wg.Go(func() {
			began := time.Now()
			a := call()
			said := a.Code != "" && a.Message == shared.Text(lang, "errors", a.Code, nil)
			if a.HTTP != http.StatusServiceUnavailable || !said || time.Since(began) > maxWait {
				t.Errorf("%d %s after %s: %s", a.HTTP, a.Code, time.Since(began), a.Message)
			}
		})
	}
	requireEverythingRefused := func() {
		for n, p := range shoppers {
			if n%2 == 0 {
				refused(func() apptest.Answer { return chinese(p).Post("/gw/mall/cart/add", item) }, "zh")
			} else {
				refused(func() apptest.Answer { return p.Post("/gw/mall/cart/add", item) }, "en")
			}
		}
		refused(func() apptest.Answer { return buyer.Post(submit, sealed, "Idempotency-Key", key) }, "en")
		refused(func() apptest.Answer { return shop.Shopper(t).Post(login, typed) }, "en")
		wg.Go(func() {
			if s := openPage(t, shop, shoppers[0], "/zh/cart", ""); s.status != http.StatusServiceUnavailable || s.took > maxWait {
				t.Errorf("the cart's page: %d after %s", s.status, s.took)
			}
		})
		for path, d := range shop.ReadAll(kept) {
			if d.From != "hit" && d.From != "stale" {
				t.Errorf("%s: %s", path, d.From)
			}
		}
		wg.Wait()
	}
	database.Hang()
	requireEverythingRefused()
	// A balancer that took every replica out would take the cached pages away, too.
	if status, said := shop.Ready(); status != http.StatusOK || !strings.Contains(said, "database: down") {
		t.Errorf("without a database: %d %s", status, said)
	}

	database.Resume()
	for _, p := range shoppers {
		waittest.Within(t, maxWait, "the cart", func() bool { return p.Get("/gw/mall/cart").HTTP == http.StatusOK })
	}
	for range 2 {
		buyer.Post(submit, buyer.Sealed(submit, apptest.Order("jp-3g-7", "esim", 650, nil)), "Idempotency-Key", key).Into(t, &gen.OrderSubmitted{})
	}
	if n := count(t, shop, `select count(*) from orders`); n != 1 {
		t.Errorf("%d orders", n)
	}

	database.Refuse()
	requireEverythingRefused()
	database.Resume()
	waittest.Within(t, maxWait, "the cart", func() bool { return shoppers[0].Get("/gw/mall/cart").HTTP == http.StatusOK })
}

// Pictures that the catalogue draws, and files of older builds, are not waited for longer than pages.
func TestPicturesAndFilesFailFastWhenTheDatabaseHangs(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/roamcart-images/cards/jp-3g-7.svg", "/roamcart-images/groups/asia.svg", "/assets/older-AbCd1234.js"} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			var database *waittest.FaultProxy
			shop, _ := pageShop(t, func(c *config.Config) { database, c.Database.URL = waittest.OpenFaultProxy(t, c.Database.URL) })
			database.Hang()
			time.Sleep(catalog.Fresh)
			var asked sync.WaitGroup
			for range 3 {
				asked.Go(func() {
					began := time.Now()
					res, err := (&http.Client{Timeout: 15 * time.Second}).Get(shop.URL + path)
					if err != nil {
						t.Errorf("%v", err)
						return
					}
					kept := !strings.Contains(res.Header.Get("Cache-Control"), "no-store")
					if _ = res.Body.Close(); res.StatusCode < http.StatusBadRequest || kept || time.Since(began) > 10*time.Second {
						t.Errorf("%d after %s", res.StatusCode, time.Since(began))
					}
				})
			}
			asked.Wait()
		})
	}
}
