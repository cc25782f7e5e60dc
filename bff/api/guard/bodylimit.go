package guard

import (
	"errors"
	"io"
	"os"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/platform/fault"
)

const (
	// MaxBody is how many bytes a request body may have.
	MaxBody = 64 << 10
	// MaxWebhookBody is how many the webhook's may have.
	MaxWebhookBody = 256 << 10
)

var errBodyTooLarge, errBodyTooSlow = fault.New("body_too_large"), fault.New("timeout")

// BodyLimit refuses larger bodies with the fault "body_too_large", whether or not they announce their length, and those that
// do not arrive in the server's time with "timeout".
func BodyLimit() echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			limit := int64(MaxBody)
			if isWebhook(path(c)) {
				limit = MaxWebhookBody
			}
			req := c.Request()
			if req.ContentLength > limit {
				return errBodyTooLarge
			}
			if req.Body == nil || req.ContentLength == 0 {
				return next(c)
			}
			body := &limitedBody{ReadCloser: req.Body, left: limit}
			req.Body = body
			err := next(c)
			if body.exceeded && !c.Response().Committed { // whatever the reader of the body made of the error
				return errBodyTooLarge
			}
			return err
		}
	}
}

// limitedBody fails once more than left bytes were read. Unlike http.MaxBytesReader it does not close the connection
// before the answer was rendered.
type limitedBody struct {
	io.ReadCloser
	left     int64
	exceeded bool
}

func (b *limitedBody) Read(p []byte) (int, error) {
	if b.exceeded {
		return 0, errBodyTooLarge
	}
	if int64(len(p)) > b.left+1 { // one more, to distinguish a body of exactly the limit from a larger one
		p = p[:b.left+1]
	}
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return n, errBodyTooSlow
	}
	if int64(n) > b.left {
		b.exceeded = true
		return int(b.left), errBodyTooLarge
	}
	b.left -= int64(n)
	return n, err
}
