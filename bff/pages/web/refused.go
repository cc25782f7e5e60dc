package web

import (
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/shared"
)

// FormErrorHandler answers a browser whose form was refused before it came to its page (too long, too often, from elsewhere) with a
// page in that page's language; next answers everybody else. status returns the HTTP status of a fault's code.
func FormErrorHandler(next echo.HTTPErrorHandler, status func(code string) int) echo.HTTPErrorHandler {
	return func(err error, c echo.Context) {
		var f *fault.Error
		req := c.Request()
		locale, _, _ := strings.Cut(strings.TrimPrefix(req.URL.Path, "/"), "/")
		form := req.Method == http.MethodPost && strings.Contains(req.Header.Get(echo.HeaderAccept), echo.MIMETextHTML)
		if c.Response().Committed || !form || !pages.IsLocale(locale) || !errors.As(err, &f) {
			next(err, c)
			return
		}
		c.Response().Header().Set(echo.HeaderCacheControl, privateNoStore)
		n := notice{
			Title: shared.Text(locale, "errors", f.Code, f.Params), Text: shared.Text(locale, seoTexts, "refused.text", nil),
			Again: shared.Text(locale, seoTexts, "refused.again", nil), Address: req.URL.RequestURI(),
		}
		if err := n.send(c, status(f.Code), locale); err != nil {
			next(err, c)
		}
	}
}
