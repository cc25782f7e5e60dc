package guard

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/platform/fault"
)

const maxPanicText = 500

// Recover turns a panic into the fault "internal" and logs it with its stack and the request's id.
func Recover(log *slog.Logger) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) (err error) {
			defer func() {
				v := recover()
				if v == nil {
					return
				}
				if e, ok := v.(error); ok && errors.Is(e, http.ErrAbortHandler) {
					panic(v) // net/http's own way to drop a connection
				}
				text := fmt.Sprint(v)
				log.ErrorContext(c.Request().Context(), "panic",
					"requestId", RequestIDOf(c.Request().Context()),
					"method", c.Request().Method,
					"route", c.Path(),
					"panic", text[:min(len(text), maxPanicText)],
					"stack", string(debug.Stack()))
				err = fault.New("internal")
			}()
			return next(c)
		}
	}
}
