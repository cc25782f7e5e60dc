package guard

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/platform/fault"
)

const (
	// MaxTarget is how many bytes a page's address may have, with its query. A call may have four times as many: the
	// renderer asks for a page by its address, encoded once more.
	MaxTarget = 8 << 10
	// MaxHeaders is how many the names and values of a request's headers may have. The renderer takes both together.
	MaxHeaders = 32 << 10
)

var (
	errTargetTooLong   = fault.New("address_too_large")
	errHeadersTooLarge = fault.New("headers_too_large")
)

// HeaderLimit refuses what the renderer would not take, and would break the connection for, with the faults
// "address_too_large" and "headers_too_large".
func HeaderLimit() echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			limit := MaxTarget
			if isGateway(path(c)) {
				limit *= 4
			}
			req := c.Request()
			if len(req.RequestURI) > limit {
				return errTargetTooLong
			}
			if headerBytes(req.Header) > MaxHeaders {
				return errHeadersTooLarge
			}
			return next(c)
		}
	}
}

func headerBytes(h http.Header) int {
	n := 0
	for name, values := range h {
		for _, value := range values {
			n += len(name) + len(value)
		}
	}
	return n
}
