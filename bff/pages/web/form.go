package web

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/network"
	"github.com/roamcart/roamcart/bff/platform/ratelimit"
)

// MaxFields is how many fields a form may have. The longest of ours is the checkout, far below; each line of a cart is a form of
// its own.
const MaxFields = 200

const (
	// maxForms and maxFormsPerNetwork bound the forms under way by default. Each takes up to guard.MaxBody bytes while
	// it arrives and while it waits for the renderer, so all of them together 16 MB.
	maxForms, maxFormsPerNetwork = 256, 32
	// refusedForm is when a browser may submit again, in seconds.
	refusedForm = "5"
)

// admitForm takes a slot for a form, from before it is read until it is answered; leave returns it. The faults are rate_limited
// when the network of the client has all it may have, and unavailable when all slots are taken.
func (d *Handler) admitForm(c echo.Context) (leave func(), err error) {
	from := network.Of(c.RealIP())
	refused := d.forms.Take(from)
	if refused == nil {
		return func() { d.forms.Free(from) }, nil
	}
	h := c.Response().Header()
	h.Set(echo.HeaderRetryAfter, refusedForm)
	// Otherwise net/http would read the form before it sends the refusal, however slowly it arrives.
	h.Set(echo.HeaderConnection, "close")
	if errors.Is(refused, ratelimit.ErrShare) {
		return nil, fault.New("rate_limited")
	}
	return nil, fault.New("unavailable")
}

// submit takes a slot for a form and makes the page's request one that submits it; leave returns the slot.
func (d *Handler) submit(c echo.Context, p *PageRequest, target string) (leave func(), err error) {
	if leave, err = d.admitForm(c); err != nil {
		return nil, err
	}
	if err := p.submit(c.Request(), target); err != nil {
		leave()
		return nil, err
	}
	return leave, nil
}

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
		if known, ok := errors.AsType[*fault.Error](err); ok {
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
	p.Target, p.repeatKey = target, repeatKey(req, target, body)
	return nil
}
