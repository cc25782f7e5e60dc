package app_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/platform/waittest"
	"github.com/roamcart/roamcart/shared"
)

// What is asked for below /sandbox/ comes from the sandbox, which learns how the browser came and nothing of its login; its headers
// count, each once.
func TestTheSandboxIsReachedThroughTheShop(t *testing.T) {
	t.Parallel()
	asked := make(chan *http.Request, 1)
	outside := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		asked <- r
		w.Header().Set("Content-Security-Policy", "default-src 'none'")
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, "outside")
	}))
	t.Cleanup(outside.Close)
	shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) { c.Sandbox.URL = outside.URL }})
	req, err := http.NewRequest(http.MethodPost, shop.URL+"/sandbox/scan/pi_1?a=b%20c", strings.NewReader("approve=1"))
	require.NoError(t, err)
	req.Host = strings.Replace(strings.TrimPrefix(shop.URL, "http://"), "localhost", "hk.localhost", 1)
	req.Header.Set("Cookie", "token=secret")
	req.Header.Set("Authorization", "Bearer pk_test_1")
	res, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	_ = res.Body.Close()
	require.Equal(t, http.StatusTeapot, res.StatusCode)
	require.Equal(t, "outside", string(body))
	require.Equal(t, []string{"default-src 'none'"}, res.Header.Values("Content-Security-Policy"))
	require.Len(t, res.Header.Values("X-Content-Type-Options"), 1, "the shop's own, where the sandbox says nothing")
	got := <-asked
	sent, _ := io.ReadAll(got.Body)
	require.Equal(t, []string{"POST", "/sandbox/scan/pi_1?a=b%20c", req.Host, "http", "Bearer pk_test_1", "", "approve=1"},
		[]string{got.Method, got.RequestURI, got.Host, got.Header.Get("X-Forwarded-Proto"), got.Header.Get("Authorization"), got.Header.Get("Cookie"), string(sent)})
}

// Where the sandbox is gone, or takes a call and never answers, a browser is told so in its language, and the shop goes on.
func TestTheShopRunsWithoutItsSandbox(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0") // accepts, and never says a word
	require.NoError(t, err)
	t.Cleanup(func() { _ = silent.Close() })
	for name, address := range map[string]string{
		"dead": fmt.Sprintf("http://127.0.0.1:%d", waittest.FreePort(t)), "hangs": "http://" + silent.Addr().String(),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := apptest.Open(t, apptest.Options{Config: func(c *config.Config) {
				c.Sandbox.URL, c.Server.Call = address, time.Second
			}})
			for language, locale := range map[string]string{"zh-CN,zh;q=0.9,en;q=0.5": "zh", "en-GB": "en", "": "en"} {
				req, err := http.NewRequest(http.MethodGet, shop.URL+"/sandbox/outbox", nil)
				require.NoError(t, err)
				req.Header.Set("Accept-Language", language)
				began := time.Now()
				res, err := http.DefaultClient.Do(req)
				require.NoError(t, err)
				body, err := io.ReadAll(res.Body)
				require.NoError(t, err)
				_ = res.Body.Close()
				require.Equal(t, http.StatusBadGateway, res.StatusCode)
				require.Equal(t, shared.Text(locale, "errors", "sandbox_unavailable", nil)+"\n", string(body))
				require.Less(t, time.Since(began), 10*time.Second)
			}
			status, _ := shop.Ready()
			require.Equal(t, http.StatusOK, status)
		})
	}
}
