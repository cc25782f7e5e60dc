package guard

import (
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"
)

// other stands for a method, or a route, that the program does not have.
const other = "other"

// Measure notes how long it took until the answer to a request began, by the route that took it.
func Measure(note func(method, route string, status int, took time.Duration)) echo.MiddlewareFunc {
	methods := []string{http.MethodGet, http.MethodHead, http.MethodPost}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			began := time.Now()
			res := c.Response()
			// What an error is answered with is known only then.
			res.Before(func() {
				method, route := c.Request().Method, c.Path()
				if !slices.Contains(methods, method) {
					method = other
				}
				if route == "" {
					route = other
				}
				note(method, route, res.Status, time.Since(began))
			})
			return next(c)
		}
	}
}
