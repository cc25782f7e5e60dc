package app

import (
	"crypto/tls"
	"log/slog"
	"net"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/config"
)

// Whom a browser speaks through decides what is believed of it: a trusted proxy and the renderer are, anybody else is not.
func TestOnlyTrustedProxiesSetTheClientAddress(t *testing.T) {
	t.Parallel()
	var said strings.Builder
	who, err := newCallers(config.Config{AppEnv: "development", Server: config.Server{
		InternalTokens: []string{"new-token", "old-token"}, InternalNetworks: []string{"127.0.0.0/8", "fe80::/10", "192.168.0.0/16"},
		TrustedProxies: []string{"10.0.0.0/8", "fd00::/8"},
	}}, slog.New(slog.NewTextHandler(&said, nil)))
	require.NoError(t, err)
	ip := who.ip()
	forwarded := map[string]string{"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
	for name, c := range map[string]struct {
		peer   string
		tls    bool
		header map[string]string
		proto  string
		ip     string
	}{
		"nobody between":              {"203.0.113.9:1", false, nil, "http", "203.0.113.9"},
		"TLS":                         {"203.0.113.9:1", true, nil, "https", "203.0.113.9"},
		"a trusted proxy":             {"10.1.2.3:1", false, forwarded, "https", "203.0.113.7"},
		"a trusted proxy by IPv6":     {"[fd00::1]:1", false, forwarded, "https", "203.0.113.7"},
		"a trusted proxy, plain":      {"10.1.2.3:1", false, map[string]string{"X-Forwarded-Proto": "http"}, "http", "10.1.2.3"},
		"a stranger":                  {"203.0.113.9:1", false, forwarded, "http", "203.0.113.9"},
		"a stranger in a private net": {"192.168.1.1:1", false, forwarded, "http", "192.168.1.1"},
		"a stranger on this machine":  {"127.0.0.1:1", false, forwarded, "http", "127.0.0.1"},
		// What stands left of the address that the proxy saw was written by whoever has it.
		"a browser that makes up a way": {"10.1.2.3:1", false, map[string]string{"X-Forwarded-For": "198.51.100.1, 203.0.113.7"}, "http", "203.0.113.7"},
		"the renderer":                  {"127.0.0.1:1", false, map[string]string{"X-Forwarded-For": "203.0.113.7", "x-roamcart-internal": "old-token"}, "http", "203.0.113.7"},
		"a renderer with a zone":        {"[fe80::1%eth0]:1", false, map[string]string{"X-Forwarded-For": "203.0.113.7", "x-roamcart-internal": "new-token"}, "http", "203.0.113.7"},
		"the secret from elsewhere":     {"203.0.113.9:1", false, map[string]string{"X-Forwarded-For": "203.0.113.7", "x-roamcart-internal": "new-token"}, "http", "203.0.113.9"},
		"the secret by a proxy":         {"10.1.2.3:1", false, map[string]string{"X-Forwarded-For": "192.168.1.1", "x-roamcart-internal": "new-token"}, "http", "192.168.1.1"},
		"no renderer":                   {"127.0.0.1:1", false, map[string]string{"X-Forwarded-For": "203.0.113.7", "x-roamcart-internal": "guess"}, "http", "127.0.0.1"},
		"no address":                    {"10.1.2.3:1", false, map[string]string{"X-Forwarded-For": "unknown"}, "http", "10.1.2.3"},
	} {
		req := httptest.NewRequest("GET", "/en/home", nil)
		req.RemoteAddr = c.peer
		if c.tls {
			req.TLS = &tls.ConnectionState{}
		}
		for k, v := range c.header {
			req.Header.Set(k, v)
		}
		if proto := who.proto(req); proto != c.proto {
			t.Errorf("%s: %s, want %s", name, proto, c.proto)
		}
		if got := ip(req); got != c.ip {
			t.Errorf("%s: from %s, want %s", name, got, c.ip)
		}
	}
	for peer, want := range map[string]bool{"10.9.9.9:1": true, "[fd00::2]:1": true, "11.0.0.1:1": false, "127.0.0.1:1": false} {
		addr, err := net.ResolveTCPAddr("tcp", peer)
		require.NoError(t, err)
		if who.peer(addr) != want {
			t.Errorf("%s is trusted: %v", peer, !want)
		}
		if exempt := want || peer == "127.0.0.1:1"; who.exempt(addr) != exempt {
			t.Errorf("%s is many clients: %v", peer, !exempt)
		}
	}
	if n := strings.Count(said.String(), "INTERNAL_TOKEN was shown from outside of INTERNAL_NETWORKS"); n != 1 {
		t.Errorf("the log says %d times that the secret was shown from elsewhere:\n%s", n, said.String())
	}
	for _, s := range []config.Server{{TrustedProxies: []string{"10.0.0.1"}}, {InternalNetworks: []string{"10.0.0.1"}}} {
		if _, err := newCallers(config.Config{Server: s}, nil); err == nil {
			t.Error("an address is no network")
		}
	}
}

// An https PUBLIC_URL knows better than a proxy that forgets to say how the browser came. Elsewhere it speaks for its own
// host alone, so that the shop is still found at localhost; in production for all.
func TestAnHTTPSAddressIsBelieved(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		env, address string
		https, http  []string
	}{
		"development": {
			"development", "https://Shop.Example",
			[]string{"shop.example", "SHOP.example.", "shop.example:443"},
			[]string{"localhost:8080", "hk.localhost", "127.0.0.1", "shop.example:8080", "hk.shop.example", ""},
		},
		"a port of its own": {"development", "https://shop.example:8443/", []string{"shop.example:8443"}, []string{"shop.example", "shop.example:443"}},
		"production":        {"production", "https://shop.example", []string{"shop.example", "hk.shop.example"}, nil},
		"plain":             {"production", "http://shop.example", nil, []string{"shop.example", "hk.shop.example"}},
		"none":              {"development", "", nil, []string{"localhost:8080", ""}},
	} {
		who, err := newCallers(config.Config{AppEnv: c.env, Server: config.Server{PublicURL: c.address, TrustedProxies: []string{"10.0.0.0/8"}}}, nil)
		require.NoError(t, err)
		for want, hosts := range map[string][]string{"https": c.https, "http": c.http} {
			for _, host := range hosts {
				for _, said := range []string{"", "http"} {
					req := httptest.NewRequest("GET", "/en/home", nil)
					req.Host, req.RemoteAddr = host, "10.1.2.3:1"
					req.Header.Set("X-Forwarded-Proto", said)
					if got := who.proto(req); got != want {
						t.Errorf("%s: %q is %s where the proxy says %q", name, host, got, said)
					}
				}
			}
		}
	}
}
