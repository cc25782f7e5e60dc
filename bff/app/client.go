package app

import (
	"fmt"
	"net"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/api"
	"github.com/roamcart/roamcart/bff/tenant"
)

// callers knows who is behind a request: the renderer speaks for a browser, and so does a trusted proxy.
type callers struct {
	tokens  []string
	proxies []*net.IPNet
}

func newCallers(tokens, trusted []string) (callers, error) {
	c := callers{tokens: tokens}
	for _, cidr := range trusted {
		_, n, err := net.ParseCIDR(cidr)
		if err != nil {
			return c, fmt.Errorf("TRUSTED_PROXIES: %q is not a network like 10.0.0.0/8", cidr)
		}
		c.proxies = append(c.proxies, n)
	}
	return c, nil
}

// ip returns the browser's address.
func (c callers) ip() echo.IPExtractor {
	trust := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, n := range c.proxies {
		trust = append(trust, echo.TrustIPRange(n))
	}
	proxied, direct := echo.ExtractIPFromXFFHeader(trust...), echo.ExtractIPDirect()
	return func(req *http.Request) string {
		if api.Internal(req, c.tokens) {
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
	if req.TLS != nil {
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

func (c callers) trusted(ip net.IP) bool {
	return slices.ContainsFunc(c.proxies, func(n *net.IPNet) bool { return n.Contains(ip) })
}
