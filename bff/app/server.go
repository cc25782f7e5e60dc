package app

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/api"
	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/api/read"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/payment/stripe"
	"github.com/roamcart/roamcart/bff/platform/metrics"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/ratelimit"
)

// server builds the one HTTP server: guards, gateway, sandbox, static files, pages.
func (r *modules) server(renderer *web.Renderer, who callers, figures *metrics.Metrics) (*echo.Echo, error) {
	if err := r.openStudio(who); err != nil {
		return nil, err
	}
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.IPExtractor = who.ip()
	e.JSONSerializer = api.JSON{}
	e.HTTPErrorHandler = web.FormErrorHandler(api.ErrorHandler(r.log), api.StatusOf)

	https := func(c echo.Context) bool { return who.https(c.Request()) }
	e.Use(
		who.normalHost,
		guard.Measure(measure(figures)),
		guard.RequestID(),
		guard.SecurityHeaders(guard.HeaderOptions{LiveStripe: !r.cfg.Payment.OwnScript(), HTTPS: https}),
		guard.Recover(r.log),
		guard.Deadline(r.cfg.Server.Call),
		unitOfWork,
		guard.HeaderLimit(),
		r.serveStudio,
		guard.BodyLimit(),
		guard.SameOrigin(),
		guard.CookieWrites(),
		guard.RateLimit(ratelimit.New(r.redis, r.clock), guard.RateLimitOptions{Multiplier: r.limitFactor()}),
		onlyUnder("/gw/",
			caller.Middleware(r.callOptions(who)),
			api.KeyCache,
			api.Once(r.answers(), r.box, r.log),
		),
	)
	r.health(e)
	e.POST(guard.ReportPath, r.reports(figures).Receive)
	if err := r.mount(e, renderer, who, figures); err != nil {
		return nil, err
	}
	return e, nil
}

// callOptions say how a request is known to be somebody's.
func (r *modules) callOptions(who callers) caller.Options {
	return caller.Options{
		Sites: r.sites, Accounts: r.accounts, Signer: r.signer, Clock: r.clock, Internal: who.internal, HTTPS: who.https,
	}
}

// unitOfWork makes each request one unit of work: it holds one connection to the database at a time.
func unitOfWork(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.SetRequest(c.Request().WithContext(pg.WithUnitOfWork(c.Request().Context())))
		return next(c)
	}
}

// onlyUnder runs middlewares, the first outermost, for paths with the prefix.
func onlyUnder(prefix string, list ...echo.MiddlewareFunc) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		wrapped := next
		for i := len(list) - 1; i >= 0; i-- {
			wrapped = list[i](wrapped)
		}
		return func(c echo.Context) error {
			if strings.HasPrefix(c.Request().URL.Path, prefix) {
				return wrapped(c)
			}
			return next(c)
		}
	}
}

func (r *modules) mount(e *echo.Echo, renderer *web.Renderer, who callers, figures *metrics.Metrics) error {
	table := pages.NewTable(pages.Options{TestPayments: r.cfg.TestPayments()})
	if err := r.openStatic(); err != nil {
		return err
	}
	reader := r.reader()
	source := &pages.Source{
		Reader: reader, Box: r.box, PublishableKey: r.cfg.Payment.PublishableKey, StripeJS: r.cfg.Payment.Script,
		BuildID: r.static.BuildID, Features: features(table), TestPages: r.testPages(),
	}
	service := pages.NewService(table, source, source).WithPreviews(previews{r.editor, r.parts})
	api.New(api.Deps{
		Reader: reader, Opener: r.opener, Keys: r.keys, Codes: r.codes, Answers: r.answers(), Box: r.box, Contact: r.contact,
		Pages: pageQueries{service}, Receipt: orderMails{orders: r.orders, payments: r.payments, notes: r.notes}.receipt,
		PublishableKey: r.cfg.Payment.PublishableKey, TrackFor: r.cfg.Rules.TrackFor,
	}).Mount(e)
	// Partners ask whether anybody is there before they report.
	e.HEAD(guard.CarrierPath, func(c echo.Context) error { return c.NoContent(http.StatusOK) })
	if err := r.mountSandbox(e, who); err != nil {
		return err
	}
	r.mountPages(e, table, service, source, renderer, who, figures)
	return nil
}

// reader reads what calls and pages show.
func (r *modules) reader() *read.Reader {
	return &read.Reader{
		Clock: r.clock, Sites: r.sites, Catalog: r.catalog, Content: r.content, Devices: r.devices, Carts: r.carts, Orders: r.orders,
		Payments: r.payments, SIMs: r.sims, OwnedSIMs: r.ownedSIMs, Points: r.rewards, Accounts: r.accounts, Reviews: r.reviews, Log: r.log,
	}
}

// features names the parts of the shop that have pages: what links to them appears with them.
func features(table *pages.Table) []string {
	var out []string
	for kind, name := range map[pages.Kind]string{pages.Account: "account", pages.AccountSims: "sims"} {
		if _, ok := table.Row(kind); ok {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// testPages is what the provider's test pages show; they exist only where no real money can move.
func (r *modules) testPages() pages.TestPages {
	t := pages.TestPages{Mode: "test"}
	if r.cfg.Payment.OwnScript() {
		t.Mode = "sandbox"
	}
	for _, c := range stripe.TestCards() {
		t.Cards = append(t.Cards, gen.TestCard{Number: c.Number, Brand: c.Brand, Outcome: c.Outcome})
	}
	if r.cfg.Sandbox.URL != "" {
		t.OutboxPath = outboxPath
	}
	return t
}

// pageQueries answers page/query for the running call.
type pageQueries struct{ service *pages.PageService }

// Query returns everything a page needs.
func (p pageQueries) Query(ctx context.Context, path string) (gen.PageQuery, error) {
	c := caller.Of(ctx)
	page, err := p.service.Query(ctx, pages.Request{Tenant: c.Tenant, Locale: c.Locale, RawPath: path, Origin: c.Origin, LoggedIn: c.User() != nil})
	return page.PageQuery, err
}

// SEO returns a page's title and description.
func (p pageQueries) SEO(ctx context.Context, path string) (gen.SeoText, error) {
	page, err := p.Query(ctx, path)
	return gen.SeoText{SeoTitle: page.Seo.Title, SeoDescription: page.Seo.Description}, err
}
