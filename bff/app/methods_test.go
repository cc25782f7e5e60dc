package app_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/apptest"
)

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
