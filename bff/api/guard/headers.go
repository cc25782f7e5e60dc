package guard

import (
	"maps"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
)

const (
	hsts = "max-age=31536000"

	// referrerPolicy sends other sites nothing, like no-referrer; but under that a browser sends "Origin: null" with
	// the shop's own forms, and without https and JavaScript those would be refused as foreign.
	referrerPolicy = "same-origin"

	// openerPolicy cuts a page off from the site that opened its window. A browser starts a process for it, which a page
	// that everybody reads the same does without: docs/decisions/077-opener-policy-and-favicon.md.
	openerPolicy = "Cross-Origin-Opener-Policy"
)

// HeaderOptions say what the headers depend on besides the path.
type HeaderOptions struct {
	// LiveStripe is true when the payment page loads Stripe's own script.
	LiveStripe bool
	// HTTPS reports whether the browser came by https; nil means the connection or a proxy's X-Forwarded-Proto says so.
	HTTPS func(c echo.Context) bool
}

// SecurityHeaders sets the security headers of every answer. They are the same for every visitor, so pages can be cached.
// A handler may replace them.
func SecurityHeaders(o HeaderOptions) echo.MiddlewareFunc {
	if o.HTTPS == nil {
		o.HTTPS = func(c echo.Context) bool { return c.Scheme() == "https" }
	}
	plain := http.Header{
		echo.HeaderContentSecurityPolicy: {pagePolicy.String()}, "Permissions-Policy": {permissionsPolicy},
		echo.HeaderXContentTypeOptions: {"nosniff"}, echo.HeaderReferrerPolicy: {referrerPolicy},
	}
	private := maps.Clone(plain)
	private[openerPolicy] = []string{"same-origin"}
	paying := maps.Clone(private)
	if o.LiveStripe {
		paying[echo.HeaderContentSecurityPolicy] = []string{pagePolicy.with(stripePolicy).String()}
		paying["Permissions-Policy"] = []string{stripePermissionsPolicy}
		paying[openerPolicy] = []string{"same-origin-allow-popups"} // a bank's confirmation may be a window
	}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			page, set := pageName(path(c)), plain
			switch {
			case paymentPages[page]:
				set = paying
			case privatePages[page]:
				set = private
			}
			h := c.Response().Header()
			// The values are shared by all answers; a handler replaces them and never changes them.
			maps.Copy(h, set)
			if o.HTTPS(c) {
				h.Set(echo.HeaderStrictTransportSecurity, hsts)
			}
			return next(c)
		}
	}
}

var (
	// paymentPages run the provider's script; they are private, too. Browsers load a document when they come to one from another
	// page (ssr/app/entry/load.ts), because the policy of a document cannot change.
	paymentPages = map[string]bool{"order": true, "payment": true, "test": true}
	// privatePages have addresses or links that say something about a person.
	privatePages = map[string]bool{
		"cart": true, "forgot-password": true, "login": true, "my-account": true, "my-order": true, "order": true,
		"payment": true, "signup": true, "test": true,
	}
)

// pageName returns the first segment of a page's path after its locale: "/en/payment/123" is "payment".
func pageName(path string) string {
	name, rest, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	if name == "en" || name == "zh" {
		name, _, _ = strings.Cut(rest, "/")
	}
	return name
}
