package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/roamcart/roamcart/bff/api/guard"
	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/carrier/pool"
	"github.com/roamcart/roamcart/bff/carrier/remote"
	sandboxcarrier "github.com/roamcart/roamcart/bff/sandbox/carrier"
)

// The sandbox carrier's own secrets: fixed and public, because it delivers nothing.
const (
	sandboxCarrierToken  = "sandbox-carrier-token"
	sandboxCarrierSecret = "sandbox-carrier-secret"
)

// sandboxGrowth is what a line in use loses by itself in the sandbox, in bytes per minute.
const sandboxGrowth = 2 << 20

// partners are the carriers that can be asked. Production without one must not sell what only a carrier can deliver.
func (r *modules) partners(ctx context.Context) (carrier.Carriers, error) {
	o := remote.Options{
		URL: r.cfg.Carrier.URL, Token: r.cfg.Carrier.Token, WebhookSecrets: r.cfg.Carrier.WebhookSecrets, Clock: r.clock, Log: r.log,
	}
	switch {
	case r.cfg.SandboxCarrier():
		o.PerSecond, o.PerLineMinute = sandboxLimits, 10*sandboxLimits // readings are renewed often, see sandboxFresh
		o.URL, o.Token, o.WebhookSecrets = r.self()+sandboxcarrier.Prefix+"/v1", sandboxCarrierToken, []string{sandboxCarrierSecret}
	case o.URL == "":
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
	return carrier.Carriers{carrier.HTTP: partner, carrier.Pool: pool.New(partner)}, nil
}

// sandboxCarrier prepares the carrier that stands in for a real one. It sells what the shop sells.
func (r *modules) sandboxCarrier(ctx context.Context) error {
	if !r.cfg.SandboxCarrier() {
		return nil
	}
	if err := sandboxcarrier.Migrate(ctx, r.db.SQL); err != nil {
		return err
	}
	r.partner = sandboxcarrier.New(sandboxcarrier.Options{
		DB: r.outside.SQL, Clock: r.clock, Logger: r.log, Token: sandboxCarrierToken, WebhookURL: r.self() + guard.CarrierPath,
		WebhookSecret: sandboxCarrierSecret, Plans: wholesale, Growth: sandboxGrowth,
	})
	return nil
}

// wholesale is what the sandbox carrier sells: every plan of the shop, in families of the same places. A plan with a contract
// goes on when it is bought again; any other waits for the end of the one before.
func wholesale(ctx context.Context, tx *sql.Tx) ([]sandboxcarrier.Plan, error) {
	rows, err := tx.QueryContext(ctx, `
		select distinct on (ref) coalesce(nullif(p.plan_ref, ''), p.goods_id) as ref, p.data_mb, p.unlimited, p.data_per = 'day',
		    p.voice_minutes, p.days, p.contract_period <> '', cardinality(p.real_name) > 0,
		    coalesce((select string_agg(d.code, '-' order by d.code) from product_destination d
		              where d.tenant_id = p.tenant_id and d.goods_id = p.goods_id), '')
		from product p order by ref, p.tenant_id`)
	if err != nil {
		return nil, fmt.Errorf("read wholesale plans: %w", err)
	}
	defer func() { _ = rows.Close() }()
	var list []sandboxcarrier.Plan
	for rows.Next() {
		var p sandboxcarrier.Plan
		if err := rows.Scan(&p.Ref, &p.DataMB, &p.Unlimited, &p.PerDay, &p.VoiceMinutes, &p.Days, &p.Extends, &p.Kyc, &p.Family); err != nil {
			return nil, fmt.Errorf("read wholesale plans: %w", err)
		}
		list = append(list, p)
	}
	return list, rows.Err()
}
