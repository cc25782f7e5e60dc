package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/stripe/stripe-go/v76"
)

func (p *Provider) routeEvents() {
	p.api("GET /v1/events", list("event", "/v1/events", "type", "types"))
	p.api("GET /v1/events/{id}", route{do: func(ctx context.Context, c *call) (any, error) {
		return find[event](ctx, c.unit, c.r.PathValue("id"), "id")
	}})
}

// configuredEndpoint names the endpoint of the options; it has no row, because its address may change with a restart.
const configuredEndpoint = "we_configured"

// emit stores an event about o, as o is now, and a delivery to every endpoint that wants it. was holds the values
// that changed.
func (u *unit) emit(ctx context.Context, kind string, o record, was map[string]any) error {
	data := map[string]any{"object": render(o)}
	if was != nil {
		data["previous_attributes"] = was
	}
	endpoints, err := u.subscribers(ctx, kind)
	if err != nil {
		return err
	}
	sends := 1 + u.faults.WebhookDuplicate
	e := &event{
		APIVersion: stripe.APIVersion, Created: u.unix(), Data: data, ID: newID("evt_3", 23), Object: "event",
		PendingWebhooks: int64(len(endpoints) * sends), Type: kind,
		Request: map[string]any{"id": ref(u.requestID), "idempotency_key": ref(u.idempotencyKey)},
	}
	if err := u.put(e); err != nil {
		return err
	}
	u.writes.state = "pending"
	if u.faults.WebhookHold {
		u.writes.state = "held"
	}
	u.writes.due = u.after(time.Duration(u.faults.WebhookDelayMs) * time.Millisecond)
	for _, id := range endpoints {
		for range sends {
			u.writes.send(e, id, owner(o))
		}
	}
	return nil
}

// owner returns the intent an event is about, so that one intent's events keep their order; "" when there is none.
func owner(o record) string {
	switch o := o.(type) {
	case *intent:
		return o.ID
	case *charge:
		return o.PaymentIntent
	case *refund:
		return o.PaymentIntent
	case *dispute:
		return o.PaymentIntent
	case *session:
		return deref(o.PaymentIntent)
	}
	return ""
}

// subscribers returns the ids of the endpoints that want events of a kind.
func (u *unit) subscribers(ctx context.Context, kind string) ([]string, error) {
	if u.subscribed == nil {
		var err error
		if u.subscribed, err = u.endpoints(ctx); err != nil {
			return nil, err
		}
	}
	var out []string
	if u.p.o.WebhookURL != "" {
		out = append(out, configuredEndpoint)
	}
	for _, e := range u.subscribed {
		wanted := slices.Contains(e.EnabledEvents, "*") || slices.Contains(e.EnabledEvents, kind)
		// An endpoint at the configured address would get everything twice.
		if e.Status == "enabled" && wanted && e.URL != u.p.o.WebhookURL {
			out = append(out, e.ID)
		}
	}
	return out, nil
}

// endpoints returns those that were registered, oldest first. Never nil.
func (u *unit) endpoints(ctx context.Context) ([]*endpoint, error) {
	rows, err := u.tx.QueryContext(ctx, `SELECT body FROM sandbox.object WHERE kind = 'webhook_endpoint' ORDER BY seq`)
	if err != nil {
		return nil, fmt.Errorf("list endpoints: %w", err)
	}
	defer func() { _ = rows.Close() }()
	out := []*endpoint{}
	for rows.Next() {
		var body []byte
		e := new(endpoint)
		if err := rows.Scan(&body); err != nil {
			return nil, fmt.Errorf("list endpoints: %w", err)
		}
		if err := json.Unmarshal(body, e); err != nil {
			return nil, fmt.Errorf("decode endpoint: %w", err)
		}
		out = append(out, e)
	}
	return out, rows.Err()
}
