package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
)

const (
	maxAnswer = 4 << 20
	readTries = 2
)

// read is a call that changes nothing: it is tried again when it leaves open what happened.
func (c *Carrier) read(ctx context.Context, call, path string, query url.Values, into any) error {
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	for try := 1; ; try++ {
		err := c.send(ctx, call, http.MethodGet, path, nil, into)
		if err == nil || try == readTries || carrier.ClassOf(err) != carrier.Upstream || ctx.Err() != nil {
			return err
		}
	}
}

// write is sent once, whatever happens.
func (c *Carrier) write(ctx context.Context, call, path string, body, into any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("carrier: %s: encode: %w", call, err)
	}
	return c.send(ctx, call, http.MethodPost, path, raw, into)
}

func (c *Carrier) send(ctx context.Context, call, method, path string, body []byte, into any) error {
	if err := c.limit.call(ctx, call); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, c.o.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, c.o.URL+path, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("carrier: %s: %w", call, err)
	}
	// Without this Go's transport may send a POST again by itself when a kept connection breaks.
	req.GetBody = nil
	req.Header.Set("Authorization", "Bearer "+c.o.Token)
	req.Header.Set("Content-Type", "application/json")
	res, err := c.client.Do(req)
	if err != nil {
		return &carrier.Error{Class: carrier.Upstream, Call: call, Cause: withoutURL(err)}
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return &carrier.Error{Class: carrier.Upstream, Call: call, Cause: withoutURL(err)}
	}
	if res.StatusCode >= 300 {
		return c.refusal(call, res, raw)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return unexpectedResponse(call)
	}
	return nil
}

// unexpectedResponse is the error for an answer that lacks what every answer of the partner to that call has.
func unexpectedResponse(call string) error {
	return &carrier.Error{Class: carrier.Upstream, Call: call, Cause: errors.New("the answer is not JSON of the expected shape")}
}

// withoutURL strips the address off a transport error: it may hold references.
func withoutURL(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return u.Err
	}
	return err
}

// refusal reads an error answer. Who answers is the partner, or a machine in front of it: whichever asks to be left alone is.
func (c *Carrier) refusal(call string, res *http.Response, raw []byte) error {
	var body struct {
		Code string `json:"code"`
	}
	_ = json.Unmarshal(raw, &body)
	out := &carrier.Error{Call: call, Class: mapValue(c, "refusal", codes, body.Code, carrier.Upstream), Cause: fmt.Errorf("HTTP %d", res.StatusCode)}
	busy := out.Class
	if out.Class == carrier.Upstream {
		busy = busyClasses[res.StatusCode]
	}
	if busy == carrier.RateLimited && res.Request.Method == http.MethodGet {
		out.Class = busy // there is nothing that a read may have done
	}
	if seconds, err := strconv.Atoi(res.Header.Get("Retry-After")); err == nil && seconds > 0 {
		out.RetryAfter = time.Duration(seconds) * time.Second
		c.limit.pause(out.RetryAfter, busy)
	}
	return out
}

// busyClasses are the statuses with which any machine asks to be left alone. No other status means anything without a code of the
// partner's: an ingress answers 404 while the partner is deployed, a proxy 408 after it has passed a call on.
var busyClasses = map[int]carrier.Class{
	http.StatusTooManyRequests: carrier.RateLimited, http.StatusServiceUnavailable: carrier.Maintenance,
}
