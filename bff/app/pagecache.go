package app

import (
	"context"
	"errors"
	"net"
	"strconv"
	"strings"

	"github.com/roamcart/roamcart/bff/pages"
	pagecache "github.com/roamcart/roamcart/bff/pages/cache"
	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/platform/metrics"
	"github.com/roamcart/roamcart/bff/tenant"
	"github.com/roamcart/roamcart/shared"
)

// openPageCache puts the page cache between the front door and the renderer.
func (r *modules) openPageCache(renderer web.Fetcher, table *pages.Table, inventory pages.Inventory, figures *metrics.Metrics) web.Fetcher {
	r.pageCache = pagecache.New(pagecache.Options{
		Next: renderer, Feed: r.feed, Clock: r.clock, Redis: r.redis, Bytes: r.cfg.Pages.CacheMB << 20, Build: r.pagesBuild(),
		Repeats: repeats(figures), Log: r.log,
	})
	if r.cfg.Pages.Warm {
		r.warmer = pagecache.NewWarmer(r.pageCache, r.clock, func(ctx context.Context) ([]*web.PageRequest, error) {
			return r.warmList(ctx, table, inventory)
		})
	}
	return r.pageCache
}

// pagesBuild names what pages are made by: this program and the renderer's build. Pages that another release left in Redis are
// not used, however little differs: a text, a price's format, structured data.
func (r *modules) pagesBuild() string {
	own, err := ownID()
	if err != nil {
		r.log.Warn("Pages of earlier starts are not used", "error", err)
		own = strconv.FormatInt(r.clock.Now().UnixNano(), 16)
	}
	return r.static.BuildID() + "." + own
}

// warmList names the pages of all sites, the default site's first.
func (r *modules) warmList(ctx context.Context, table *pages.Table, inventory pages.Inventory) ([]*web.PageRequest, error) {
	proto, own := r.publicAddress()
	_, port, _ := net.SplitHostPort(own)
	var out []*web.PageRequest
	for _, site := range r.sites.All() {
		host := own
		if site.ID != int64(shared.Constants().DefaultTenantID) {
			if len(site.Hosts) == 0 {
				continue
			}
			if host = site.Hosts[0]; port != "" {
				host = net.JoinHostPort(host, port)
			}
		}
		list, err := web.WarmList(ctx, table, inventory, site, proto, host)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	return out, nil
}

// onChange makes the modules that remember read anew what has changed, then lets go of the pages that show it. It fails when the
// database does not answer: a page that was made from what it said before would be kept as a new one.
func (r *modules) onChange(ctx context.Context, tags []string) error {
	sites := false
	for _, tag := range tags {
		kind, rest, _ := strings.Cut(tag, ":")
		site, _, _ := strings.Cut(rest, ":")
		id, err := strconv.ParseInt(site, 10, 64)
		switch {
		case kind == "mails":
			if err := r.wording.Reload(ctx); err != nil {
				return err
			}
		case kind == "site":
			sites = true
			if err == nil { // what it calls destinations
				r.catalog.Invalidate(id)
			}
		case kind == "destinations":
			for _, t := range r.sites.All() {
				r.catalog.Invalidate(t.ID)
			}
		case err == nil:
			r.catalog.Invalidate(id)
		}
	}
	if sites {
		err := r.sites.Reload(ctx)
		switch {
		case errors.Is(err, tenant.ErrRow):
			r.log.WarnContext(ctx, "sites not reloaded", "error", err)
		case err != nil:
			return err
		}
	}
	if n := r.pageCache.Invalidate(tags); n > 0 {
		r.log.DebugContext(ctx, "pages expired", "pages", n, "tags", len(tags))
		if r.warmer != nil {
			r.warmer.Trigger()
		}
	}
	return nil
}
