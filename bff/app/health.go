package app

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/platform/metrics"
)

// pingTimeout is how long a part may take to answer before it counts as down. Balancers that ask every second wait for a second
// at most, and would take a replica out whose database hangs.
const pingTimeout = 300 * time.Millisecond

// health mounts /healthz (the program runs) and /readyz (it takes requests).
//
// A replica that is open stays ready whatever is down behind it: it still serves cached pages, and the others would fare no
// better. What is down is named in the body.
func (r *modules) health(e *echo.Echo) {
	say := func(c echo.Context, status int, lines ...string) error {
		c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
		return c.String(status, strings.Join(lines, "\n")+"\n")
	}
	e.GET("/healthz", func(c echo.Context) error { return say(c, http.StatusOK, "ok") })
	e.GET("/readyz", func(c echo.Context) error {
		if !r.ready.Load() {
			return say(c, http.StatusServiceUnavailable, "starting or stopping")
		}
		lines := []string{fmt.Sprintf("ok %d", r.cfg.Server.Port)}
		if r.warmer != nil {
			lines = append(lines, r.warmer.Progress().String())
		}
		for _, part := range r.partsDown(c.Request().Context()) {
			lines = append(lines, part+": down")
		}
		return say(c, http.StatusOK, lines...)
	})
}

// partsDown names the parts that do not answer, sorted.
func (r *modules) partsDown(ctx context.Context) []string {
	ctx, cancel := context.WithTimeout(ctx, pingTimeout)
	defer cancel()
	var mu sync.Mutex
	var names []string
	var pings sync.WaitGroup
	for name, ping := range r.pings() {
		pings.Go(func() {
			if ping(ctx) != nil {
				mu.Lock()
				defer mu.Unlock()
				names = append(names, name)
			}
		})
	}
	pings.Wait()
	slices.Sort(names)
	return names
}

func (r *modules) pings() map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"database": r.db.SQL.PingContext,
		"redis":    func(ctx context.Context) error { return r.redis.Ping(ctx).Err() },
	}
}

// partsUp counts 1 for each part that answers and 0 for each that does not.
func (r *modules) partsUp(ctx context.Context) ([]metrics.Counted, error) {
	down := r.partsDown(ctx)
	var out []metrics.Counted
	for name := range r.pings() {
		up := 1.0
		if slices.Contains(down, name) {
			up = 0
		}
		out = append(out, metrics.Counted{Labels: []string{name}, Value: up})
	}
	return out, nil
}
