package cache

import (
	"bytes"
	"context"
	"fmt"
	"time"
)

const (
	// recompressAfter is how often visitors were given a page of the sitemaps from memory before it is compressed once more, and
	// recompressFilteredAfter one with a query: there are as many of these as somebody thinks of. Both are powers of two.
	recompressAfter         = 1
	recompressFilteredAfter = 4
	// queueMax bounds the pages that wait for it.
	queueMax = 256
	// recompressLevel makes pages an eighth smaller than brotliLevel and takes 50 to 300 ms.
	recompressLevel = 11
	// recompressRest is how long the next page waits, in times of what the last one took: this is a fifth of one processor.
	recompressRest = 4
)

// compressedPage is a page that waits to be compressed again, smaller.
type compressedPage struct {
	store *memory
	key   string
}

// worthRecompressing is true at the hit of that number, a power of two, and again whenever there were twice as many: the queue
// may have been full.
func (s slot) worthRecompressing(after int) bool {
	return s.hits >= after && s.hits&(s.hits-1) == 0 && !s.entry.Recompressed && s.entry.Brotli != nil
}

// offer puts a page into the queue, if there is room.
func (c *Cache) offer(store *memory, key string) {
	select {
	case c.queue <- compressedPage{store, key}:
	default:
	}
}

// Recompress compresses pages that are often requested again, at the highest level, one at a time with a pause in between, until ctx ends.
// It returns when it has stopped.
func (c *Cache) Recompress(ctx context.Context) {
	for {
		var p compressedPage
		select {
		case <-ctx.Done():
			return
		case p = <-c.queue:
		}
		began := c.o.Clock.Now()
		if err := c.recompress(ctx, p); err != nil {
			c.o.Log.WarnContext(ctx, "page not recompressed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(recompressRest * c.o.Clock.Now().Sub(began)):
		}
	}
}

func (c *Cache) recompress(ctx context.Context, p compressedPage) error {
	s, ok := p.store.get(p.key)
	if !ok || s.expired || s.entry.Recompressed || s.entry.Brotli == nil {
		return nil
	}
	packed, err := c.recompressedForm(ctx, p.key, s.entry)
	if err != nil {
		return err
	}
	is := s.entry.recompressed(packed)
	if p.store.swap(p.key, s.entry, is) {
		if p.store == c.plain {
			c.shared.swap(ctx, p.key, s.entry, is, c.o.Clock.Now())
		}
	}
	return nil
}

// recompressedForm returns the smallest brotli form of a page. Another replica may have made it.
func (c *Cache) recompressedForm(ctx context.Context, key string, e *entry) ([]byte, error) {
	if there := c.shared.get(ctx, key, c.o.Clock.Now()); there != nil && there.Recompressed && there.ETag == e.ETag {
		return there.Brotli, nil
	}
	plain, err := decompress(e.Brotli)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := newBrotli(&out, recompressLevel)
	if _, err := w.Write(plain); err != nil {
		return nil, fmt.Errorf("pack page tighter: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("pack page tighter: %w", err)
	}
	if len(e.Brotli) <= out.Len() {
		return e.Brotli, nil
	}
	return bytes.Clone(out.Bytes()), nil
}
