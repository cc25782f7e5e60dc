package pages

import (
	_ "embed"
	"html/template"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/shared"
)

// retryAfter is when a browser may ask again, in seconds.
const retryAfter = "5"

//go:embed unavailable.html
var unavailableHTML string

var unavailableTemplate = template.Must(template.New("unavailable").Parse(unavailableHTML))

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
	h.Set(echo.HeaderContentType, echo.MIMETextHTMLCharsetUTF8)
	c.Response().WriteHeader(http.StatusServiceUnavailable)
	return unavailableTemplate.Execute(c.Response(), map[string]string{
		"HTMLLang": shared.Constants().HTMLLangs[p.Locale], "Title": text("title"), "Text": text("text"), "Again": text("again"),
		"Address": address,
	})
}
