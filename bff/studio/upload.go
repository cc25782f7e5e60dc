package studio

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/ratelimit"
)

const (
	// uploadPart is how many bytes of an upload have to arrive within the time of a call: with 20 s, whoever sends 6.6 kB/s gets
	// everything through, however large, and whoever sends nothing is cut off once.
	uploadPart = 128 << 10
	// maxUploads and maxUploadsPerMember bound the uploads that arrive at once, which are in memory.
	maxUploads, maxUploadsPerMember = 32, 4
	// retryUpload is when an upload that was refused may come again.
	retryUpload = 5 * time.Second

	uploadedKey = "studio upload"
)

// Uploaded returns the body of a call that is registered with Upload.
func Uploaded(c echo.Context) []byte {
	body, _ := c.Get(uploadedKey).([]byte)
	return body
}

// receive reads the body of an upload. Each part of it has the time of a call, in place of the time that the server gives a whole body.
// Faults: timeout for a part that does not arrive in time, bad_request for a body that ends early, rate_limited and unavailable where
// too many arrive at once.
func (s *Studio) receive(c echo.Context) error {
	member := Caller(c).ID
	switch err := s.uploads.Take(member); {
	case errors.Is(err, ratelimit.ErrShare):
		return fault.New("rate_limited").After(retryUpload)
	case err != nil:
		return fault.New("unavailable").After(retryUpload)
	}
	defer s.uploads.Free(member)
	req, conn := c.Request(), http.NewResponseController(c.Response())
	var body bytes.Buffer
	for {
		// The error says that there is no connection, as in tests of handlers.
		_ = conn.SetReadDeadline(time.Now().Add(s.Call))
		_, err := io.CopyN(&body, req.Body, uploadPart)
		var tooLarge *http.MaxBytesError
		switch {
		case errors.Is(err, io.EOF):
			// While the call is worked on, net/http reads to learn whether the browser leaves. That read must not end before the call.
			_ = conn.SetReadDeadline(time.Now().Add(2 * s.Call))
			c.Set(uploadedKey, body.Bytes())
			return nil
		case errors.As(err, &tooLarge):
			return err
		case errors.Is(err, os.ErrDeadlineExceeded):
			return fault.New("timeout")
		case err != nil:
			return fault.New("bad_request")
		}
	}
}
