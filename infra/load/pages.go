package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// settleTime bounds the wait until a page is recompressed. After a million hits all pages are queued for it.
const settleTime = 4 * time.Minute

// waitUntilStable requests a page until it is recompressed, which the shop does after a few requests (docs/decisions/055): the page
// must not change during a measurement.
func (s *Shop) waitUntilStable(ctx context.Context, page string) (header http.Header, body []byte, err error) {
	err = s.wait(ctx, settleTime, func() bool {
		header, body, err = compressed(ctx, page)
		return err != nil || strings.HasSuffix(header.Get("ETag"), `-t"`)
	})
	if err == nil {
		header, body, err = compressed(ctx, page)
	}
	return header, body, err
}

// pagesScript makes wrk ask for one page after the other.
const pagesScript = `
local paths = { %s }
local n = 0
request = function()
  n = n %% #paths + 1
  return wrk.format('GET', paths[n])
end
`

// hitPages asks for pages, one after the other, until there were at least so many hits, and returns how many there were.
func (b *bench) hitPages(ctx context.Context, pages []string, atLeast int) (int, error) {
	quoted := make([]string, len(pages))
	for i, page := range pages {
		quoted[i] = strconv.Quote(page)
	}
	file := filepath.Join(b.shop.Dir, "pages.lua")
	if err := os.WriteFile(file, fmt.Appendf(nil, pagesScript, strings.Join(quoted, ", ")), 0o600); err != nil {
		return 0, err
	}
	hits := 0
	for hits < atLeast {
		found, err := runWrkWith(ctx, []string{"--script", file}, b.shop.URL, b.runLength(), acceptBrotli)
		if err != nil {
			return hits, err
		}
		hits += found.Requests
	}
	return hits, nil
}
