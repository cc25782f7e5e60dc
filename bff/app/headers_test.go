package app_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
)

// Whatever is asked, and however it is refused, the answer has the headers that guard a browser, says how long it may be kept,
// and gives no cookie to anybody but this browser.
func TestEveryKindOfAnswerHasItsHeaders(t *testing.T) {
	t.Parallel()
	renderer := newPageRenderer(t)
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
		c.Server.SSRURL, c.Server.TrustedProxies = renderer.URL, []string{"127.0.0.0/8"}
	}})
	const code = `{"channel":"email","target":"ada@example.com","purpose":"signup"}`
	for _, c := range []struct {
		name, ask, host, body string
		status                int
	}{
		{"page", "GET /en/faq", "", "", 200},
		{"page from memory", "GET /en/faq", "", "", 200},
		{"its payload", "GET /en/faq/_payload.json", "", "", 200},
		{"private page", "GET /zh/cart", "", "", 200},
		{"no file", "GET /favicon.ico", "", "", 404},
		{"no asset", "GET /assets/none.js", "", "", 404},
		{"to a language", "GET /home", "", "", 302},
		{"to the normal form", "GET /EN/home/", "", "", 308},
		{"another method", "DELETE /en/home", "", "", 405},
		{"a request that is repeated", "TRACE /en/home", "", "", 405},
		{"another host", "GET /en/home", "evil.example", "", 421},
		{"another host's call", "GET /gw/mall/cart", "evil.example", "", 421},
		{"a long address", "GET /en/faq?keyword=" + strings.Repeat("a", 9000), "", "", 414},
		{"robots", "GET /robots.txt", "", "", 200},
		{"sitemap", "GET /sitemaps/zh.xml", "", "", 200},
		{"feed", "GET /feeds/en.json", "", "", 200},
		{"Markdown", "GET /en/faq.md", "", "", 200},
		{"share picture", "GET /share/en/home.png", "", "", 302},
		{"drawing", "GET /roamcart-images/cards/jp-3g-7.svg", "", "", 200},
		{"call", "GET /gw/mall/goods/list", "", "", 200},
		{"call that makes a visitor", "POST /gw/mall/cart/add", "", `{"goodsId":"jp-3g-7","simType":"esim","quantity":1,"compatibilityConfirmed":true}`, 200},
		{"no call", "GET /gw/nothing", "", "", 404},
		{"no login", "GET /gw/mall/us/userInfo", "", "", 401},
		{"no field", "POST /gw/mall/contact/submit", "", `{"firstName":"","lastName":"","email":"","message":""}`, 422},
		{"a plain body", "POST /gw/auth/token/login", "", `{}`, 400},
		{"a long body", "POST /gw/mall/cart/add", "", strings.Repeat(" ", 70_000), 413},
		{"a code", "POST /gw/auth/code/send", "", code, 200},
		{"too soon", "POST /gw/auth/code/send", "", code, 429},
		{"webhook", "POST /gw/cq-ordercharge/payment/us/webhook", "", `{}`, 400},
		{"a report", "POST /csp-report", "", `{}`, 415},
		{"health", "GET /healthz", "", "", 200},
		{"readiness", "GET /readyz", "", "", 200},
		{"outbox", "GET /sandbox/outbox", "", "", 200},
		{"provider", "GET /sandbox/stripe/v1/payment_intents", "", "", 401},
		{"carrier", "GET /sandbox/carrier", "", "", 200},
		{"no renderer", "GET /en/login", "", "", 503},
	} {
		renderer.gone.Store(c.status == http.StatusServiceUnavailable)
		res := callThroughProxy(t, shop, c.ask, c.host, c.body)
		h, policy := res.Header, res.Header.Get("Content-Security-Policy")
		require.Equal(t, c.status, res.StatusCode, c.name)
		require.Equal(t, "max-age=31536000", h.Get("Strict-Transport-Security"), c.name)
		require.Equal(t, "nosniff", h.Get("X-Content-Type-Options"), c.name)
		require.NotEmpty(t, h.Get("Referrer-Policy"), c.name)
		if res.ContentLength != 0 && c.status != http.StatusFound && c.status != http.StatusPermanentRedirect {
			require.Regexp(t, `^(text/(html|plain|markdown); charset=utf-8|application/(json|xml)(; charset=utf-8)?|image/svg\+xml)$`, strings.ToLower(h.Get("Content-Type")), c.name)
		}
		require.NotEmpty(t, h.Get("X-Request-Id"), c.name)
		require.NotEmpty(t, h.Get("Cache-Control"), "%s: anybody may guess how long it is true", c.name)
		for _, want := range []string{"default-src 'none'", "base-uri 'none'", "frame-ancestors "} {
			require.Contains(t, policy, want, c.name)
		}
		require.NotRegexp(t, `script-src[^;]*('unsafe|\*|https?:)`, policy, c.name)
		if c.status == http.StatusServiceUnavailable || c.status == http.StatusTooManyRequests {
			require.NotEmpty(t, h.Get("Retry-After"), c.name)
		}
		for _, cookie := range res.Cookies() {
			require.Contains(t, h.Get("Cache-Control"), "no-store", "%s: with a cookie", c.name)
			require.True(t, cookie.Secure && cookie.SameSite == http.SameSiteLaxMode && cookie.Domain == "" && cookie.Path == "/", "%s: %s", c.name, cookie)
			require.True(t, cookie.HttpOnly || cookie.Name == "locale", "%s: %s", c.name, cookie)
		}
	}
}

// callThroughProxy sends a request as a trusted proxy does for a browser that uses TLS; what is "METHOD /path".
func callThroughProxy(t *testing.T, shop *apptest.Shop, what, host, body string) *http.Response {
	t.Helper()
	method, path, _ := strings.Cut(what, " ")
	req, err := http.NewRequest(method, shop.URL+path, strings.NewReader(body))
	require.NoError(t, err)
	if host != "" {
		req.Host = host
	}
	for name, value := range map[string]string{"X-Forwarded-Proto": "https", "Content-Type": "application/json", "langId": "2"} {
		req.Header.Set(name, value)
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	require.NoError(t, err)
	_, err = io.Copy(io.Discard, res.Body)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	return res
}
