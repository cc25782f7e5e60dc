package studio

import (
	"mime"
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/network"
	"github.com/roamcart/roamcart/bff/platform/ratelimit"
	"github.com/roamcart/roamcart/bff/staff"
)

// policy is the content security policy: the application's own files, pictures that were chosen a moment ago (blob:), and the
// shop's pages in frames, for previews.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; " +
	"frame-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; report-uri " + guard.ReportPath

// headers sets those of every answer. What the shop's guards have set before is replaced.
func (s *Studio) headers(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set(echo.HeaderContentSecurityPolicy, policy)
		h.Set(echo.HeaderCacheControl, "private, no-store")
		h.Set("X-Robots-Tag", "noindex, nofollow")
		h.Set(echo.HeaderReferrerPolicy, "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set(
			"Permissions-Policy",
			"camera=(), geolocation=(), microphone=(), payment=(), usb=(), publickey-credentials-get=(self), publickey-credentials-create=(self)",
		)
		return next(c)
	}
}

// Limits per network: of all calls, of those that need no login, and of codes.
var (
	callsPerNetwork = ratelimit.PerMinute(1200)
	openPerNetwork  = ratelimit.PerMinute(30)
	codesPerNetwork = ratelimit.PerHour(20)
)

// limit bounds what one network may ask.
func (s *Studio) limit(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if strings.HasPrefix(c.Request().URL.Path, Prefix+"/api/") {
			if err := s.within(c, "studio", callsPerNetwork); err != nil {
				return err
			}
		}
		return next(c)
	}
}

// within counts a call of a network. Fault: rate_limited, which says when.
func (s *Studio) within(c echo.Context, name string, limit ratelimit.Limit) error {
	for _, in := range network.Counts(network.Of(c.RealIP())) {
		ok, wait := s.Limiter.Allow(c.Request().Context(), name+":"+in.Network, limit.Times(in.Times*max(s.Wider, 1)))
		if !ok {
			return guard.TooMany(wait)
		}
	}
	return nil
}

// sameOrigin refuses what may change something and does not come from a page of the same origin. Unlike the shop's own guard it
// lets nothing through that says neither way where it comes from: every browser that the application runs in does.
func (s *Studio) sameOrigin(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		req := c.Request()
		if req.Method == http.MethodGet || req.Method == http.MethodHead {
			return next(c)
		}
		site, origin := req.Header.Get("Sec-Fetch-Site"), req.Header.Get(echo.HeaderOrigin)
		if site != "" && site != "same-origin" || origin != "" && origin != s.origin(req) || site == "" && origin == "" {
			return fault.New("forbidden_origin")
		}
		return next(c)
	}
}

// body checks the kind of a body and bounds it.
func (o options) body(c echo.Context) error {
	req := c.Request()
	if req.Method == http.MethodGet {
		return nil
	}
	kind, _, err := mime.ParseMediaType(req.Header.Get(echo.HeaderContentType))
	if err != nil || !slices.Contains(o.types, kind) {
		return fault.New("unsupported_media_type")
	}
	if req.ContentLength > o.maxBody {
		return fault.New("body_too_large")
	}
	req.Body = http.MaxBytesReader(c.Response(), req.Body, o.maxBody)
	return nil
}

// origin is what a browser calls the origin of the Studio's own pages.
func (s *Studio) origin(req *http.Request) string { return s.Proto(req) + "://" + req.Host }

// request is what the rules of staff need of a request.
func (s *Studio) request(c echo.Context) staff.Request {
	req := c.Request()
	host := req.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return staff.Request{
		Host: host, Origin: s.origin(req), Device: req.UserAgent(), Address: c.RealIP(), Locale: Locale(c),
		RequestID: guard.RequestIDOf(req.Context()),
	}
}
