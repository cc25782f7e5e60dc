package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// methods mounts a call and an answer to every other method at its path, which the pages' catch-all would take otherwise:
// what can be asked with GET can be asked with HEAD, OPTIONS says what there is, and the rest is method_not_allowed.
type methods struct{ gen.EchoRouter }

// GET mounts a call that reads.
func (m methods) GET(path string, h echo.HandlerFunc, use ...echo.MiddlewareFunc) *echo.Route {
	m.EchoRouter.HEAD(path, h, use...)
	other := others("GET, HEAD, OPTIONS")
	m.EchoRouter.OPTIONS(path, other)
	m.EchoRouter.POST(path, other)
	m.change(path, other)
	return m.EchoRouter.GET(path, h, use...)
}

// POST mounts a call that changes something.
func (m methods) POST(path string, h echo.HandlerFunc, use ...echo.MiddlewareFunc) *echo.Route {
	other := others("OPTIONS, POST")
	m.EchoRouter.OPTIONS(path, other)
	m.EchoRouter.GET(path, other)
	m.EchoRouter.HEAD(path, other)
	m.change(path, other)
	return m.EchoRouter.POST(path, h, use...)
}

// change mounts the methods that no call has.
func (m methods) change(path string, other echo.HandlerFunc) {
	m.EchoRouter.PUT(path, other)
	m.EchoRouter.PATCH(path, other)
	m.EchoRouter.DELETE(path, other)
}

func others(allow string) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Header().Set(echo.HeaderAllow, allow)
		if c.Request().Method == http.MethodOptions {
			return c.NoContent(http.StatusNoContent)
		}
		return fault.New("method_not_allowed")
	}
}
