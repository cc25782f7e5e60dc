package notify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// SMSGateway sends text messages through a provider that takes them by HTTP: a POST of {"to", "from", "text",
// "reference"} with a bearer token and an Idempotency-Key. A 2xx answer means that it has taken the message.
type SMSGateway struct {
	address, token, from string
	http                 *http.Client
}

// NewSMSGateway returns a sender; from is what the phone shows as the sender and may be empty. The error never shows
// the token.
func NewSMSGateway(address, token, from string) (*SMSGateway, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || (u.Scheme != "https" && u.Scheme != "http") {
		return nil, errors.New("SMS_URL must look like https://sms.example/v1/messages")
	}
	return &SMSGateway{address: address, token: token, from: from, http: &http.Client{
		Timeout: replyTimeout,
		// A redirect would take the token elsewhere.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// SetTransport has the calls made by a transport.
func (g *SMSGateway) SetTransport(transport http.RoundTripper) { g.http.Transport = transport }

// Send hands the message to the provider. A refusal that trying again will not change is a PermanentError.
func (g *SMSGateway) Send(ctx context.Context, m Message) error {
	body, err := json.Marshal(map[string]string{"to": m.To, "from": g.from, "text": m.Text, "reference": m.Key})
	if err != nil {
		return permanent("write text message: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, g.address, bytes.NewReader(body))
	if err != nil {
		return permanent("write text message: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", m.Key)
	if g.token != "" {
		req.Header.Set("Authorization", "Bearer "+g.token)
	}
	res, err := g.http.Do(req)
	if err != nil {
		return fmt.Errorf("send text message: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 64<<10)) // so that the connection can be used again
	switch {
	case res.StatusCode < http.StatusMultipleChoices:
		return nil
	case res.StatusCode >= http.StatusInternalServerError || res.StatusCode == http.StatusRequestTimeout ||
		res.StatusCode == http.StatusTooEarly || res.StatusCode == http.StatusTooManyRequests:
		return fmt.Errorf("the SMS provider answered %d", res.StatusCode)
	}
	return permanent("the SMS provider answered %d", res.StatusCode)
}
