package app_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/redistest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// pageShop opens a shop whose pages come from a renderer behind a proxy. A call, and the answer to a form, are waited for three
// seconds, so that a test of what hangs is short. set is applied last and may be nil.
func pageShop(t *testing.T, set func(c *config.Config)) (*apptest.Shop, *waittest.FaultProxy) {
	t.Helper()
	r := newPageRenderer(t)
	var proxy *waittest.FaultProxy
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
		proxy, c.Server.SSRURL = waittest.OpenFaultProxy(t, r.URL)
		c.Server.Call = 3 * time.Second
		if set != nil {
			set(c)
		}
	}})
	r.gateway.Store(&shop.URL)
	return shop, proxy
}

// outsideShop opens a shop whose payment provider and carrier are servers of their own. set is applied
// last and may be nil.
func outsideShop(t *testing.T, set func(c *config.Config)) (*apptest.Shop, *apptest.PartnerServers) {
	t.Helper()
	var outside *apptest.PartnerServers
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
		outside = apptest.OpenPartnerServers(t, c)
		if set != nil {
			set(c)
		}
	}})
	return shop, outside
}

// ownRedis returns a setting that gives a shop a Redis of the test's own, and a client of it.
func ownRedis(t *testing.T) (func(c *config.Config), *redis.Client) {
	t.Helper()
	server := redistest.Start(t)
	return func(c *config.Config) { c.Database.RedisURL = server.URL }, server.Client(t)
}

// failToSave makes Redis fail at saving to its disk: there is a folder where its file should be. From then on it takes no writes.
func failToSave(t *testing.T, client *redis.Client) {
	t.Helper()
	dir := client.ConfigGet(t.Context(), "dir").Val()["dir"]
	require.NoError(t, os.Mkdir(filepath.Join(dir, "dump.rdb"), 0o700))
	for _, args := range [][]any{{"config", "set", "save", "3600 1"}, {"config", "set", "stop-writes-on-bgsave-error", "yes"}, {"bgsave"}} {
		require.NoError(t, client.Do(t.Context(), args...).Err(), args)
	}
	waittest.Eventually(t, "Redis takes no writes", func() bool { return client.Set(t.Context(), "probe", "1", 0).Err() != nil })
}
