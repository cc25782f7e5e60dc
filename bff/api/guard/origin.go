package guard

import (
	"mime"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/platform/fault"
)

// HostPrefix begins the names of cookies that browsers accept over TLS alone, for one host and from no other.
const HostPrefix = "__Host-"

// sessionCookies are the cookies that make a browser somebody: login, browser, tracking session.
var sessionCookies = []string{"token", HostPrefix + "visitor", "visitor", HostPrefix + "track", "track"}

// SameOrigin refuses, with the fault "forbidden_origin", requests that a page of another site made a browser send and
// that may change something: every unsafe method, and the logout, which the contract makes a GET. Requests without
// Sec-Fetch-Site and Origin pass (programs, very old browsers); CookieWrites asks more of those.
func SameOrigin() echo.MiddlewareFunc {
	protection := http.NewCrossOriginProtection()
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			p, req := path(c), c.Request()
			if fromMachines(p) {
				return next(c)
			}
			if p == logoutPath {
				asWrite := *req // Check lets safe methods pass
				asWrite.Method = http.MethodPost
				req = &asWrite
			}
			if protection.Check(req) != nil {
				return fault.New("forbidden_origin")
			}
			return next(c)
		}
	}
}

// CookieWrites demands of unsafe gateway calls what no form and no link of another site can send: a JSON content type
// ("unsupported_media_type"), and with a cookie of the shop also the header langId ("context_required"). Calls without
// a cookie of the shop, such as those with a bearer token alone, need no langId, and without a body no content type.
func CookieWrites() echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			p, req := path(c), c.Request()
			if !isGateway(p) || isWebhook(p) || !unsafe(req.Method) {
				return next(c)
			}
			byCookie := hasSessionCookie(req)
			switch {
			case isJSON(req.Header.Get(echo.HeaderContentType)):
				// In any case, as the name of the type may be written; echo knows one.
				req.Header.Set(echo.HeaderContentType, echo.MIMEApplicationJSON)
			case byCookie || req.ContentLength != 0:
				return fault.New("unsupported_media_type")
			}
			if byCookie && strings.TrimSpace(req.Header.Get("langId")) == "" {
				return fault.New("context_required")
			}
			return next(c)
		}
	}
}

func hasSessionCookie(req *http.Request) bool {
	for _, name := range sessionCookies {
		if _, err := req.Cookie(name); err == nil {
			return true
		}
	}
	return false
}

func isJSON(contentType string) bool {
	kind, _, err := mime.ParseMediaType(contentType)
	return err == nil && kind == echo.MIMEApplicationJSON
}
