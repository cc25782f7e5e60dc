package web

import (
	"context"
	"fmt"

	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/tenant"
)

// WarmList returns the requests for every page of a site's sitemap, HTML and payload, as they come in at the host.
func WarmList(ctx context.Context, t *pages.Table, inventory pages.Inventory, site tenant.Tenant, proto, host string) ([]*PageRequest, error) {
	entries, err := inventory.Inventory(ctx, site)
	if err != nil {
		return nil, fmt.Errorf("list pages to warm: %w", err)
	}
	var out []*PageRequest
	for _, e := range t.Listed(entries) {
		row, _ := t.Row(e.Kind)
		for _, locale := range pages.Locales() {
			for _, suffix := range []string{"", payloadSuffix} {
				out = append(out, &PageRequest{
					Method: "GET", Target: pages.Path(e.Kind, locale, e.Params) + suffix, Host: host, Proto: proto, RequestID: "warm-up",
					Tenant: site.ID, Locale: locale, Row: row, Shared: true, Payload: suffix != "",
				})
			}
		}
	}
	return out, nil
}
