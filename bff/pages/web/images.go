package web

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/image"
)

// Images serves the files of images. It asks no database, so that pages keep their images while there is none. It is safe for
// concurrent use.
type Images struct{ Files ImageFiles }

// ImageFiles has the files of images by their names.
type ImageFiles interface {
	// Get reads a file. The error is fs.ErrNotExist when there is none.
	Get(ctx context.Context, name string) ([]byte, error)
}

// imagePolicy allows nothing: whoever opens an image in a window of its own sees the image, and nothing runs.
const imagePolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"

// Middleware answers the addresses of images and leaves all others to the routes.
func (s *Images) Middleware() echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			name, ok := strings.CutPrefix(c.Request().URL.Path, image.Prefix)
			if !ok {
				return next(c)
			}
			return s.Serve(c, name, cacheForever)
		}
	}
}

// Serve answers with a file, which may be kept as cache says. What cannot be the name of a file is not looked for.
func (s *Images) Serve(c echo.Context, name, cache string) error {
	req, h := c.Request(), c.Response().Header()
	if req.Method != http.MethodGet && req.Method != http.MethodHead {
		h.Set(echo.HeaderAllow, "GET, HEAD")
		return echo.ErrMethodNotAllowed
	}
	h.Set(echo.HeaderContentSecurityPolicy, imagePolicy)
	h.Set(echo.HeaderXContentTypeOptions, "nosniff")
	_, ext, ok := image.ParseFile(name)
	var body []byte
	err := fs.ErrNotExist
	if ok {
		body, err = s.Files.Get(req.Context(), name)
	}
	if err != nil {
		h.Set(echo.HeaderCacheControl, "no-store")
		if !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("serve image %s: %w", name, err)
		}
		return c.String(http.StatusNotFound, "not found\n")
	}
	// The name says what the file has.
	tag := `"` + name + `"`
	h.Set("ETag", tag)
	h.Set(echo.HeaderCacheControl, cache)
	if strings.Contains(req.Header.Get("If-None-Match"), tag) {
		return c.NoContent(http.StatusNotModified)
	}
	return c.Blob(http.StatusOK, imageTypes[ext], body)
}

var imageTypes = map[string]string{"webp": "image/webp", "jpg": "image/jpeg", "png": "image/png"}
