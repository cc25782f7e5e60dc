package remote

import (
	"context"
	"encoding/base64"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/clock"
)

// Options configure a Carrier. URL and Token are required.
type Options struct {
	// URL is the address of the partner's API without a slash at the end.
	URL   string
	Token string
	// WebhookSecrets sign the partner's messages: one, or two while one replaces the other.
	WebhookSecrets []string
	// Timeout bounds one call; 0 means six seconds.
	Timeout time.Duration
	// PerSecond bounds all calls, PerSIMMinute those of one kind that read one SIM; 0 means 8 and 10.
	PerSecond, PerSIMMinute int
	// Transport makes the calls; nil is Go's own.
	Transport http.RoundTripper
	Clock     clock.Clock
	Log       *slog.Logger
}

// Carrier calls the partner. It implements carrier.Carrier.
type Carrier struct {
	o      Options
	client *http.Client
	limit  *limits
	topups topupLists
}

// New returns a Carrier.
func New(o Options) *Carrier {
	if o.Timeout == 0 {
		o.Timeout = 6 * time.Second
	}
	if o.PerSecond == 0 {
		o.PerSecond = 8
	}
	if o.PerSIMMinute == 0 {
		o.PerSIMMinute = 10
	}
	if o.Clock == nil {
		o.Clock = clock.System{}
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	// A redirect is no answer of the partner's API; followed, it would take what is sent, and the token, elsewhere.
	client := &http.Client{
		Transport: o.Transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return &Carrier{o: o, client: client, limit: newLimits(o), topups: topupLists{lists: map[string]topupList{}}}
}

// Paused reports whether the partner has asked not to be called for now.
func (c *Carrier) Paused() bool { return c.limit.paused() }

// CreateOrder asks for a new SIM.
func (c *Carrier) CreateOrder(ctx context.Context, clientRef, planRef string, startAt *time.Time) (carrier.Order, error) {
	return c.writeOrder(ctx, "create order", "/orders", starting(map[string]any{"clientRef": clientRef, "plan": planRef}, startAt))
}

// writeOrder is a write whose answer is an order.
func (c *Carrier) writeOrder(ctx context.Context, call, path string, body any) (carrier.Order, error) {
	var in orderAnswer
	err := c.write(ctx, call, path, body, &in)
	return c.order(call, in, err)
}

// Topup asks for a plan on a SIM.
func (c *Carrier) Topup(ctx context.Context, clientRef, simRef, planRef string) (carrier.Order, error) {
	return c.writeOrder(ctx, "top up", "/orders", map[string]any{"clientRef": clientRef, "plan": planRef, "line": simRef})
}

// Reissue asks for a new profile in place of a SIM's.
func (c *Carrier) Reissue(ctx context.Context, clientRef, simRef string) (carrier.Order, error) {
	return c.writeOrder(ctx, "reissue SIM", "/lines/"+url.PathEscape(simRef)+"/reissue", map[string]any{"clientRef": clientRef})
}

// Order reads an order.
func (c *Carrier) Order(ctx context.Context, ref string) (carrier.Order, error) {
	const call = "read order"
	var in orderAnswer
	err := c.read(ctx, call, "/orders/"+url.PathEscape(ref), nil, &in)
	return c.order(call, in, err)
}

// OrderByClientRef looks an order up by our own reference.
func (c *Carrier) OrderByClientRef(ctx context.Context, clientRef string) (carrier.Order, error) {
	const call = "look order up"
	var in struct {
		Orders []orderAnswer `json:"orders"`
	}
	err := c.read(ctx, call, "/orders", url.Values{"clientRef": {clientRef}}, &in)
	n := slices.IndexFunc(in.Orders, func(o orderAnswer) bool { return o.ClientRef == clientRef })
	switch {
	case err != nil:
		return carrier.Order{}, err
	case in.Orders != nil && len(in.Orders) == 0:
		return carrier.Order{}, &carrier.Error{Class: carrier.NotFound, Call: call}
	case n < 0: // no list, or one of others' orders
		return carrier.Order{}, unexpectedResponse(call)
	}
	return c.order(call, in.Orders[n], nil)
}

// CancelOrder ends an order.
func (c *Carrier) CancelOrder(ctx context.Context, ref string) (carrier.Order, error) {
	return c.writeOrder(ctx, "cancel order", "/orders/"+url.PathEscape(ref)+"/cancel", nil)
}

// SIM reads a SIM with its plans.
func (c *Carrier) SIM(ctx context.Context, ref string) (carrier.SIM, error) {
	const call = "read SIM"
	if err := c.limit.sim(call, ref); err != nil {
		return carrier.SIM{}, err
	}
	var in simAnswer
	err := c.read(ctx, call, "/lines/"+url.PathEscape(ref), nil, &in)
	return c.sim(call, ref, in, err)
}

// Activation reads the SIM's activation code.
func (c *Carrier) Activation(ctx context.Context, ref string) (carrier.Activation, error) {
	const call = "read activation"
	var in struct {
		LPA string `json:"lpa"`
		APN string `json:"apn"`
	}
	err := c.read(ctx, call, "/lines/"+url.PathEscape(ref)+"/activation", nil, &in)
	if err == nil && in.LPA == "" {
		err = unexpectedResponse(call)
	}
	return carrier.Activation{LPA: in.LPA, APN: in.APN}, err
}

// Bind makes an imported SIM known.
func (c *Carrier) Bind(ctx context.Context, iccid, planRef string, startAt *time.Time) (carrier.SIM, error) {
	const call = "bind SIM"
	var in simAnswer
	err := c.write(ctx, call, "/lines/bind", starting(map[string]any{"iccid": iccid, "plan": planRef}, startAt), &in)
	return c.sim(call, "", in, err)
}

// starting adds when a plan begins, where that was agreed on.
func starting(body map[string]any, at *time.Time) map[string]any {
	if at != nil {
		body["startAt"] = at.UTC().Format(time.RFC3339)
	}
	return body
}

// SubmitKyc hands documents over.
func (c *Carrier) SubmitKyc(ctx context.Context, s carrier.KycSubmission) (carrier.Kyc, error) {
	pictures := map[string]string{}
	for name, b := range s.Pictures {
		pictures[name] = base64.StdEncoding.EncodeToString(b)
	}
	const call = "submit registration"
	var in kycAnswer
	err := c.write(ctx, call, "/lines/"+url.PathEscape(s.SIMRef)+"/kyc", map[string]any{
		"regime": s.Regime, "clientRef": s.ClientRef, "docType": s.DocType, "fields": s.Fields, "pictures": pictures,
	}, &in)
	return c.kyc(call, in, err)
}

// Kyc reads a registration.
func (c *Carrier) Kyc(ctx context.Context, simRef, regime string) (carrier.Kyc, error) {
	const call = "read registration"
	if err := c.limit.sim(call, simRef); err != nil {
		return carrier.Kyc{}, err
	}
	var in kycAnswer
	err := c.read(ctx, call, "/lines/"+url.PathEscape(simRef)+"/kyc", url.Values{"regime": {regime}}, &in)
	return c.kyc(call, in, err)
}
