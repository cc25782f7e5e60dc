package pages

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/platform/fault"
)

// MaxFields is how many fields a form may have. The longest of ours is the checkout, far below; each line of a cart is a form of
// its own.
const MaxFields = 200

// submit makes the page's request one that submits a browser's form. It reads the form whole before the renderer is bothered:
// one that arrives slowly holds no connection to it, and one with thousands of fields costs it nothing. The faults are
// body_too_large, timeout, bad_request where the form ends early, and unsupported_media_type.
func (p *PageRequest) submit(req *http.Request, target string) error {
	if declared := req.Header.Get(echo.HeaderContentType); declared != "" {
		if kind, _, err := mime.ParseMediaType(declared); err != nil || kind != echo.MIMEApplicationForm {
			return fault.New("unsupported_media_type")
		}
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		var known *fault.Error
		if errors.As(err, &known) {
			return known
		}
		return fault.New("bad_request")
	}
	if bytes.Count(body, []byte("&"))+1 > MaxFields {
		return fault.New("body_too_large")
	}
	p.Method, p.Cookie, p.ContentType = http.MethodPost, req.Header.Get("Cookie"), req.Header.Get(echo.HeaderContentType)
	p.Device = req.UserAgent() // a form may log in, and logins are listed by device
	p.Body, p.ContentLength = bytes.NewReader(body), int64(len(body))
	p.Target = target
	return nil
}
