package app

import (
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/redistest"
)

// An address that leads to one node of a cluster would find a third of the sessions: the shop does not open.
func TestOneNodeOfAClusterIsNoRedis(t *testing.T) {
	t.Parallel()
	cluster, err := url.Parse(redistest.StartCluster(t).URL)
	require.NoError(t, err)
	for address, want := range map[string]error{cluster.String(): nil, "redis://" + cluster.Host: errOneOfCluster, redistest.Start(t).URL: nil} {
		client, err := openRedis(address)
		require.NoError(t, err)
		m := &modules{redis: client, log: slog.New(slog.DiscardHandler)}
		if err := m.checkRedis(t.Context()); !errors.Is(err, want) {
			t.Errorf("%s: %v", address, err)
		}
		_ = client.Close()
	}
	for _, address := range []string{"redis://host:1?addr=host:2&unknown=1", "http://host:1", "redis://host:1?master_name=shop&db=many", "://"} {
		if _, err := openRedis(address); err == nil || !strings.HasPrefix(err.Error(), "REDIS_URL: ") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestARedisThatMakesRoomByItself(t *testing.T) {
	t.Parallel()
	for info, want := range map[string]string{
		"": "",
		"# Memory\r\nmaxmemory:0\r\nmaxmemory_policy:allkeys-lru\r\n":         "",
		"maxmemory:268435456\r\nmaxmemory_policy:noeviction\r\n":              "",
		"maxmemory:268435456\r\nmaxmemory_policy:volatile-ttl\r\n":            "maxmemory-policy volatile-ttl",
		"maxmemory:268435456\r\nmaxmemory_policy:allkeys-lru\r\n":             "set maxmemory-policy noeviction",
		"used_memory:1\r\nmaxmemory:1000000\r\nmaxmemory_policy:noeviction\n": "at least 128mb",
	} {
		err := checkRedisMemory(info)
		if (err == nil) != (want == "") || (err != nil && !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v", info, err)
		}
	}
}
