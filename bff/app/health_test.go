package app_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// A shop that was told to stop says so before it stops to answer: balancers have time to learn of it.
func TestAShopThatStopsAnswersForAWhile(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) { c.Server.ShutdownDelay = 2 * time.Second }})
	began := time.Now()
	shop.Stop()
	waittest.Eventually(t, "it is not ready", func() bool {
		status, _ := shop.Ready()
		return status == http.StatusServiceUnavailable
	})
	p := shop.Shopper(t)
	for time.Since(began) < time.Second {
		if a := p.Get("/gw/mall/cart"); a.HTTP != http.StatusOK {
			t.Fatalf("%d %s, %s after the stop", a.HTTP, a.Code, time.Since(began))
		}
	}
}

// Cached pages need neither database nor Redis: a shop without them stays ready and says what it lacks.
func TestAShopStaysReadyWithoutItsParts(t *testing.T) {
	t.Parallel()
	var database, redis *waittest.FaultProxy
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
		database, c.Database.URL = waittest.OpenFaultProxy(t, c.Database.URL)
		redis, c.Database.RedisURL = waittest.OpenFaultProxy(t, c.Database.RedisURL)
	}})
	readyContains := func(what string) bool {
		status, body := shop.Ready()
		if status != http.StatusOK {
			t.Fatalf("%d %s", status, body)
		}
		return strings.Contains(body, what)
	}
	if readyContains("down") {
		t.Fatal("something is down")
	}
	for name, proxy := range map[string]*waittest.FaultProxy{"database": database, "redis": redis} {
		proxy.Refuse()
		waittest.Eventually(t, name+" is said to be down", func() bool { return readyContains(name + ": down") })
		proxy.Resume()
		waittest.Eventually(t, name+" is back", func() bool { return !readyContains(name + ": down") })
		proxy.Hang() // hangs, which is worse than dead
		// Balancers that check each second take out whoever answers later; the fastest of some answers, for a busy machine.
		fastest := time.Hour
		for range 5 {
			began := time.Now()
			if !readyContains(name + ": down") {
				t.Errorf("%s hangs and is not said to", name)
			}
			fastest = min(fastest, time.Since(began))
		}
		if fastest > 900*time.Millisecond {
			t.Errorf("%s hangs: ready after %s at best", name, fastest)
		}
		proxy.Resume()
		waittest.Eventually(t, name+" is back again", func() bool { return !readyContains(name + ": down") })
	}
}
