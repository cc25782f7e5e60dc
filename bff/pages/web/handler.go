package web

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/ratelimit"
	"github.com/roamcart/roamcart/bff/tenant"
)

const (
	payloadSuffix  = "/_payload.json"
	redirectHeader = "X-Redirect"

	// readTimeout bounds the rendering of a page; a form's answer may wait for others.
	readTimeout  = 5 * time.Second
	writeTimeout = 20 * time.Second
)

// elsewhere counts requests for addresses that no page has: they lead to one, or nowhere.
const elsewhere = "redirect"

// Handler answers page requests. It is safe for concurrent use.
type Handler struct {
	table   *pages.Table
	fetcher Fetcher
	store   Store // nil when the fetcher keeps nothing
	forms   *ratelimit.Slots[string]
	repeats repeats
	o       HandlerOptions
}

// HandlerOptions say what the handler depends on.
type HandlerOptions struct {
	// Tenant returns the site that answers at a host.
	Tenant func(host string) (tenant.Tenant, bool)
	// Proto returns http or https, whichever the browser used; nil means echo's Scheme.
	Proto func(c echo.Context) string
	// Previews opens drafts of texts; nil where there are none.
	Previews pages.Previews
	// Admit is asked before a shared page is made for a visitor, and refuses one who has many made; nil refuses nobody.
	Admit func(c echo.Context) error
	// AdmitPrivate is asked before a private page is made, which is made each time; nil refuses nobody.
	AdmitPrivate func(c echo.Context) error
	// ReadTimeout and WriteTimeout bound a GET and a POST; 0 means 5 and 20 seconds.
	ReadTimeout, WriteTimeout time.Duration
	// Forms and FormsPerNetwork bound the forms that are under way at once, in total and per network; 0 means 256 and 32.
	Forms, FormsPerNetwork int
	// Log gets what cannot be shown; nil means slog.Default.
	Log *slog.Logger
}

// filled returns the options with what stands for those that were not given.
func (o HandlerOptions) filled() HandlerOptions {
	if o.Proto == nil {
		o.Proto = func(c echo.Context) string { return c.Scheme() }
	}
	if o.ReadTimeout == 0 {
		o.ReadTimeout = readTimeout
	}
	if o.WriteTimeout == 0 {
		o.WriteTimeout = writeTimeout
	}
	o.Forms, o.FormsPerNetwork = cmp.Or(o.Forms, maxForms), cmp.Or(o.FormsPerNetwork, maxFormsPerNetwork)
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return o
}

// NewHandler returns the handlers in front of fetcher.
func NewHandler(table *pages.Table, fetcher Fetcher, o HandlerOptions) *Handler {
	store, _ := fetcher.(Store)
	o = o.filled()
	return &Handler{table: table, fetcher: fetcher, store: store, o: o, forms: ratelimit.NewSlots[string](o.Forms, o.FormsPerNetwork)}
}

// Mount makes the page handler answer for every path that no other route takes.
func (d *Handler) Mount(e *echo.Echo) {
	e.Match([]string{http.MethodGet, http.MethodHead, http.MethodPost}, "/*", d.Handle)
}

// Handle answers one request. The faults are unknown_host, which a browser gets as a page, and not_found below the paths
// of calls.
func (d *Handler) Handle(c echo.Context) error {
	req := c.Request()
	raw, isPayload := strings.CutSuffix(req.URL.EscapedPath(), payloadSuffix)
	if isPayload && raw == "" {
		raw = "/"
	}
	if strings.HasPrefix(raw, "/gw/") || strings.HasPrefix(raw, "/sandbox/") {
		return fault.New("not_found")
	}
	site, ok := d.o.Tenant(req.Host)
	if !ok {
		return noShop(c)
	}
	if isPayload && req.Method == http.MethodPost {
		return echo.ErrMethodNotAllowed
	}
	normal, other := pages.Normalize(raw, "")
	if other {
		guard.NotePage(c, elsewhere, htmlForm)
		c.Response().Header().Set(echo.HeaderCacheControl, "public, max-age=3600")
		if isPayload {
			normal = strings.TrimSuffix(normal, "/") + payloadSuffix
		}
		return c.Redirect(http.StatusPermanentRedirect, withQuery(normal, req.URL.RawQuery))
	}
	locale, rest := pages.SplitLocale(normal)
	if locale == "" || rest == "" {
		return d.unprefixed(c, site, normal, isPayload)
	}
	return d.page(c, site, locale, rest, isPayload)
}

// unprefixed answers for an address that names no language, or only one.
func (d *Handler) unprefixed(c echo.Context, site tenant.Tenant, address string, isPayload bool) error {
	req, h := c.Request(), c.Response().Header()
	locale, _ := pages.SplitLocale(address)
	if locale == "" {
		h.Add(echo.HeaderVary, "Cookie, Accept-Language")
		locale = pages.Negotiate(localeCookie(req), req.Header.Get("Accept-Language"), site.DefaultLocale)
	}
	h.Set(echo.HeaderCacheControl, "no-store")
	target, ok := d.table.Localized(address, locale)
	guard.NotePage(c, elsewhere, htmlForm)
	switch {
	case !ok && path.Ext(address) != "":
		// What looks like a file is no page; whoever asks for it does not read a 404 page either.
		return c.String(http.StatusNotFound, "not found\n")
	case !ok:
		return d.page(c, site, locale, address, isPayload)
	}
	target = withQuery(target, req.URL.RawQuery)
	switch {
	case isPayload:
		h.Set(redirectHeader, target)
		return c.NoContent(http.StatusNoContent)
	case req.Method == http.MethodPost:
		return c.Redirect(http.StatusTemporaryRedirect, target)
	}
	return c.Redirect(http.StatusFound, target)
}

// page passes a request on to the renderer and its answer back.
func (d *Handler) page(c echo.Context, site tenant.Tenant, locale, rest string, isPayload bool) error {
	req := c.Request()
	row, _, _ := d.table.Match(rest)
	p := &PageRequest{
		Method: http.MethodGet, Host: req.Host, Proto: d.o.Proto(c), ForwardedFor: c.RealIP(),
		RequestID: guard.RequestIDOf(req.Context()), Tenant: site.ID, Locale: locale, Row: row, Payload: isPayload,
	}
	guard.NotePage(c, string(row.Kind), p.Form())
	address, suffix := "/"+locale+rest, ""
	if isPayload {
		suffix = payloadSuffix
	}
	switch {
	case req.Method == http.MethodPost:
		leave, err := d.submit(c, p, withQuery(address, req.URL.RawQuery))
		if err != nil {
			return err
		}
		defer leave()
	case d.previews(req, row):
		if gone, err := d.openPreview(c, p, address); gone || err != nil {
			return err
		}
		p.Target = address + suffix + row.EncodeQuery(row.CanonicalQuery(req.URL.Query()))
	case row.Private:
		if d.o.AdmitPrivate != nil {
			if err := d.o.AdmitPrivate(c); err != nil {
				return err
			}
		}
		// Made for one visitor and kept by nobody, it may depend on the device too: the install page does.
		p.Cookie, p.Device = req.Header.Get("Cookie"), req.UserAgent()
		p.Target = withQuery(address+suffix, req.URL.RawQuery)
	default:
		// Without cookies and unknown parameters the answer cannot depend on the visitor.
		p.Target = address + suffix
		if req.URL.RawQuery != "" {
			p.Target += row.EncodeQuery(row.CanonicalQuery(req.URL.Query()))
		}
		p.Shared = true
		if d.o.Admit != nil {
			p.Admit = func() error { return d.o.Admit(c) }
		}
		if d.store != nil {
			if answer, ok := d.store.Lookup(p); ok {
				return d.respond(c, p, answer)
			}
		}
	}
	return d.render(c, p, withQuery(address, req.URL.RawQuery))
}

// render asks the renderer and answers with what it says; again is the address to try once more when it says nothing.
func (d *Handler) render(c echo.Context, p *PageRequest, again string) error {
	req, timeout := c.Request(), d.o.ReadTimeout
	if p.Method == http.MethodPost {
		timeout = d.o.WriteTimeout
	}
	ctx, cancel := context.WithTimeout(req.Context(), timeout)
	defer cancel()
	began := time.Now()
	answer, err := d.fetch(ctx, p, timeout)
	if err == nil && answer.Status == http.StatusForbidden && !isPage(answer) {
		err = errors.New("the renderer does not know this program's token")
	}
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		return refused
	}
	if err != nil {
		if req.Context().Err() != nil {
			return nil // the browser has gone
		}
		setTimingHeaders(c.Response().Header(), &Answer{Spans: []Span{{"failed", time.Since(began)}}})
		d.o.Log.ErrorContext(req.Context(), "page not rendered", "kind", p.Row.Kind, "requestId", p.RequestID, "error", err)
		return unavailable(c, p, again)
	}
	return d.respond(c, p, answer)
}

func (d *Handler) fetch(ctx context.Context, p *PageRequest, timeout time.Duration) (*Answer, error) {
	if p.repeatKey == "" {
		return d.fetcher.Fetch(ctx, p)
	}
	return d.repeats.once(ctx, p.repeatKey, timeout, func(ctx context.Context) (*Answer, error) { return d.fetcher.Fetch(ctx, p) })
}

func isPage(a *Answer) bool {
	return strings.HasPrefix(a.Header.Get(echo.HeaderContentType), echo.MIMETextHTML)
}

func localeCookie(req *http.Request) string {
	cookie, err := req.Cookie(pages.LocaleCookie)
	if err != nil {
		return ""
	}
	value, err := url.QueryUnescape(cookie.Value)
	if err != nil {
		return ""
	}
	return value
}

func withQuery(address, rawQuery string) string {
	if rawQuery == "" {
		return address
	}
	return address + "?" + rawQuery
}
