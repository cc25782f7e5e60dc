package guard

import (
	"context"
	"time"

	"github.com/labstack/echo/v4"
)

// Deadline ends the context of calls of the gateway after a while, so that nobody waits for a server that has gone without a
// word, and its connection is given up. Pages have a time of their own.
func Deadline(after time.Duration) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if !isGateway(path(c)) {
				return next(c)
			}
			ctx, cancel := context.WithTimeout(c.Request().Context(), after)
			defer cancel()
			c.SetRequest(c.Request().WithContext(ctx))
			err := next(c)
			if err != nil {
				c.Error(err) // now: later it would look as if the caller had left, whose faults are nobody's news
			}
			return err
		}
	}
}
