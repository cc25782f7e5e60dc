package app_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/apptest"
	"github.com/roamcart/roamcart/bff/platform/config"
)

// asked is an answer, read to its end.
type asked struct {
	*http.Response
	body string
}

// askAt asks a shop for one of its hosts with these cookies, as a proxy does that says nothing of the browser.
func askAt(t *testing.T, shop *apptest.Shop, host, what, body string, cookies ...string) asked {
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
	res, err := http.DefaultTransport.RoundTrip(req)
	require.NoError(t, err)
	read, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	return asked{res, string(read)}
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
			require.Equal(t, want, askAt(t, shop, host, "GET "+path, "").StatusCode, host+path)
		}
	}
	var said struct{ Data []gen.Site }
	answer := askAt(t, shop, "shop.example", "GET /gw/cms/site/query", "").body
	require.NoError(t, json.Unmarshal([]byte(answer), &said))
	require.Len(t, said.Data, 1, answer)
	require.Equal(t, "https://shop.example/", said.Data[0].WebSite)
	status, _ := shop.Ready()
	require.Equal(t, http.StatusOK, status, "probes ask the machine itself")
}
