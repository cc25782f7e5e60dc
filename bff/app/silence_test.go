package app_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
)

// A database whose machine has lost its power breaks no connection. Callers are told to try again all the same, none of
// the connections is kept, and when it is back, nothing has to be restarted.
func TestNobodyWaitsForADatabaseThatHasGoneWithoutAWord(t *testing.T) {
	t.Parallel()
	var database *apptest.Gate
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
		database, c.Database.URL = apptest.OpenGate(t, c.Database.URL)
		c.Server.Call, c.Server.Shutdown, c.Database.MaxConns = 3*time.Second, time.Second, 4
	}})
	const waits = 20 * time.Second // as long as browsers wait; it takes less than one
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

	database.Stall()
	var wg sync.WaitGroup
	refused := func(call func() apptest.Answer) {
		wg.Go(func() {
			began := time.Now()
			if a := call(); a.HTTP != http.StatusServiceUnavailable || time.Since(began) > waits {
				t.Errorf("%d %s after %s", a.HTTP, a.Code, time.Since(began))
			}
		})
	}
	for _, p := range shoppers {
		refused(func() apptest.Answer { return p.Post("/gw/mall/cart/add", item) })
	}
	refused(func() apptest.Answer { return buyer.Post(submit, sealed, "Idempotency-Key", key) })
	refused(func() apptest.Answer { return shop.Shopper(t).Post(login, typed) })
	wg.Wait()
	// A balancer that took every replica out would take the cached pages away, too.
	if status, said := shop.Ready(); status != http.StatusOK || !strings.Contains(said, "database: down") {
		t.Errorf("without a database: %d %s", status, said)
	}

	database.Unlock()
	for _, p := range shoppers {
		apptest.Within(t, waits, "the cart", func() bool { return p.Get("/gw/mall/cart").HTTP == http.StatusOK })
	}
	for range 2 {
		buyer.Post(submit, buyer.Sealed(submit, apptest.Order("jp-3g-7", "esim", 650, nil)), "Idempotency-Key", key).Into(t, &gen.OrderSubmitted{})
	}
	if n := count(t, shop, `select count(*) from orders`); n != 1 {
		t.Errorf("%d orders", n)
	}
}
