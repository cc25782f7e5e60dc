package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
)

// ErrIncomplete is returned for a page that has no end. A renderer that fails in the middle of a page may still close it like a
// isComplete one, and nobody is to see, or to keep, half a page.
var ErrIncomplete = errors.New("web: the renderer's answer is not whole")

// isComplete reports whether a page that the renderer calls good is there to its end.
func isComplete(status int, contentType string, body []byte) bool {
	switch {
	case status != http.StatusOK:
		return true
	case strings.HasPrefix(contentType, echo.MIMETextHTML):
		return bytes.HasSuffix(bytes.TrimSpace(body), []byte("</html>"))
	case strings.HasPrefix(contentType, echo.MIMEApplicationJSON):
		return json.Valid(body)
	}
	return len(body) > 0
}
