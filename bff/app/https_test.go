package app_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// hostResponse is an answer, read to its end.
type hostResponse struct {
	*http.Response
	body string
}

// cookie returns what an answer sets under a name, nil when it sets nothing.
func (a hostResponse) cookie(name string) *http.Cookie {
	for _, k := range a.Cookies() {
		if k.Name == name {
			return k
		}
	}
	return nil
}

// cartCount returns how many items the cart in an answer holds.
func (a hostResponse) cartCount(t *testing.T) int {
	t.Helper()
	var in struct{ Data gen.Cart }
	require.NoError(t, json.Unmarshal([]byte(a.body), &in), a.body)
	n := 0
	for _, i := range in.Data.Items {
		n += i.Quantity
	}
	return n
}

// callHost sends a request for one of a shop's hosts with these cookies, as a proxy that forwards no headers of the browser.
func callHost(t *testing.T, shop *apptest.Shop, host, what, body string, cookies ...string) hostResponse {
	t.Helper()
	method, path, _ := strings.Cut(what, " ")
	req, err := http.NewRequest(method, shop.URL+path, strings.NewReader(body))
	require.NoError(t, err)
	req.Host = host
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("langId", "2")
	if len(cookies) > 0 {
		req.Header.Set("Cookie", strings.Join(cookies, "; "))
	}
	// On a connection of its own: one that has left the fast path never comes back to it.
	transport := new(http.Transport)
	defer transport.CloseIdleConnections()
	res, err := transport.RoundTrip(req)
	require.NoError(t, err)
	read, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	return hostResponse{res, string(read)}
}

// With an https PUBLIC_URL everything is as over TLS at its host, though no proxy says so: cookies that no other host can set,
// HSTS, addresses. At localhost the same shop is what it was.
func TestAnHTTPSAddressMakesTheShopSecure(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) { c.Server.PublicURL = "https://Shop.Example/" }})
	const host, plan = "shop.example", `{"goodsId":"jp-3g-7","simType":"esim","quantity":1,"compatibilityConfirmed":true}`
	const put, cart = "POST /gw/mall/cart/add", "GET /gw/mall/cart"

	plain := callHost(t, shop, "localhost", put, plan)
	former := plain.cookie("visitor")
	require.NotNil(t, former, "no cookie at localhost: %v", plain.Header)
	require.False(t, former.Secure)
	require.Empty(t, plain.Header.Get("Strict-Transport-Security"))

	secure := callHost(t, shop, host, put, plan)
	fresh := secure.cookie("__Host-visitor")
	require.NotNil(t, fresh, "no cookie: %v", secure.Header)
	require.True(t, fresh.Secure && fresh.HttpOnly && fresh.Path == "/" && fresh.Domain == "" && fresh.MaxAge == 365*24*60*60, fresh.String())
	require.Nil(t, secure.cookie("visitor"))
	require.Equal(t, "max-age=31536000", secure.Header.Get("Strict-Transport-Security"))
	require.Equal(t, 1, callHost(t, shop, host, cart, "", "__Host-visitor="+fresh.Value).cartCount(t))
	list := callHost(t, shop, host, "GET /sitemaps/en.xml", "").body
	require.Contains(t, list, "<loc>https://shop.example/en/home</loc>")
	require.NotContains(t, list, "http://shop.example")

	// A browser from before keeps its cart, under the new name from now on.
	moved := callHost(t, shop, host, cart, "", "visitor="+former.Value)
	require.Equal(t, 1, moved.cartCount(t))
	next, gone := moved.cookie("__Host-visitor"), moved.cookie("visitor")
	require.NotNil(t, next)
	require.True(t, gone != nil && gone.MaxAge < 0 && gone.Value == "", "the former cookie stays: %v", moved.Header)
	require.Equal(t, 2, callHost(t, shop, host, put, plan, "__Host-visitor="+next.Value).cartCount(t))
	// What everybody is answered alike sets no cookie.
	require.Empty(t, callHost(t, shop, host, "GET /gw/mall/goods/list", "", "visitor="+former.Value).Header.Get("Set-Cookie"))
	// Where there are both, the one counts that no other host can have set.
	both := callHost(t, shop, host, cart, "", "visitor="+former.Value, "__Host-visitor="+fresh.Value)
	require.Equal(t, 1, both.cartCount(t))
	require.NotNil(t, both.cookie("visitor"))
	forged := callHost(t, shop, host, cart, "", "visitor=x.1.y")
	require.Zero(t, forged.cartCount(t))
	// The plain connection does not believe the name of the secure one, and takes nothing back.
	require.Empty(t, callHost(t, shop, "localhost", cart, "", "visitor="+former.Value).Header.Get("Set-Cookie"))

	// What lets a browser read an order that it tracked is named the same way, and read under both names.
	placed := shop.Shopper(t).Place(apptest.Order("jp-3g-7", "esim", 650, nil))
	other := shop.Shopper(t)
	track, err := json.Marshal(map[string]string{"orderNo": placed.OrderNo, "email": "ada@example.com", "code": other.Code("ada@example.com", "track")})
	require.NoError(t, err)
	tracked := callHost(t, shop, host, "POST /gw/cq-ordercharge/order/track", string(track)).cookie("__Host-track")
	require.True(t, tracked != nil && tracked.Secure && tracked.HttpOnly && tracked.MaxAge == 30*60, "%v", tracked)
	for _, name := range []string{"__Host-track", "track"} {
		require.Equal(t, http.StatusOK, callHost(t, shop, host, "GET "+detail+"?orderNo="+placed.OrderNo, "", name+"="+tracked.Value).StatusCode, name)
	}

	// The login keeps the name that the contract gives it.
	ada := shop.Customer(t, "ada@example.com")
	login, err := json.Marshal(ada.Sealed(login, passwordLogin("ada@example.com", apptest.Password)))
	require.NoError(t, err)
	in := callHost(t, shop, host, "POST /gw/auth/token/login", string(login)).cookie("token")
	require.True(t, in != nil && in.Secure && in.HttpOnly && in.Path == "/" && in.Domain == "", "%v", in)
}

// Pages from memory are found on the connection where an https PUBLIC_URL alone says how the browser came.
func TestTheFastPathKnowsTheHTTPSAddress(t *testing.T) {
	t.Parallel()
	renderer, port := newPageRenderer(t), waittest.FreePort(t)
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
		c.Server.PublicURL, c.Server.SSRURL, c.Server.MetricsPort = "https://shop.example", renderer.URL, port
		c.Pages = config.Pages{CacheMB: 8, FastPath: true}
	}})
	// What the fast path answers is counted apart.
	measured := func() string {
		t.Helper()
		res, err := http.Get(fmt.Sprintf("http://127.0.0.1:%d/metrics", port))
		require.NoError(t, err)
		defer func() { _ = res.Body.Close() }()
		figures, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		for line := range strings.Lines(string(figures)) {
			if strings.HasPrefix(line, `roamcart_page_requests_total{form="html",method="GET",page="faq",source="memory",status="2xx"}`) {
				return line
			}
		}
		return ""
	}
	for range 2 {
		callHost(t, shop, "shop.example", "GET /en/faq", "")
	}
	before := measured()
	require.NotEmpty(t, before)
	answer := callHost(t, shop, "shop.example", "GET /en/faq", "")
	require.Equal(t, "max-age=31536000", answer.Header.Get("Strict-Transport-Security"))
	require.Equal(t, before, measured())
}

// Whoever leaves takes along what the browser's cache has of the shop; the guest's cart stays, and so does the service worker.
func TestLeavingClearsTheBrowsersCache(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	const clears = "Clear-Site-Data"
	ada := shop.Customer(t, "ada@example.com")
	token := "token=" + tokenOf(t, shop, ada)
	require.Empty(t, callHost(t, shop, "localhost", "GET "+userInfo, "", token).Header.Get(clears))
	wrong, err := json.Marshal(ada.Sealed(leave, map[string]any{"password": "Wrong-1234", "confirm": true}))
	require.NoError(t, err)
	require.Empty(t, callHost(t, shop, "localhost", "POST "+leave, string(wrong), token).Header.Get(clears), "who stays keeps everything")
	require.Equal(t, `"cache"`, callHost(t, shop, "localhost", "GET "+logout, "", token).Header.Get(clears))

	bea := shop.Customer(t, "bea@example.com")
	farewell, err := json.Marshal(bea.Sealed(leave, map[string]any{"password": apptest.Password, "confirm": true}))
	require.NoError(t, err)
	left := callHost(t, shop, "localhost", "POST "+leave, string(farewell), "token="+tokenOf(t, shop, bea))
	require.Equal(t, http.StatusOK, left.StatusCode, left.body)
	require.Equal(t, `"cache"`, left.Header.Get(clears))
}

// What finds the shop on the machine of whoever tries it out finds nothing in production, and nobody is led there.
func TestProductionHasNoBuiltInHosts(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
		c.AppEnv, c.Server.PublicURL = "production", "https://shop.example"
		c.Carrier.URL, c.Carrier.Token, c.Carrier.WebhookSecrets = "http://127.0.0.1:1", "token", []string{"secret"}
	}})
	for host, want := range map[string]int{
		"shop.example": 200, "localhost": 421, "127.0.0.1": 421, "hk.localhost": 421, "uk.localhost": 421, "LOCALHOST.": 421,
	} {
		for _, path := range []string{"/gw/mall/goods/list", "/sitemaps/en.xml"} {
			require.Equal(t, want, callHost(t, shop, host, "GET "+path, "").StatusCode, host+path)
		}
	}
	var said struct{ Data []gen.Site }
	answer := callHost(t, shop, "shop.example", "GET /gw/cms/site/query", "").body
	require.NoError(t, json.Unmarshal([]byte(answer), &said))
	require.Len(t, said.Data, 1, answer)
	require.Equal(t, "https://shop.example/", said.Data[0].WebSite)
	status, _ := shop.Ready()
	require.Equal(t, http.StatusOK, status, "probes ask the machine itself")
}
