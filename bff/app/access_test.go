package app_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// plain are bodies that get as far as the question who asks.
var plain = map[string]any{
	"AddressSave":   apptest.Address(),
	"AddressRemove": map[string]string{"addressId": "1"},
	"SessionEnd":    map[string]bool{"others": true},
	"SimLink":       map[string]string{"iccid": "8944538532008160222", "phone": "+85291234567", "code": "123456"},
	"SimUnlink":     map[string]string{"simId": "1"},
	"UserUpdate":    gen.UpdateUserInfoBody{Op: "consent", PromoConsent: new(bool)},
	"UserDelete":    gen.DeleteAccountBody{Password: apptest.Password, Confirm: true},
}

// callOperation calls an operation as its contract says, with headers beside the shopper's own.
func callOperation(p *apptest.Shopper, id string, headers ...string) apptest.Answer {
	op := gen.Operations[id]
	body := plain[id]
	if body == nil {
		body = map[string]string{}
	}
	switch {
	case op.Method == http.MethodGet:
		return getWith(p, op.Path, headers)
	case op.Enc:
		return p.Seal(op.Path, body, headers...)
	}
	return p.Post(op.Path, body, headers...)
}

func getWith(p *apptest.Shopper, path string, headers []string) apptest.Answer {
	other := *p
	other.Header = p.Header.Clone()
	for i := 0; i+1 < len(headers); i += 2 {
		other.Header.Set(headers[i], headers[i+1])
	}
	return other.Get(path)
}

func privateOperations(t *testing.T) []string {
	t.Helper()
	var ids []string
	for id, op := range gen.Operations {
		if op.Auth {
			ids = append(ids, id)
		}
	}
	if len(ids) < 15 {
		t.Fatalf("only %d operations need a login", len(ids))
	}
	slices.Sort(ids)
	return ids
}

// Every call that needs a login is refused to everybody else, however they come: without a token, with one that was
// planted, logged out, of another site, or cut; and to a page of another site that has the browser's cookie.
func TestCallsThatNeedALogin(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Customer(t, "ada@example.com")
	token := tokenOf(t, shop, p)
	nobody, gone, bearer := shop.Shopper(t), shop.Shopper(t), shop.Shopper(t)
	bearer.Header.Set("Authorization", "Bearer "+token)

	var left gen.Login
	gone.Seal(login, passwordLogin("ada@example.com", apptest.Password)).Into(t, &left)
	gone.Get(logout).Into(t, new(any))

	abroad := hongKong(shop, nobody)
	id, secret, _ := strings.Cut(token, ".")
	for _, op := range privateOperations(t) {
		t.Run(op, func(t *testing.T) {
			callOperation(nobody, op).RequireCode(t, http.StatusUnauthorized, "login_required")
			for what, bad := range map[string]string{
				"logged out": left.Token, "cut": token[:len(token)-1], "of another customer": "2." + secret, "only an id": id, "planted": "1." + strings.Repeat("A", 43),
			} {
				for _, header := range [][2]string{{"Authorization", "Bearer " + bad}, {"Cookie", "token=" + bad}} {
					if a := callOperation(nobody, op, header[0], header[1]); a.HTTP != http.StatusUnauthorized || a.Code != "login_required" {
						t.Errorf("a token that is %s, as %s: %d %s", what, header[0], a.HTTP, a.Code)
					}
				}
			}
			callOperation(abroad, op, "Authorization", "Bearer "+token).RequireCode(t, http.StatusUnauthorized, "login_required")
			if gen.Operations[op].Method == http.MethodPost {
				for _, foreign := range [][2]string{{"Origin", "https://evil.example"}, {"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "null"}} {
					callOperation(p, op, foreign[0], foreign[1]).RequireCode(t, http.StatusForbidden, "forbidden_origin")
				}
				callOperation(p, op, "Content-Type", "text/plain").RequireCode(t, http.StatusUnsupportedMediaType, "unsupported_media_type")
				callOperation(p, op, "langId", "").RequireCode(t, http.StatusBadRequest, "context_required")
			}
			if a := callOperation(nobody, op, "tenantId", "21"); a.Code != "tenant_mismatch" {
				t.Errorf("another site's id: %d %s", a.HTTP, a.Code)
			}
		})
	}
	if s := readSession(t, p); !s.IsLogin || count(t, shop, `select count(*) from customer`) != 1 {
		t.Fatal("one of these got through")
	}
	if a := callOperation(bearer, "UserInfo"); a.HTTP != http.StatusOK {
		t.Fatalf("the token itself: %d %s", a.HTTP, a.Code)
	}
}

// Whoever shows a token that opens nothing is nobody, and keeps the cookie of another login that lives.
func TestABadTokenTakesNoOtherLoginAway(t *testing.T) {
	t.Parallel()
	p := apptest.Open(t, apptest.Options{}).Customer(t, "ada@example.com")
	p.Header.Set("Authorization", "Bearer 1.gone")
	p.Get("/gw/mall/us/userInfo").RequireCode(t, http.StatusUnauthorized, "login_required")
	p.Header.Del("Authorization")
	if !readSession(t, p).IsLogin {
		t.Fatal("logged out by a token of somebody else")
	}
}

// What belongs to one customer is not there for another, of this site or of another one.
func TestOtherCustomersDataIsRefused(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	ada, eve := shop.Customer(t, "ada@example.com"), shop.Customer(t, "eve@example.com")
	var saved gen.Address
	ada.Post("/gw/mall/us/address/save", apptest.Address()).Into(t, &saved)
	placed := ada.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
	var cart gen.Cart
	ada.Post(add, map[string]any{"goodsId": "jp-3g-7", "simType": "esim", "quantity": 1, "compatibilityConfirmed": true}).Into(t, &cart)
	var logins []gen.LoginSession
	ada.Get("/gw/mall/us/sessions").Into(t, &logins)
	stolen := *apptest.Address()
	stolen.AddressId = saved.AddressId
	for what, a := range map[string]apptest.Answer{
		"address_not_found 404":   eve.Post("/gw/mall/us/address/remove", map[string]string{"addressId": saved.AddressId}),
		"address_not_found  404":  eve.Post("/gw/mall/us/address/save", stolen),
		"session_not_found 404":   eve.Post("/gw/mall/us/sessions/end", map[string]string{"sessionId": logins[0].SessionId}),
		"order_not_found 404":     eve.Get(detail, "orderNo", placed.OrderNo),
		"order_not_found  404":    eve.Get("/gw/sim/us/install", "orderNo", placed.OrderNo),
		"order_not_found   404":   eve.Get("/gw/cq-ordercharge/payment/us/status", "orderNo", placed.OrderNo),
		"order_not_found    404":  eve.Post("/gw/cq-ordercharge/payment/us/create", map[string]string{"orderNo": placed.OrderNo}),
		"order_not_found     404": eve.Post("/gw/cq-ordercharge/order/cancel", map[string]any{"orderNo": placed.OrderNo, "confirm": true}),
		"cart_item_not_found 404": eve.Post("/gw/mall/cart/update", map[string]any{"itemId": cart.Items[0].ItemId, "quantity": 9}),
	} {
		code, _, _ := strings.Cut(what, " ")
		a.RequireCode(t, http.StatusNotFound, code)
	}
	var book []gen.Address
	ada.Get("/gw/mall/us/address/list").Into(t, &book)
	if len(book) != 1 || !*book[0].IsDefault || !readSession(t, ada).IsLogin || readSession(t, ada).CartCount != 1 {
		t.Fatalf("something of hers has changed: %+v", book)
	}
	eve.Get("/gw/mall/us/address/list").Into(t, &book)
	if len(book) != 0 || readSession(t, eve).CartCount != 0 {
		t.Fatalf("something of hers is there: %+v", book)
	}
}

// The cart of a browser goes to whoever logs in there first, and to nobody after.
func TestACartJoinsOnce(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	shop.Customer(t, "ada@example.com")
	shop.Customer(t, "eve@example.com")
	shared := shop.Shopper(t)
	item := map[string]any{"goodsId": "jp-3g-7", "simType": "esim", "quantity": 2, "compatibilityConfirmed": true}
	for _, c := range []struct {
		email string
		want  int
	}{{"ada@example.com", 2}, {"eve@example.com", 0}, {"ada@example.com", 2}} {
		if c.want == 2 && readSession(t, shared).CartCount == 0 && count(t, shop, `select count(*) from cart_item`) == 0 {
			shared.Post(add, item).Into(t, &gen.Cart{})
		}
		shared.Seal(login, passwordLogin(c.email, apptest.Password)).Into(t, &gen.Login{})
		if got := readSession(t, shared).CartCount; got != c.want {
			t.Fatalf("%s has %d", c.email, got)
		}
		shared.Get(logout).Into(t, new(any))
	}
}

// A token that somebody planted in a browser is not the one that a login there gives, and opens nothing afterwards.
func TestSessionFixation(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	eve := shop.Customer(t, "eve@example.com")
	planted := tokenOf(t, shop, eve)
	shop.Customer(t, "ada@example.com")
	victim := shop.Shopper(t)
	var fresh gen.Login
	victim.Seal(login, passwordLogin("ada@example.com", apptest.Password), "Cookie", "token="+planted).Into(t, &fresh)
	if fresh.Token == planted || tokenOf(t, shop, victim) != fresh.Token {
		t.Fatal("the login took over a token")
	}
	if readSession(t, eve).IsLogin {
		t.Fatal("the planted token still opens something")
	}
}

// With Redis away, dead or hanging, a customer is told to wait and keeps the cookie; guests notice nothing.
func TestCustomersStayLoggedInWhileRedisIsDown(t *testing.T) {
	t.Parallel()
	for _, g := range downModes {
		t.Run(g.how, func(t *testing.T) {
			t.Parallel()
			var redis *waittest.FaultProxy
			shop, _ := pageShop(t, func(c *config.Config) {
				redis, c.Database.RedisURL = waittest.OpenFaultProxy(t, c.Database.RedisURL)
				c.Server.Call = maxWait
			})
			p, guest := shop.Customer(t, "ada@example.com"), shop.Shopper(t)
			token := tokenOf(t, shop, p)
			unavailable := func(p *apptest.Shopper, call func(p *apptest.Shopper) apptest.Answer) func() {
				return func() { requireRefusal(t, p, http.StatusServiceUnavailable, "unavailable", call) }
			}
			g.take(redis)
			steps := []func(){
				unavailable(shop.Shopper(t), func(p *apptest.Shopper) apptest.Answer {
					return p.Seal(login, passwordLogin("ada@example.com", apptest.Password))
				}),
				func() {
					guest.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
					requireShopWorks(t, shop, nil)
					if s := openPage(t, shop, guest, "/zh/cart", ""); s.status != http.StatusOK {
						t.Errorf("a guest's cart: %d", s.status)
					}
				},
			}
			for _, path := range []string{userInfo, session, "/gw/mall/cart", logout, detail + "?orderNo=x", "/gw/page/query?path=/en/my-account"} {
				steps = append(steps, unavailable(p, func(p *apptest.Shopper) apptest.Answer { return p.Get(path) }))
			}
			all(steps...)
			p.Get("/gw/mall/goods/list").Into(t, new(any))
			redis.Resume()
			waittest.Within(t, maxWait, "the customer is known again", func() bool { return p.Get(session).HTTP == http.StatusOK })
			if !readSession(t, p).IsLogin || tokenOf(t, shop, p) != token {
				t.Error("the customer was logged out")
			}
		})
	}
}
