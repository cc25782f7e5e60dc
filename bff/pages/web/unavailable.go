package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/shared"
)

// retryAfter is when a browser may ask again, in seconds.
const retryAfter = "5"

// unavailable answers for a page that could not be rendered, or a form whose outcome is unknown: a page that needs nothing else, or
// what the client application reads as an error.
func unavailable(c echo.Context, p *PageRequest, address string) error {
	h := c.Response().Header()
	h.Set(echo.HeaderCacheControl, privateNoStore)
	h.Set(echo.HeaderRetryAfter, retryAfter)
	if p.Payload {
		return c.JSON(http.StatusServiceUnavailable, map[string]any{
			"status": http.StatusServiceUnavailable, "code": "unavailable", "requestId": p.RequestID,
		})
	}
	text := func(key string) string { return shared.Text(p.Locale, seoTexts, key, nil) }
	page := notice{Title: text("unavailable.title"), Text: text("unavailable.text"), Again: text("unavailable.again"), Address: address}
	if p.Method == http.MethodPost {
		page.Text, page.Again = text("unavailable.form"), text("refused.again")
	}
	return page.send(c, http.StatusServiceUnavailable, p.Locale)
}
