package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/shared"
)

// retryAfter is when a browser may ask again, in seconds.
const retryAfter = "5"

// unavailable answers for a page that could not be rendered: a page that needs nothing else, or what the browser's half
// reads as an error.
func unavailable(c echo.Context, p *PageRequest, address string) error {
	h := c.Response().Header()
	h.Set(echo.HeaderCacheControl, privateNoStore)
	h.Set(echo.HeaderRetryAfter, retryAfter)
	if p.Payload {
		return c.JSON(http.StatusServiceUnavailable, map[string]any{
			"status": http.StatusServiceUnavailable, "code": "unavailable", "requestId": p.RequestID,
		})
	}
	text := func(key string) string { return shared.Text(p.Locale, seoTexts, "unavailable."+key, nil) }
	page := notice{Title: text("title"), Text: text("text"), Again: text("again"), Address: address}
	return page.send(c, http.StatusServiceUnavailable, p.Locale)
}
