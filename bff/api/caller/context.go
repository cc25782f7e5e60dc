package caller

import (
	"bytes"
	"cmp"
	"context"
	"crypto/subtle"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/network"
	"github.com/roamcart/roamcart/bff/platform/secret"
	"github.com/roamcart/roamcart/bff/tenant"
	"github.com/roamcart/roamcart/shared"
)

// Sites finds a site by host.
type Sites interface {
	ByHost(host string) (tenant.Tenant, bool)
}

// Accounts finds the customer behind a token, nil when it opens no session of the site.
type Accounts interface {
	Authenticate(ctx context.Context, tenantID int64, token string) (*account.Caller, error)
}

// Options say how a request is known to be somebody's.
type Options struct {
	Sites    Sites
	Accounts Accounts
	Signer   *secret.Signer
	Clock    clock.Clock
	// Internal reports whether the renderer asks, for a browser.
	Internal func(*http.Request) bool
	// HTTPS reports whether the browser came over TLS.
	HTTPS func(*http.Request) bool
}

// Middleware builds the Call of every request under /gw. A request of the renderer speaks for the browser
// behind it: its host and scheme are taken from headers that nobody else is believed.
// Faults: unknown_host, tenant_mismatch, and unavailable when somebody shows a token and its owner cannot be looked up:
// taking a customer for a guest would show an empty cart and log nobody out but in doubt.
func Middleware(o Options) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(ec echo.Context) error {
			req := ec.Request()
			host, secure := req.Host, o.HTTPS(req)
			if o.Internal(req) {
				host, secure = req.Header.Get(hostHeader), req.Header.Get(protoHeader) == "https"
			}
			site, ok := o.Sites.ByHost(host)
			if !ok {
				return fault.New("unknown_host")
			}
			c := o.newCall(site, host, secure, ec.Response().Header())
			c.RequestID, c.Network, c.Device = guard.RequestIDOf(req.Context()), network.Of(ec.RealIP()), req.UserAgent()
			// From here on a refusal is written in the caller's language.
			req = req.WithContext(With(req.Context(), c))
			ec.SetRequest(req)
			if strings.HasPrefix(req.URL.Path, "/gw/") {
				if err := c.read(req); err != nil {
					return err
				}
			}
			if err := c.identify(req, o.Accounts, isForEverybody(req)); err != nil {
				return err
			}
			return next(ec)
		}
	}
}

// Browser is what the front door knows of the browser that asks for a page.
type Browser struct {
	// Host is the one it asked, with its port; Proto is http or https, as it came.
	Host, Proto string
	Locale      string
	RequestID   string
	// Address is its IP address, Device what it calls itself.
	Address, Device string
	// Cookie is its Cookie header, "" where a page is the same for everybody.
	Cookie string
}

// Call builds the call of a browser that asks for a page of a site. Cookies that the call sets are in its Header. Fault:
// unavailable, as for Middleware.
func (o Options) Call(ctx context.Context, site tenant.Tenant, b Browser) (*Call, error) {
	c := o.newCall(site, b.Host, b.Proto == "https", http.Header{})
	c.Locale, c.RequestID, c.Network, c.Device = b.Locale, b.RequestID, network.Of(b.Address), b.Device
	if b.Cookie == "" {
		return c, nil
	}
	req := (&http.Request{Header: http.Header{"Cookie": {b.Cookie}}}).WithContext(ctx)
	return c, c.identify(req, o.Accounts, false)
}

// newCall begins a call to a site that came to a host; cookies that it sets go to the header.
func (o Options) newCall(site tenant.Tenant, host string, secure bool, header http.Header) *Call {
	return &Call{
		Tenant: site, Locale: site.DefaultLocale, Origin: origin(secure, host), Header: header, signer: o.Signer, clock: o.Clock, secure: secure,
		set: func(k *http.Cookie) {
			header["Set-Cookie"] = slices.DeleteFunc(header["Set-Cookie"], func(line string) bool { return strings.HasPrefix(line, k.Name+"=") })
			if line := k.String(); line != "" {
				header.Add("Set-Cookie", line)
			}
			header.Set("Cache-Control", "private, no-store")
		},
	}
}

// identify reads the cookies of a browser: which one it is, which order it tracks and, unless the answer is the same for everybody,
// who is logged in.
func (c *Call) identify(req *http.Request, accounts Accounts, forEverybody bool) error {
	c.visitor = c.signedCookie(req, visitorCookie)
	if site, no, ok := strings.Cut(c.signedCookie(req, trackCookie), ":"); ok && site == strconv.FormatInt(c.Tenant.ID, 10) {
		c.tracked = no
	}
	if forEverybody {
		return nil
	}
	c.moveVisitor()
	return c.authenticate(req, accounts)
}

// forEverybody are the calls whose answers do not depend on who asks.
var forEverybody = []string{
	"/gw/cms/", "/gw/mall/goods/", "/gw/mall/contact/", "/gw/auth/crypto/", "/gw/sim/devices",
	"/gw/cq-ordercharge/payment/us/pk", guard.WebhookPath,
}

func isForEverybody(req *http.Request) bool {
	return slices.ContainsFunc(forEverybody, func(prefix string) bool { return strings.HasPrefix(req.URL.Path, prefix) })
}

// authenticate finds out who is logged in. A cookie that opens nothing any more is taken back.
func (c *Call) authenticate(req *http.Request, accounts Accounts) error {
	token, byCookie := tokenOf(req)
	if token == "" {
		return nil
	}
	who, err := accounts.Authenticate(req.Context(), c.Tenant.ID, token)
	if err != nil {
		return err
	}
	if c.user = who; who != nil {
		c.token = token
		return nil
	}
	if c.ended = token; byCookie {
		c.LogOut()
	}
	return nil
}

// tokenOf returns the bearer token, or else the cookie's; byCookie says whether the browser keeps it.
func tokenOf(req *http.Request) (token string, byCookie bool) {
	kept := ""
	if k, err := req.Cookie(tokenCookie); err == nil {
		kept = k.Value
	}
	token = kept
	if kind, bearer, _ := strings.Cut(req.Header.Get(echo.HeaderAuthorization), " "); strings.EqualFold(kind, "bearer") {
		token = strings.TrimSpace(bearer)
	}
	return token, token == kept
}

// Internal reports whether the request shows one of the secrets that only renderers know.
func Internal(req *http.Request, tokens []string) bool {
	shown, good := []byte(req.Header.Get(internalHeader)), false
	for _, token := range tokens {
		good = (token != "" && subtle.ConstantTimeCompare(shown, []byte(token)) == 1) || good
	}
	return good
}

func origin(secure bool, host string) string {
	if secure {
		return "https://" + host
	}
	return "http://" + host
}

// read takes language and tenantId from the headers, else from the query of a GET or the JSON body of a POST.
func (c *Call) read(req *http.Request) error {
	header := fieldsOf(req.Header.Get)
	locale, id := localeIn(header), header["tenantId"]
	if locale == "" || id == "" {
		rest := elsewhere(req)
		locale, id = cmp.Or(locale, localeIn(rest)), cmp.Or(id, rest["tenantId"])
	}
	c.Locale = cmp.Or(locale, c.Locale)
	if id != "" && id != strconv.FormatInt(c.Tenant.ID, 10) {
		return fault.New("tenant_mismatch")
	}
	return nil
}

// localeIn returns the language that context fields name, langId before lang, "" when they name none.
func localeIn(given map[string]string) string {
	langs := shared.Constants()
	for locale, id := range langs.LangIDs {
		if given["langId"] == strconv.Itoa(id) {
			return locale
		}
	}
	for locale, lang := range langs.Langs {
		if given["lang"] == lang || given["lang"] == locale {
			return locale
		}
	}
	return ""
}

// LocaleOf returns the language to refuse a request in: that of its call, or, when it was refused before it became one,
// what the address of its page, its headers or its query name. Its body may be why it was refused and is not read.
func LocaleOf(req *http.Request) string {
	if call := Of(req.Context()); call != nil {
		return call.Locale
	}
	page, _, _ := strings.Cut(strings.TrimPrefix(req.URL.Path, "/"), "/")
	return cmp.Or(localeIn(map[string]string{"lang": page}), localeIn(fieldsOf(req.Header.Get)), localeIn(fieldsOf(req.URL.Query().Get)), "en")
}

// fieldsOf reads the context fields that a call is decided by.
func fieldsOf(get func(string) string) map[string]string {
	given := map[string]string{}
	for _, f := range []string{"langId", "lang", "tenantId"} {
		given[f] = get(f)
	}
	return given
}

// elsewhere reads the context fields of the query or, for a POST, of the body.
func elsewhere(req *http.Request) map[string]string {
	if req.Method != http.MethodPost {
		return fieldsOf(req.URL.Query().Get)
	}
	if req.Body == nil || strings.HasSuffix(req.URL.Path, "/webhook") {
		return nil
	}
	// The body is bounded by the limit before this; it is put back for the handler whatever it holds.
	body, err := io.ReadAll(req.Body)
	req.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(body), failing{err}), req.Body}
	var fields map[string]any
	if json.Unmarshal(body, &fields) != nil {
		return nil
	}
	return fieldsOf(func(f string) string {
		if n, ok := fields[f].(float64); ok {
			return strconv.FormatFloat(n, 'f', -1, 64)
		}
		text, _ := fields[f].(string)
		return text
	})
}

// failing gives the error that ended the body, or its end, to whoever reads it next.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	return 0, io.EOF
}
