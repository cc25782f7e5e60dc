package app

import (
	"context"
	"io/fs"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/api"
	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/pages/builds"
	"github.com/roamcart/roamcart/bff/pages/crawler"
	"github.com/roamcart/roamcart/bff/pages/documents"
	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/metrics"
	"github.com/roamcart/roamcart/bff/platform/network"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/ratelimit"
	"github.com/roamcart/roamcart/bff/tenant"
)

// openStatic opens the files that browsers load.
func (r *modules) openStatic() (err error) {
	r.static, err = web.OpenStatic(web.StaticOptions{
		ClientDir: filepath.Join(r.cfg.Server.SSRDir, "client"),
		Older: func(assets fs.FS) web.OlderBuilds {
			r.builds = builds.NewStore(r.db, r.clock, assets, r.log)
			return r.builds
		},
	})
	return err
}

// mountPages mounts files, drawings, what crawlers read, and the handler of pages.
func (r *modules) mountPages(
	e *echo.Echo,
	table *pages.Table,
	service *pages.PageService,
	source *pages.Source,
	renderer web.Fetcher,
	who callers,
	figures *metrics.Metrics,
) {
	o := web.HandlerOptions{Tenant: r.sites.ByHost, Previews: previews{r.editor, r.parts}, Log: r.log,
		Forms: r.cfg.Pages.Forms, FormsPerNetwork: r.cfg.Pages.FormsPerNetwork, WriteTimeout: r.cfg.Server.Call,
		Proto: func(c echo.Context) string { return who.proto(c.Request()) }}
	sources := slices.Concat(
		documents.Sitemaps(
			table,
			source,
		),
		documents.Feeds(source),
		[]documents.Source{documents.Guide(service, table, source), documents.Pictures(service)},
	)
	gatherer := web.NewGatherer(service, renderer, web.GathererOptions{
		Tenant: r.sites.ByHost, Caller: r.pageCaller(r.callOptions(who)), Mark: r.feed.Mark, StatusOf: api.StatusOf, Log: r.log,
	})
	printer := web.NewDocuments(web.DocumentsOptions{HandlerOptions: o, Next: gatherer, Mark: r.feed.Mark}, sources...)
	kept := r.openPageCache(printer, table, source, figures)
	admitted := o
	admitted.Admit, admitted.AdmitPrivate = r.limitRenders("miss", missesPerNetwork), r.limitRenders("private", privatePerNetwork)
	images := web.NewImages(r.images.Store)
	e.Use(r.drawings, images.Middleware(), r.static.Middleware(), web.NewTwins(table, kept, admitted).Middleware())
	web.NewCrawl(table, o).Mount(e)
	printer.Mount(e, kept)
	web.NewPreviewHandler(o).Mount(e)
	web.NewHandler(table, kept, admitted).Mount(e)
}

// pageCaller returns what finds out which browser asks for a page.
func (r *modules) pageCaller(o caller.Options) func(context.Context, tenant.Tenant, *web.PageRequest) (web.Caller, error) {
	return func(ctx context.Context, site tenant.Tenant, p *web.PageRequest) (web.Caller, error) {
		call, err := o.Call(ctx, site, caller.Browser{
			Host: p.Host, Proto: p.Proto, Locale: p.Locale, RequestID: p.RequestID, Address: p.ForwardedFor, Device: p.Device, Cookie: p.Cookie,
		})
		return web.Caller{Context: pg.WithUnitOfWork(caller.With(ctx, call)), LoggedIn: call.User() != nil, Header: call.Header}, err
	}
}

// limitRenders bounds how many pages are made for one network; name is part of the counter's key. A crawler that DNS verifies
// may have as many as it likes.
func (r *modules) limitRenders(name string, limit ratelimit.Limit) func(c echo.Context) error {
	limit = limit.Times(r.limitFactor())
	limiter, crawlers := ratelimit.New(r.redis, r.clock), crawler.New(nil, r.clock)
	return func(c echo.Context) error {
		for _, in := range network.Counts(network.Of(c.RealIP())) {
			ok, wait := limiter.AllowLocally(name+":"+in.Network, limit.Times(in.Times))
			if !ok && !crawlers.Verify(c.Request().Context(), c.RealIP(), c.Request().UserAgent()) {
				return guard.TooMany(wait)
			}
		}
		return nil
	}
}

// Pages that are made anew for one network: public ones are at hand, so that people behind one address ask for few; private ones
// may be as many as calls of the gateway.
var missesPerNetwork, privatePerNetwork = ratelimit.PerMinute(300), ratelimit.PerMinute(1200)

// Addresses of pictures that are drawn from data.
const (
	cardPictures  = "/roamcart-images/cards/"
	groupPictures = "/roamcart-images/groups/"
)

// pictureTime is how long the database may take for a picture, as long as for a page.
const pictureTime = 5 * time.Second

// drawings answers the addresses of pictures that the catalogue draws.
func (r *modules) drawings(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		path := c.Request().URL.Path
		card, isCard := strings.CutPrefix(path, cardPictures)
		group, isGroup := strings.CutPrefix(path, groupPictures)
		if (!isCard && !isGroup) || (c.Request().Method != http.MethodGet && c.Request().Method != http.MethodHead) {
			return next(c)
		}
		site, ok := r.sites.ByHost(c.Request().Host)
		if !ok {
			return fault.New("unknown_host")
		}
		ctx, cancel := context.WithTimeout(c.Request().Context(), pictureTime)
		defer cancel()
		var picture []byte
		if isCard {
			g, err := r.catalog.Get(ctx, site.ID, site.DefaultLocale, strings.TrimSuffix(card, ".svg"))
			if err != nil {
				return err
			}
			picture = catalog.CardSVG(g)
		} else {
			g, err := r.catalog.Group(ctx, site.ID, site.DefaultLocale, strings.TrimSuffix(group, ".svg"))
			if err != nil {
				return err
			}
			picture = catalog.GroupSVG(g)
		}
		c.Response().Header().Set(echo.HeaderCacheControl, "public, max-age=3600")
		return c.Blob(http.StatusOK, "image/svg+xml", picture)
	}
}
