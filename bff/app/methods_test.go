package app_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/apptest"
)

// A body is one JSON object, sent with its length or in chunks; none is like an empty one.
func TestABodyIsOneObject(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	for body, want := range map[string]int{
		"": 404, "{}": 404, " {}\n": 404, `{}{"goodsId":"jp-3g-7"}`: 400, "{}x": 400, "{} ]": 400, "[]": 400, `"x"`: 400, "{": 400,
	} {
		for _, length := range []int64{int64(len(body)), -1} {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, shop.URL+"/gw/mall/cart/add", strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			req.ContentLength = length
			req.Header.Set("Content-Type", "Application/JSON")
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			_ = res.Body.Close()
			if res.StatusCode != want {
				t.Errorf("%q of length %d: %d", body, length, res.StatusCode)
			}
		}
	}
}

// Each call says which methods it has, whatever the pages would say at such an address.
func TestACallsOtherMethods(t *testing.T) {
	t.Parallel()
	shop := apptest.Open(t, apptest.Options{})
	for _, c := range []struct {
		method, path string
		status       int
		allow        string
	}{
		{"GET", "/gw/mall/cart", 200, ""}, {"HEAD", "/gw/mall/cart", 200, ""},
		{"POST", "/gw/mall/cart", 405, "GET, HEAD, OPTIONS"}, {"DELETE", "/gw/mall/cart", 405, "GET, HEAD, OPTIONS"},
		{"OPTIONS", "/gw/mall/cart", 204, "GET, HEAD, OPTIONS"},
		{"GET", "/gw/mall/cart/add", 405, "OPTIONS, POST"}, {"HEAD", "/gw/mall/cart/add", 405, "OPTIONS, POST"},
		{"PUT", "/gw/mall/cart/add", 405, "OPTIONS, POST"}, {"OPTIONS", "/gw/mall/cart/add", 204, "OPTIONS, POST"},
		{"GET", "/gw/auth/token/login", 405, "OPTIONS, POST"}, {"GET", "/gw/mall/nothing", 404, ""},
		{"POST", "/gw/auth/token/logout", 405, "GET, HEAD, OPTIONS"},
	} {
		req, err := http.NewRequestWithContext(t.Context(), c.method, shop.URL+c.path, nil)
		require.NoError(t, err)
		req.Header.Set("Content-Type", "application/json")
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		_ = res.Body.Close()
		if res.StatusCode != c.status || res.Header.Get("Allow") != c.allow {
			t.Errorf("%s %s: %d, Allow %q", c.method, c.path, res.StatusCode, res.Header.Get("Allow"))
		}
	}
}
