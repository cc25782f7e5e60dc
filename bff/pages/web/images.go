package web

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/image"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/network"
	"github.com/roamcart/roamcart/bff/platform/ratelimit"
)

const (
	// maxImages and maxImagesPerNetwork bound the files that are read at once. Whoever waits for storage that hangs holds a connection,
	// and all of them together are far fewer than the front door has.
	maxImages, maxImagesPerNetwork = 256, 64
	// retryImage is when a browser may ask again for an image that it was refused.
	retryImage = 5 * time.Second
)

// Images serves the files of images. It asks no database, so that pages keep their images while there is none. It is safe for
// concurrent use.
type Images struct {
	files   ImageFiles
	timeout time.Duration
	reading *ratelimit.Slots[string]
}

// NewImages returns what serves files. The storage has as long to answer as the renderer has for a page.
func NewImages(files ImageFiles) *Images {
	return &Images{files, readTimeout, ratelimit.NewSlots[string](maxImages, maxImagesPerNetwork)}
}

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

// Serve answers with a file, which may be kept as cache says. What cannot be the name of a file is not looked for. The faults are
// unavailable when the file does not come in time or too many are read, and rate_limited when the client's network reads too many.
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
		body, err = s.read(req.Context(), network.Of(c.RealIP()), name)
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

// read reads a file for a client of a network.
func (s *Images) read(ctx context.Context, from, name string) ([]byte, error) {
	switch err := s.reading.Take(from); {
	case errors.Is(err, ratelimit.ErrShare):
		return nil, fault.New("rate_limited").After(retryImage)
	case err != nil:
		return nil, fmt.Errorf("%w: %w", fault.New("unavailable").After(retryImage), err)
	}
	defer s.reading.Free(from)
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	body, err := s.files.Get(ctx, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w: %w", fault.New("unavailable").After(retryImage), err)
	}
	return body, err
}

var imageTypes = map[string]string{"webp": "image/webp", "jpg": "image/jpeg", "png": "image/png"}
