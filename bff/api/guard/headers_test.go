package guard_test

import (
	"strings"
	"testing"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/guard"
)

const ownPolicy = "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self';" +
	"frame-src 'none';font-src 'self';manifest-src 'self';worker-src 'self';form-action 'self';base-uri 'none';" +
	"object-src 'none';frame-ancestors 'none';report-uri /csp-report"

const livePolicy = "default-src 'none';script-src 'self' https://js.stripe.com https://*.js.stripe.com;" +
	"style-src 'self';img-src 'self' data:;connect-src 'self' https://api.stripe.com;" +
	"frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;font-src 'self';" +
	"manifest-src 'self';worker-src 'self';form-action 'self' https://checkout.stripe.com;base-uri 'none';" +
	"object-src 'none';frame-ancestors 'none';report-uri /csp-report"

func TestSecurityHeaders(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		target           string
		live             bool
		policy, referrer string
		opener, hsts     string
	}{
		{"http://example.com/en/home", false, ownPolicy, "same-origin", "", ""},
		{"http://example.com/en/home", true, ownPolicy, "same-origin", "", ""},
		{"https://example.com/zh/travel-card/asia", true, ownPolicy, "same-origin", "", "max-age=31536000"},
		{"http://example.com/en/payment/123", false, ownPolicy, "same-origin", "same-origin", ""},
		{"https://example.com/zh/payment/123", true, livePolicy, "same-origin", "same-origin-allow-popups", "max-age=31536000"},
		{"http://example.com/payment/123", true, livePolicy, "same-origin", "same-origin-allow-popups", ""},
		{"http://example.com/en/test/payment", true, livePolicy, "same-origin", "same-origin-allow-popups", ""},
		{"http://example.com/en/order", false, ownPolicy, "same-origin", "same-origin", ""},
		{"http://example.com/en/order", true, livePolicy, "same-origin", "same-origin-allow-popups", ""},
		{"http://example.com/en/my-order/123", true, ownPolicy, "same-origin", "same-origin", ""},
		{"http://example.com/en/my-account", true, ownPolicy, "same-origin", "same-origin", ""},
		{"http://example.com/en/why-us/payment", true, ownPolicy, "same-origin", "", ""},
		{"http://example.com/gw/mall/cart", true, ownPolicy, "same-origin", "", ""},
	} {
		rec, _ := serve(request("GET", c.target, ""), nil, guard.SecurityHeaders(guard.HeaderOptions{LiveStripe: c.live}))
		h := rec.Header()
		require.Equal(t, c.policy, h.Get("Content-Security-Policy"), c.target)
		require.Equal(t, c.referrer, h.Get("Referrer-Policy"), c.target)
		require.Equal(t, c.hsts, h.Get("Strict-Transport-Security"), c.target)
		require.Equal(t, "nosniff", h.Get("X-Content-Type-Options"))
		require.Equal(t, c.opener, h.Get("Cross-Origin-Opener-Policy"), c.target)
		require.Contains(t, h.Get("Permissions-Policy"), "camera=()")
		require.Equal(t, c.policy == livePolicy, h.Get("Permissions-Policy") != "camera=(),geolocation=(),microphone=(),payment=(),usb=()")
	}
}

func TestRefusalsHaveTheHeadersToo(t *testing.T) {
	t.Parallel()
	rec, code := serve(request("POST", "/en/order", "", "Sec-Fetch-Site", "cross-site"), nil,
		guard.RequestID(), guard.SecurityHeaders(guard.HeaderOptions{}), guard.SameOrigin())
	require.Equal(t, "forbidden_origin", code)
	require.Equal(t, ownPolicy, rec.Header().Get("Content-Security-Policy"))
	require.NotEmpty(t, rec.Header().Get("X-Request-Id"))
}

func TestAllowStyle(t *testing.T) {
	t.Parallel()
	const digest = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
	for given, want := range map[string]string{
		digest:               strings.Replace(ownPolicy, "style-src 'self'", "style-src 'self' '"+digest+"'", 1),
		"":                   ownPolicy,
		"unsafe-inline":      ownPolicy,
		digest + "' https:":  ownPolicy,
		digest[:20] + "=":    ownPolicy,
		digest + "; img-src": ownPolicy,
	} {
		allow := func(next echo.HandlerFunc) echo.HandlerFunc {
			return func(c echo.Context) error {
				guard.AllowStyle(c.Response().Header(), given)
				return next(c)
			}
		}
		chain := []echo.MiddlewareFunc{guard.SecurityHeaders(guard.HeaderOptions{}), allow}
		rec, _ := serve(request("GET", "http://example.com/en/home", ""), nil, chain...)
		require.Equal(t, want, rec.Header().Get("Content-Security-Policy"), given)
		// The policy of other answers is as it was.
		rec, _ = serve(request("GET", "http://example.com/en/home", ""), nil, chain[:1]...)
		require.Equal(t, ownPolicy, rec.Header().Get("Content-Security-Policy"), given)
	}
}
