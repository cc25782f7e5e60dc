package app

import (
	"strings"
	"testing"
)

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
		err := redisFit(info)
		if (err == nil) != (want == "") || (err != nil && !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v", info, err)
		}
	}
}
