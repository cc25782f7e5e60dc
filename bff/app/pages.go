package app

import (
	"io/fs"
	"net/http"
	"path/filepath"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/api"
	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/pages/builds"
	"github.com/roamcart/roamcart/bff/pages/crawler"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/network"
	"github.com/roamcart/roamcart/bff/platform/ratelimit"
)

// mountPages mounts files, drawings, what crawlers read, and the door to the renderer.
func (r *modules) mountPages(
	e *echo.Echo, table *pages.Table, service *pages.PageService, source *api.Source, renderer pages.Fetcher, who callers,
) error {
	static, err := pages.OpenStatic(pages.StaticOptions{
		ClientDir: filepath.Join(r.cfg.Server.SSRDir, "client"),
		Older: func(assets fs.FS) pages.Older {
			r.builds = builds.NewStore(r.db, r.clock, assets, r.log)
			return r.builds
		},
	})
	if err != nil {
		return err
	}
	r.static = static
	source.BuildID = static.BuildID
	o := pages.HandlerOptions{Tenant: r.sites.ByHost, Previews: r.editor, Log: r.log,
		Forms: r.cfg.Pages.Forms, FormsPerNetwork: r.cfg.Pages.FormsPerNetwork, WriteTimeout: r.cfg.Server.Call,
		Proto: func(c echo.Context) string { return who.proto(c.Request()) }}
	sources := slices.Concat(
		pages.Sitemaps(table, source), pages.Feeds(source), []pages.DocumentSource{service.Guide(source), service.Pictures()})
	documents := pages.NewDocuments(pages.DocumentsOptions{HandlerOptions: o, Next: renderer, Mark: r.feed.Mark}, sources...)
	kept := r.keepPages(documents, table, source, static.BuildID())
	e.Use(r.drawings, static.Middleware(), pages.NewTwins(table, kept, o).Middleware())
	pages.NewCrawl(table, o).Mount(e)
	documents.Mount(e, kept)
	pages.NewPreviewHandler(o).Mount(e)
	o.Admit = r.admit()
	pages.NewHandler(table, kept, o).Mount(e)
	return nil
}

// admit bounds how many pages that are not at hand are made for one network. A crawler that its search engine vouches for may have
// as many as it likes.
func (r *modules) admit() func(c echo.Context) error {
	limit := missesPerNetwork.Times(r.wider())
	limiter, crawlers := ratelimit.New(r.redis, r.clock), crawler.New(nil, r.clock)
	return func(c echo.Context) error {
		for _, in := range network.Counts(network.Of(c.RealIP())) {
			ok, wait := limiter.AllowHere("miss:"+in.Network, limit.Times(in.Times))
			if !ok && !crawlers.Verify(c.Request().Context(), c.RealIP(), c.Request().UserAgent()) {
				return guard.TooMany(wait)
			}
		}
		return nil
	}
}

// missesPerNetwork is far above what people behind one address ask for: what they ask for is at hand.
var missesPerNetwork = ratelimit.PerMinute(300)

// Addresses of pictures that are drawn from data.
const (
	cardPictures  = "/roamcart-images/cards/"
	groupPictures = "/roamcart-images/groups/"
)

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
		ctx := c.Request().Context()
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
