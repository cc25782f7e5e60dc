package app

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/platform/config"
	"github.com/roamcart/roamcart/bff/tenant"
)

// callers knows who is behind a request: the renderer speaks for a browser, and so does a trusted proxy.
type callers struct {
	tokens             []string
	renderers, proxies []*net.IPNet
	secure             secureHosts
	log                *slog.Logger
	// strange is logged once: a renderer that is not believed comes again with every page.
	strange *sync.Once
}

func newCallers(cfg config.Config, log *slog.Logger) (callers, error) {
	s := cfg.Server
	c := callers{tokens: s.InternalTokens, secure: newSecureHosts(cfg), log: log, strange: new(sync.Once)}
	var err error
	if c.renderers, err = networks("INTERNAL_NETWORKS", s.InternalNetworks); err != nil {
		return c, err
	}
	c.proxies, err = networks("TRUSTED_PROXIES", s.TrustedProxies)
	return c, err
}

func networks(setting string, cidrs []string) ([]*net.IPNet, error) {
	var list []*net.IPNet
	for _, cidr := range cidrs {
		_, n, err := net.ParseCIDR(cidr)
		if err != nil {
			return nil, fmt.Errorf("%s: %q is not a network like 10.0.0.0/8", setting, cidr)
		}
		list = append(list, n)
	}
	return list, nil
}

// internal reports whether the renderer asks: who knows its secret, and is where renderers are. A secret that got out opens
// nothing to whoever connects from elsewhere.
func (c callers) internal(req *http.Request) bool {
	if !caller.Internal(req, c.tokens) {
		return false
	}
	peer, err := netip.ParseAddrPort(req.RemoteAddr)
	if err == nil && within(c.renderers, net.IP(peer.Addr().WithZone("").AsSlice())) {
		return true
	}
	c.strange.Do(func() {
		c.log.Warn(
			"INTERNAL_TOKEN was shown from outside of INTERNAL_NETWORKS and is not believed there: a renderer whose network is missing, or somebody who knows the token",
			"address",
			req.RemoteAddr,
		)
	})
	return false
}

// ip returns the browser's address.
func (c callers) ip() echo.IPExtractor {
	trust := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, n := range c.proxies {
		trust = append(trust, echo.TrustIPRange(n))
	}
	proxied, direct := echo.ExtractIPFromXFFHeader(trust...), echo.ExtractIPDirect()
	return func(req *http.Request) string {
		if c.internal(req) {
			if ip := net.ParseIP(req.Header.Get(echo.HeaderXForwardedFor)); ip != nil {
				return ip.String()
			}
			return direct(req)
		}
		return proxied(req)
	}
}

// https reports whether the browser came over TLS.
func (c callers) https(req *http.Request) bool {
	if req.TLS != nil || c.secure.has(req.Host) {
		return true
	}
	host, _, err := net.SplitHostPort(req.RemoteAddr)
	return err == nil && c.trusted(net.ParseIP(host)) && req.Header.Get(echo.HeaderXForwardedProto) == "https"
}

// proto returns https or http, whichever the browser used.
func (c callers) proto(req *http.Request) string {
	if c.https(req) {
		return "https"
	}
	return "http"
}

// normalHost writes a request's host as every address of the shop writes it, so that one page is one entry of the page cache
// however somebody spells the host.
func (c callers) normalHost(next echo.HandlerFunc) echo.HandlerFunc {
	return func(ec echo.Context) error {
		req := ec.Request()
		req.Host = tenant.NormalHost(req.Host, c.proto(req))
		return next(ec)
	}
}

// peer reports whether a connection comes from a trusted proxy.
func (c callers) peer(addr net.Addr) bool {
	tcp, ok := addr.(*net.TCPAddr)
	return ok && c.trusted(tcp.IP)
}

// exempt reports whether a connection may be that of many clients: a proxy's, or one of this machine's own programs.
func (c callers) exempt(addr net.Addr) bool {
	tcp, ok := addr.(*net.TCPAddr)
	return ok && (tcp.IP.IsLoopback() || c.trusted(tcp.IP))
}

func (c callers) trusted(ip net.IP) bool { return within(c.proxies, ip) }

func within(list []*net.IPNet, ip net.IP) bool {
	return slices.ContainsFunc(list, func(n *net.IPNet) bool { return n.Contains(ip) })
}
