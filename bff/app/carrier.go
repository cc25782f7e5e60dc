package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/carrier/pool"
	"github.com/roamcart/roamcart/bff/carrier/remote"
)

// openCarriers returns the carriers that can be asked. A shop without one must not sell what only a carrier can deliver.
func (r *modules) openCarriers(ctx context.Context) (carrier.Carriers, error) {
	o := remote.Options{
		URL: r.cfg.Carrier.URL, Token: r.cfg.Carrier.Token, WebhookSecrets: r.cfg.Carrier.WebhookSecrets, Clock: r.clock, Log: r.log,
		PerSecond: r.cfg.Carrier.PerSecond, PerSIMMinute: r.cfg.Carrier.PerLineMinute,
		Transport: r.dependencyTransport("carrier", partnerTransport()),
	}
	if o.URL == "" {
		var n int
		err := r.db.Conn(ctx).Raw(`select count(*) from product where carrier <> ? and visible`, carrier.Pool).Scan(&n).Error
		if err != nil {
			return nil, fmt.Errorf("count products of carriers: %w", err)
		}
		if n > 0 {
			return nil, errors.New("CARRIER_URL must be set: products on sale are delivered by a carrier")
		}
		return carrier.Carriers{}, nil
	}
	partner := remote.New(o)
	r.addPausedGauge("carrier", partner.Paused)
	return carrier.Carriers{carrier.HTTP: partner, carrier.Pool: pool.New(partner)}, nil
}
