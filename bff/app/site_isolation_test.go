package app_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
	"github.com/roamcart/roamcart/shared"
)

const (
	detail = "/gw/cq-ordercharge/order/detail"
	add    = "/gw/mall/cart/add"
)

// hongKong is the same browser at another regional site.
func hongKong(shop *apptest.Shop, p *apptest.Shopper) *apptest.Shopper {
	other := *p
	other.Host = strings.Replace(strings.TrimPrefix(shop.URL, "http://"), "localhost", "hk.localhost", 1)
	other.Header = p.Header.Clone()
	other.Header.Set("tenantId", "21")
	return &other
}

// Nothing of one site is seen, changed or paid at another, not even by the browser that ordered it there.
func TestSitesAreIsolated(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	placed := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
	hk := hongKong(shop, p)
	no := map[string]any{"orderNo": placed.OrderNo}
	for path, a := range map[string]apptest.Answer{
		"detail":  hk.Get(detail, "orderNo", placed.OrderNo),
		"install": hk.Get("/gw/sim/us/install", "orderNo", placed.OrderNo),
		"status":  hk.Get("/gw/cq-ordercharge/payment/us/status", "orderNo", placed.OrderNo),
		"create":  hk.Post("/gw/cq-ordercharge/payment/us/create", no),
		"hosted":  hk.Post("/gw/cq-ordercharge/payment/us/hosted", no),
		"cancel":  hk.Post("/gw/cq-ordercharge/order/cancel", map[string]any{"orderNo": placed.OrderNo, "confirm": true}),
	} {
		t.Run(path, func(t *testing.T) { a.RequireCode(t, http.StatusNotFound, "order_not_found") })
	}
	if o := p.Detail(placed.OrderNo); o.Status != "waiting_payment" {
		t.Fatalf("order: %s", o.Status)
	}
	var cart gen.Cart
	p.Post(add, map[string]any{"goodsId": "jp-3g-7", "simType": "esim", "quantity": 1, "compatibilityConfirmed": true}).Into(t, &cart)
	item := cart.Items[0].ItemId
	hk.Get("/gw/mall/cart").Into(t, &cart)
	if cart.Count != 0 {
		t.Fatalf("the cart of site 20 holds %d at site 21", cart.Count)
	}
	hk.Post("/gw/mall/cart/update", map[string]any{"itemId": item, "quantity": 9}).RequireCode(t, http.StatusNotFound, "cart_item_not_found")

	// A header, a query and a body that contradict the host.
	p.Header.Set("tenantId", "21")
	p.Get("/gw/mall/cart").RequireCode(t, http.StatusForbidden, "tenant_mismatch")
	p.Header.Del("tenantId")
	p.Get("/gw/mall/cart", "tenantId", "21").RequireCode(t, http.StatusForbidden, "tenant_mismatch")
	for _, id := range []any{"21", 21} {
		p.Post(add, map[string]any{"goodsId": "jp-3g-7", "simType": "esim", "quantity": 1, "tenantId": id}).
			RequireCode(t, http.StatusForbidden, "tenant_mismatch")
	}
	for _, host := range []string{"evil.example", "localhost.evil.example", "xx.localhost", "hk.localhost.", "169.254.169.254"} {
		p.Host = host
		if a := p.Get("/gw/mall/cart"); a.HTTP != http.StatusMisdirectedRequest && !(host == "hk.localhost." && a.HTTP == http.StatusOK) {
			t.Errorf("host %s: %d %s", host, a.HTTP, a.Code)
		}
	}
}

// raw sends a request as it is and reads the refusal.
func raw(t *testing.T, p *apptest.Shopper, shop *apptest.Shop, path, body string, header map[string]string) apptest.Answer {
	t.Helper()
	req, err := http.NewRequest(http.MethodPost, shop.URL+path, strings.NewReader(body))
	require.NoError(t, err)
	req.Host = p.Host
	for k, v := range header {
		req.Header.Set(k, v)
	}
	res, err := p.HTTP.Do(req)
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	a := apptest.Answer{HTTP: res.StatusCode, Body: string(b)}
	require.NoError(t, json.Unmarshal(b, &a), b)
	return a
}

// What a page of another site can make a browser send does not get in.
func TestCrossSiteRequestsAreRefused(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	item := map[string]any{"goodsId": "jp-3g-7", "simType": "esim", "quantity": 1, "compatibilityConfirmed": true}
	p.Post(add, item).Into(t, &gen.Cart{})
	if u, _ := url.Parse(shop.URL); len(p.HTTP.Jar.Cookies(u)) == 0 {
		t.Fatal("the browser has no cookie")
	}
	good, _ := json.Marshal(item)
	const jsonType = "application/json"
	for name, c := range map[string]struct {
		body   string
		header map[string]string
		status int
		code   string
	}{
		"another origin":     {string(good), map[string]string{"Content-Type": jsonType, "langId": "2", "Origin": "https://evil.example"}, 403, "forbidden_origin"},
		"another site's tab": {string(good), map[string]string{"Content-Type": jsonType, "langId": "2", "Sec-Fetch-Site": "cross-site"}, 403, "forbidden_origin"},
		"another subdomain":  {string(good), map[string]string{"Content-Type": jsonType, "langId": "2", "Sec-Fetch-Site": "same-site", "Origin": "http://hk.localhost"}, 403, "forbidden_origin"},
		"the null origin":    {string(good), map[string]string{"Content-Type": jsonType, "langId": "2", "Origin": "null"}, 403, "forbidden_origin"},
		"without langId":     {string(good), map[string]string{"Content-Type": jsonType}, 400, "context_required"},
		"as plain text":      {string(good), map[string]string{"Content-Type": "text/plain", "langId": "2"}, 415, "unsupported_media_type"},
		"as a form":          {"goodsId=jp-3g-7", map[string]string{"Content-Type": "application/x-www-form-urlencoded", "langId": "2"}, 415, "unsupported_media_type"},
		"without a type":     {string(good), map[string]string{"langId": "2"}, 415, "unsupported_media_type"},
		"70 KiB":             {`{"x":"` + strings.Repeat("x", 70<<10) + `"}`, map[string]string{"Content-Type": jsonType, "langId": "2"}, 413, "body_too_large"},
		"half of JSON":       {`{"goodsId":`, map[string]string{"Content-Type": jsonType, "langId": "2"}, 400, "bad_request"},
		"a NUL":              {`{"goodsId":"jp\u0000","simType":"esim","quantity":1}`, map[string]string{"Content-Type": jsonType, "langId": "2"}, 400, "bad_request"},
	} {
		t.Run(name, func(t *testing.T) { raw(t, p, shop, add, c.body, c.header).RequireCode(t, c.status, c.code) })
	}
	if n := count(t, shop, `select sum(quantity) from cart_item`); n != 1 {
		t.Fatalf("%d in the cart", n)
	}
}

// A field of ten thousand characters is refused by name, in whatever call.
func TestLongFieldsAreNamed(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	long := strings.Repeat("x", 10_000)
	order := func(change func(*gen.SubmitOrderBody)) func() apptest.Answer {
		body := apptest.Order("jp-10g-15", "physical", 1890, apptest.Address())
		change(&body)
		return func() apptest.Answer { return p.Seal(submit, body, "Idempotency-Key", apptest.Key()) }
	}
	for field, call := range map[string]func() apptest.Answer{
		"contact.firstName":    order(func(b *gen.SubmitOrderBody) { b.Contact.FirstName = long }),
		"contact.email":        order(func(b *gen.SubmitOrderBody) { b.Contact.Email = long + "@example.com" }),
		"contact.phone":        order(func(b *gen.SubmitOrderBody) { b.Contact.Phone = long }),
		"address.addressLine1": order(func(b *gen.SubmitOrderBody) { b.Address.AddressLine1 = long }),
		"address.zipCode":      order(func(b *gen.SubmitOrderBody) { b.Address.ZipCode = long }),
		"paymentMethod":        order(func(b *gen.SubmitOrderBody) { b.PaymentMethod = long }),
		"shippingMethod":       order(func(b *gen.SubmitOrderBody) { b.ShippingMethod = long }),
		"coupon":               order(func(b *gen.SubmitOrderBody) { b.Coupon = long }),
		"simType": func() apptest.Answer {
			return p.Post(add, map[string]any{"goodsId": "jp-3g-7", "simType": long, "quantity": 1})
		},
		"target": func() apptest.Answer {
			return p.Post("/gw/auth/code/send", map[string]any{"channel": "email", "target": long, "purpose": "track"})
		},
		"purpose": func() apptest.Answer {
			return p.Post("/gw/auth/code/send", map[string]any{"channel": "email", "target": "a@example.com", "purpose": long})
		},
	} {
		t.Run(field, func(t *testing.T) {
			a := call()
			a.RequireCode(t, http.StatusUnprocessableEntity, "validation_failed")
			var data struct{ Fields map[string]string }
			if err := json.Unmarshal(a.Data, &data); err != nil || data.Fields[field] == "" || strings.Contains(a.Body, long) {
				t.Fatalf("fields %v: %v", data.Fields, err)
			}
		})
	}
	if n := count(t, shop, `select count(*) from orders`); n != 0 {
		t.Fatalf("%d orders", n)
	}
}

// Whoever is turned away before the shop knows more than the request itself is told why in the language asked for.
func TestRefusalsOfTheFrontDoorSpeakTheCallersLanguage(t *testing.T) {
	t.Parallel()
	var redis *waittest.FaultProxy
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
		redis, c.Database.RedisURL = waittest.OpenFaultProxy(t, c.Database.RedisURL)
	}})
	customer := shop.Shopper(t)
	customer.Register("ada@example.com")
	redis.Refuse()
	zh := func(header ...string) map[string]string {
		h := map[string]string{"Content-Type": "application/json", "langId": "1"}
		for i := 0; i < len(header); i += 2 {
			h[header[i]] = header[i+1]
		}
		return h
	}
	elsewhere := shop.Shopper(t)
	elsewhere.Host = "evil.example"
	for name, c := range map[string]struct {
		who    *apptest.Shopper
		path   string
		body   string
		header map[string]string
		code   string
	}{
		"another origin":     {customer, add, `{}`, zh("Origin", "https://evil.example"), "forbidden_origin"},
		"as plain text":      {customer, add, `{}`, zh("Content-Type", "text/plain"), "unsupported_media_type"},
		"too large":          {customer, add, strings.Repeat("x", 70<<10), zh(), "body_too_large"},
		"another site's id":  {customer, add, `{}`, zh("tenantId", "21"), "tenant_mismatch"},
		"no such host":       {elsewhere, add, `{}`, zh(), "unknown_host"},
		"without a store":    {customer, add, `{}`, zh(), "unavailable"},
		"named in the query": {customer, add + "?lang=zh_CN", `{}`, map[string]string{}, "unsupported_media_type"},
		"a page's form":      {customer, "/zh/contact", `a=b`, map[string]string{"Origin": "https://evil.example"}, "forbidden_origin"},
	} {
		t.Run(name, func(t *testing.T) {
			a := raw(t, c.who, shop, c.path, c.body, c.header)
			if a.Code != c.code || a.Message != shared.Text("zh", "errors", c.code, nil) {
				t.Fatalf("%d %s: %s", a.HTTP, a.Code, a.Message)
			}
		})
	}
}

// Whoever has to wait is told how long, where programs look for it, too.
func TestRateLimitedCallsSayHowLongToWait(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	for path, c := range map[string]struct {
		body    map[string]any
		allowed int
		longest int
	}{
		"/gw/auth/code/send":      {map[string]any{"channel": "email", "target": "ada@example.com", "purpose": "login"}, 1, 60},
		"/gw/mall/contact/submit": {map[string]any{"firstName": "Ada", "email": "ada@example.com", "message": "Hello"}, 5, 3600},
	} {
		for i := range c.allowed {
			c.body["lastName"] = strconv.Itoa(i) // the same message again would be the same one
			p.Post(path, c.body).Into(t, new(any))
		}
		c.body["lastName"] = ""
		res := postRaw(t, p, shop, path, c.body)
		after, err := strconv.Atoi(res.Header.Get("Retry-After"))
		if res.StatusCode != http.StatusTooManyRequests || err != nil || after < 1 || after > c.longest || after < c.longest/2 {
			t.Errorf("%s: %d, Retry-After %q", path, res.StatusCode, res.Header.Get("Retry-After"))
		}
	}
}
