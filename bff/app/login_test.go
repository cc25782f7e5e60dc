package app_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
)

const (
	login    = "/gw/auth/token/login"
	logout   = "/gw/auth/token/logout"
	register = "/gw/auth/register"
	session  = "/gw/mall/us/session"
	userInfo = "/gw/mall/us/userInfo"
)

func readSession(t *testing.T, p *apptest.Shopper) gen.Session {
	t.Helper()
	var s gen.Session
	p.Get(session).Into(t, &s)
	return s
}

func tokenOf(t *testing.T, shop *apptest.Shop, p *apptest.Shopper) string {
	t.Helper()
	u, err := url.Parse(shop.URL)
	require.NoError(t, err)
	for _, k := range p.HTTP.Jar.Cookies(u) {
		if k.Name == "token" {
			return k.Value
		}
	}
	return ""
}

func passwordLogin(email, password string) gen.LoginBody {
	return gen.LoginBody{Email: email, Password: password}
}

// A guest with a full cart signs up, is known from then on, logs out and in again, and finds cart and order.
func TestSignUpLogInLogOut(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	var cart gen.Cart
	p.Post(add, map[string]any{"goodsId": "jp-3g-7", "simType": "esim", "quantity": 2, "compatibilityConfirmed": true}).Into(t, &cart)
	guest := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
	p.Get(userInfo).RequireCode(t, http.StatusUnauthorized, "login_required")

	form := apptest.Registration("Ada@Example.com", p.Code("ada@example.com", "signup"))
	form.Referral = "FRIEND1"
	key := apptest.Key()
	var first, again gen.Login
	p.Seal(register, form, "Idempotency-Key", key).Into(t, &first)
	p.Seal(register, form, "Idempotency-Key", key).Into(t, &again)
	if first.Token == "" || again.Token != first.Token || again.User.UserId != first.User.UserId {
		t.Fatalf("the same key, another login: %+v %+v", first, again)
	}
	if cookie := tokenOf(t, shop, p); cookie != first.Token {
		t.Fatalf("the cookie holds %q", cookie)
	}
	if s := readSession(t, p); !s.IsLogin || s.User.FirstName != "Ada" || s.CartCount != 2 {
		t.Fatalf("session: %+v", s)
	}
	var user gen.User
	p.Get(userInfo).Into(t, &user)
	if user.Email != "Ada@Example.com" || user.LastName != "Lovelace" || user.Phone != nil || user.BssUserInfo != nil || user.PromoConsent {
		t.Fatalf("user: %+v", user)
	}
	if n := count(t, shop, `select count(*) from customer where referral = 'FRIEND1' and email_normal = 'ada@example.com'`); n != 1 {
		t.Fatalf("%d customers", n)
	}
	if o := p.Detail(guest.OrderNo); o.OrderNo != guest.OrderNo {
		t.Fatal("the order from before the login is gone")
	}
	bought := p.Place(apptest.Order("jp-3g-7", "esim", 650, nil))
	if n := count(t, shop, `select count(*) from orders where order_no = ? and user_id = ? and owner = 'u:' || user_id`, bought.OrderNo, user.UserId); n != 1 {
		t.Fatal("the order is not the customer's")
	}

	p.Get(logout).Into(t, new(any))
	if s := readSession(t, p); s.IsLogin || s.CartCount != 0 || tokenOf(t, shop, p) != "" {
		t.Fatalf("after the logout: %+v", s)
	}
	p.Get(userInfo).RequireCode(t, http.StatusUnauthorized, "login_required")
	p.Get(detail, "orderNo", bought.OrderNo).RequireCode(t, http.StatusNotFound, "order_not_found")

	elsewhere := shop.Shopper(t)
	elsewhere.Header.Set("Authorization", "Bearer "+first.Token)
	elsewhere.Get(userInfo).RequireCode(t, http.StatusUnauthorized, "login_required")
	elsewhere.Header.Del("Authorization")
	elsewhere.Seal(login, passwordLogin(" ADA@example.com", apptest.Password)).Into(t, &again)
	if s := readSession(t, elsewhere); !s.IsLogin || s.CartCount != 2 {
		t.Fatalf("elsewhere: %+v", s)
	}
	if o := elsewhere.Detail(bought.OrderNo); o.OrderNo != bought.OrderNo {
		t.Fatal("the customer's order is gone")
	}
	elsewhere.Get(detail, "orderNo", guest.OrderNo).RequireCode(t, http.StatusNotFound, "order_not_found")
	if again.Token == first.Token || strings.Contains(again.Token, first.Token) {
		t.Fatal("a new login has the old token")
	}
}

// The cookie is the browser's alone, and nobody reads a login out of Redis's place.
func TestTheCookieOfALogin(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	p := shop.Shopper(t)
	p.Register("ada@example.com")
	sealed := p.Sealed(login, passwordLogin("ada@example.com", apptest.Password))
	res := postRaw(t, p, shop, login, sealed)
	line := res.Header.Get("Set-Cookie")
	for _, want := range []string{"token=", "Path=/", "HttpOnly", "SameSite=Lax", "Max-Age=25919"} {
		if !strings.Contains(line, want) {
			t.Errorf("the cookie %q lacks %s", line, want)
		}
	}
	if strings.Contains(line, "Domain=") || res.Header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("cookie %q, Cache-Control %q", line, res.Header.Get("Cache-Control"))
	}
}

// postRaw posts a body and returns the answer with its headers.
func postRaw(t *testing.T, p *apptest.Shopper, shop *apptest.Shop, path string, body any) *http.Response {
	t.Helper()
	b, err := json.Marshal(body)
	require.NoError(t, err)
	req, err := http.NewRequest(http.MethodPost, shop.URL+path, bytes.NewReader(b))
	require.NoError(t, err)
	req.Header = p.Header.Clone()
	req.Header.Set("Content-Type", "application/json")
	res, err := p.HTTP.Do(req)
	require.NoError(t, err)
	_ = res.Body.Close()
	return res
}
