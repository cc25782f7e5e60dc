package cache

import (
	"strings"

	"github.com/roamcart/roamcart/bff/pages/web"
)

func (c *Cache) key(p *web.PageRequest) string {
	return string(appendKey(nil, c.o.Build, p.Proto, p.Host, p.Target))
}

// keyBuffer holds nearly every key, so that a look into memory leaves nothing behind.
type keyBuffer [256]byte

// appendKey appends the key of a page, the same for one that is asked for by the page handler and on the connection.
func appendKey[T string | []byte](key []byte, build, proto string, host, target T) []byte {
	key = append(append(append(append(key, build...), ' '), proto...), "://"...)
	return append(append(key, host...), target...)
}

// isShared reports whether replicas share the page through Redis.
func (c *Cache) isShared(p *web.PageRequest) bool { return c.store(p) == c.plain }

func (c *Cache) store(p *web.PageRequest) *memory {
	return c.storeOf(strings.Contains(p.Target, "?"))
}

func (c *Cache) storeOf(query bool) *memory {
	if query {
		return c.filtered
	}
	return c.plain
}
