package fastpath_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/require"
)

// setForOne adds the header that a request names in X-Set to the response: what a page or a middleware might set for one visitor.
func setForOne(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if name, value, ok := strings.Cut(c.Request().Header.Get("X-Set"), "="); ok {
			c.Response().Header().Add(name, value)
		}
		return next(c)
	}
}

// Whatever is set for one visitor, the fast path sends it to no other.
func TestNoHeaderOfOneVisitorIsSentToAnother(t *testing.T) {
	t.Parallel()
	for _, set := range []string{
		"Set-Cookie=token=secret; Path=/", "X-Visitor=secret", "Link=</secret>; rel=preload", "Server=secret", "Vary=Cookie",
		"Content-Location=/secret", "Refresh=0; url=/secret", "Clear-Site-Data=\"secret\"", "Location=/secret", "Www-Authenticate=Basic secret",
	} {
		f := newFixture(t, setForOne)
		name, _, _ := strings.Cut(set, "=")
		value := strings.TrimPrefix(set, name+"=")
		plain, own := ask("/en/home", "Accept-Encoding: br"), ask("/en/home", "Accept-Encoding: br", "X-Set: "+set)
		for range 4 { // the first is rendered, the others come from memory
			require.Contains(t, exchange(t, f.fast, own), http.CanonicalHeaderKey(name)+": "+value+"\r\n", set)
		}
		for range 3 {
			require.NotContains(t, exchange(t, f.fast, plain), value, set)
		}
		before := f.reached.Load()
		require.NotContains(t, exchange(t, f.fast, plain), value, set)
		require.Equal(t, before, f.reached.Load(), "%s: the page of everybody is the fast path's", set)
	}
}
