package remote

import (
	"context"
	"encoding/base64"
	"log/slog"
	"net/http"
	"net/url"
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
	// PerSecond bounds all calls, PerLineMinute those that read one line; 0 means 8 and 10.
	PerSecond, PerLineMinute int
	Clock                    clock.Clock
	Log                      *slog.Logger
}

// Carrier calls the partner. It implements carrier.Carrier.
type Carrier struct {
	o      Options
	client *http.Client
	limit  *limits
}

// New returns a Carrier.
func New(o Options) *Carrier {
	if o.Timeout == 0 {
		o.Timeout = 6 * time.Second
	}
	if o.PerSecond == 0 {
		o.PerSecond = 8
	}
	if o.PerLineMinute == 0 {
		o.PerLineMinute = 10
	}
	if o.Clock == nil {
		o.Clock = clock.System{}
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	// A redirect is no answer of the partner's API; followed, it would take what is sent, and the token, elsewhere.
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return &Carrier{o: o, client: client, limit: newLimits(o)}
}

// CreateOrder asks for a new line.
func (c *Carrier) CreateOrder(ctx context.Context, clientRef, planRef string, startAt *time.Time) (carrier.Order, error) {
	var in orderAnswer
	err := c.write(ctx, "create order", "/orders", starting(map[string]any{"clientRef": clientRef, "plan": planRef}, startAt), &in)
	return c.order(in), err
}

// Topup asks for a plan on a line.
func (c *Carrier) Topup(ctx context.Context, clientRef, lineRef, planRef string) (carrier.Order, error) {
	var in orderAnswer
	err := c.write(ctx, "top up", "/orders", map[string]any{"clientRef": clientRef, "plan": planRef, "line": lineRef}, &in)
	return c.order(in), err
}

// Reissue asks for a new profile in place of a line's.
func (c *Carrier) Reissue(ctx context.Context, clientRef, lineRef string) (carrier.Order, error) {
	var in orderAnswer
	err := c.write(ctx, "reissue line", "/lines/"+url.PathEscape(lineRef)+"/reissue", map[string]any{"clientRef": clientRef}, &in)
	return c.order(in), err
}

// Order reads an order.
func (c *Carrier) Order(ctx context.Context, ref string) (carrier.Order, error) {
	var in orderAnswer
	err := c.read(ctx, "read order", "/orders/"+url.PathEscape(ref), nil, &in)
	return c.order(in), err
}

// OrderByClientRef looks an order up by our own reference.
func (c *Carrier) OrderByClientRef(ctx context.Context, clientRef string) (carrier.Order, error) {
	var in struct {
		Orders []orderAnswer `json:"orders"`
	}
	err := c.read(ctx, "look order up", "/orders", url.Values{"clientRef": {clientRef}}, &in)
	if err != nil {
		return carrier.Order{}, err
	}
	if len(in.Orders) == 0 {
		return carrier.Order{}, &carrier.Error{Class: carrier.NotFound, Call: "look order up"}
	}
	return c.order(in.Orders[0]), nil
}

// CancelOrder ends an order.
func (c *Carrier) CancelOrder(ctx context.Context, ref string) (carrier.Order, error) {
	var in orderAnswer
	err := c.write(ctx, "cancel order", "/orders/"+url.PathEscape(ref)+"/cancel", nil, &in)
	return c.order(in), err
}

// Line reads a line with its plans.
func (c *Carrier) Line(ctx context.Context, ref string) (carrier.Line, error) {
	if err := c.limit.line(ref); err != nil {
		return carrier.Line{}, err
	}
	var in lineAnswer
	err := c.read(ctx, "read line", "/lines/"+url.PathEscape(ref), nil, &in)
	return c.line(in), err
}

// Activation reads the line's activation code.
func (c *Carrier) Activation(ctx context.Context, ref string) (carrier.Activation, error) {
	var in struct {
		LPA string `json:"lpa"`
		APN string `json:"apn"`
	}
	err := c.read(ctx, "read activation", "/lines/"+url.PathEscape(ref)+"/activation", nil, &in)
	return carrier.Activation{LPA: in.LPA, APN: in.APN}, err
}

// Bind makes an imported SIM known.
func (c *Carrier) Bind(ctx context.Context, iccid, planRef string, startAt *time.Time) (carrier.Line, error) {
	var in lineAnswer
	err := c.write(ctx, "bind line", "/lines/bind", starting(map[string]any{"iccid": iccid, "plan": planRef}, startAt), &in)
	return c.line(in), err
}

// starting adds when a plan begins, where that was agreed on.
func starting(body map[string]any, at *time.Time) map[string]any {
	if at != nil {
		body["startAt"] = at.UTC().Format(time.RFC3339)
	}
	return body
}

// Topups lists the plans that a line can get.
func (c *Carrier) Topups(ctx context.Context, ref string) ([]carrier.Plan, error) {
	var in struct {
		Plans []plan `json:"plans"`
	}
	err := c.read(ctx, "list top-ups", "/lines/"+url.PathEscape(ref)+"/topups", nil, &in)
	return plans(in.Plans), err
}

// SubmitKyc hands documents over.
func (c *Carrier) SubmitKyc(ctx context.Context, s carrier.KycSubmission) (carrier.Kyc, error) {
	pictures := map[string]string{}
	for name, b := range s.Pictures {
		pictures[name] = base64.StdEncoding.EncodeToString(b)
	}
	var in kycAnswer
	err := c.write(ctx, "submit registration", "/lines/"+url.PathEscape(s.LineRef)+"/kyc", map[string]any{
		"regime": s.Regime, "clientRef": s.ClientRef, "docType": s.DocType, "fields": s.Fields, "pictures": pictures,
	}, &in)
	return c.kyc(in), err
}

// Kyc reads a registration.
func (c *Carrier) Kyc(ctx context.Context, lineRef, regime string) (carrier.Kyc, error) {
	var in kycAnswer
	err := c.read(ctx, "read registration", "/lines/"+url.PathEscape(lineRef)+"/kyc", url.Values{"regime": {regime}}, &in)
	return c.kyc(in), err
}
