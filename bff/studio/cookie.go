package studio

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/staff"
)

// cookieName is the session cookie's. Over TLS browsers refuse one of that name that did not come over TLS.
func (s *Studio) cookieName(req *http.Request) string {
	if s.Proto(req) == "https" {
		return "__Secure-studio"
	}
	return "studio"
}

// token is what the browser has of a session, "" when it has none.
func (s *Studio) token(c echo.Context) string {
	cookie, err := c.Request().Cookie(s.cookieName(c.Request()))
	if err != nil {
		return ""
	}
	return cookie.Value
}

// setToken gives the browser a session, or takes it when the token is "".
func (s *Studio) setToken(c echo.Context, token string) {
	age := int(staff.SessionMax.Seconds())
	if token == "" {
		age = -1
	}
	c.SetCookie(&http.Cookie{
		Name: s.cookieName(c.Request()), Value: token, Path: Prefix, MaxAge: age, HttpOnly: true, SameSite: http.SameSiteStrictMode,
		Secure: s.Proto(c.Request()) == "https",
	})
}
