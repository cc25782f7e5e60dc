package provider

import (
	"context"
	"fmt"
	"net/url"

	"github.com/stripe/stripe-go/v76"
)

func (p *Provider) routeEndpoints() {
	fields := []string{"api_version", "description", "enabled_events", "metadata", "url"}
	p.api("POST /v1/webhook_endpoints", route{params: fields, do: createEndpoint})
	p.api("GET /v1/webhook_endpoints", list("webhook_endpoint", "/v1/webhook_endpoints"))
	p.api("GET /v1/webhook_endpoints/{id}", route{do: func(ctx context.Context, c *call) (any, error) {
		return find[endpoint](ctx, c.unit, c.r.PathValue("id"), "webhook_endpoint")
	}})
	p.api("POST /v1/webhook_endpoints/{id}", route{params: append(fields, "disabled"), do: updateEndpoint})
	p.api("DELETE /v1/webhook_endpoints/{id}", route{do: deleteEndpoint})
}

func createEndpoint(ctx context.Context, c *call) (any, error) {
	e := &endpoint{
		Created: c.unix(), ID: newID("we_1", 23), Metadata: map[string]string{}, Object: "webhook_endpoint",
		Secret: newID("whsec_", 32), Status: "enabled",
	}
	if !c.p.Has("url") {
		return nil, missing("url")
	}
	if !c.p.has("enabled_events") {
		return nil, missing("enabled_events")
	}
	// ConstructEvent of stripe-go refuses any version but its own, and this provider speaks no other.
	if v := c.p.str("api_version"); v != "" && v != stripe.APIVersion {
		return nil, invalid("", "api_version", "Invalid API version: the sandbox speaks "+stripe.APIVersion+" only.")
	}
	e.APIVersion = c.p.ref("api_version")
	if f := c.apply(e); f != nil {
		return nil, f
	}
	out := render(e)
	out["secret"] = e.Secret
	return out, c.put(e)
}

func updateEndpoint(ctx context.Context, c *call) (any, error) {
	e, err := lock[endpoint](ctx, c.unit, c.r.PathValue("id"), "webhook_endpoint")
	if err != nil {
		return nil, err
	}
	if f := c.apply(e); f != nil {
		return nil, f
	}
	if c.p.Has("disabled") {
		disabled, err := c.p.flag("disabled")
		if err != nil {
			return nil, err
		}
		e.Status = "enabled"
		if disabled {
			e.Status = "disabled"
		}
	}
	return e, c.put(e)
}

// apply sets the fields that creation and update share.
func (c *call) apply(e *endpoint) *failure {
	if c.p.Has("url") {
		u, err := url.Parse(c.p.str("url"))
		if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
			return invalid("url_invalid", "url", "Invalid URL: An explicit scheme (such as https) must be provided.")
		}
		e.URL = c.p.str("url")
	}
	if events := c.p.list("enabled_events"); len(events) > 0 {
		e.EnabledEvents = events
	}
	if c.p.Has("description") {
		e.Description = c.p.ref("description")
	}
	mergeMetadata(e.Metadata, c.p.flat("metadata"))
	return nil
}

func deleteEndpoint(ctx context.Context, c *call) (any, error) {
	e, err := lock[endpoint](ctx, c.unit, c.r.PathValue("id"), "webhook_endpoint")
	if err != nil {
		return nil, err
	}
	tx, err := c.stored(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM sandbox.object WHERE id = $1`, e.ID); err != nil {
		return nil, fmt.Errorf("delete endpoint: %w", err)
	}
	_, err = tx.ExecContext(ctx, `UPDATE sandbox.delivery SET state = 'dropped', done_at = $2
		WHERE endpoint = $1 AND state IN ('pending', 'held')`, e.ID, c.now)
	if err != nil {
		return nil, fmt.Errorf("drop deliveries: %w", err)
	}
	return map[string]any{"id": e.ID, "object": e.Object, "deleted": true}, nil
}
