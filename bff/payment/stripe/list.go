package stripe

import (
	"context"
	"time"

	"github.com/stripe/stripe-go/v76"

	"github.com/roamcart/roamcart/bff/payment"
)

const pageSize = 100

// RefundsOf lists every refund of an intent.
func (p *Provider) RefundsOf(ctx context.Context, intentID string) ([]payment.ProviderRefund, error) {
	params := &stripe.RefundListParams{PaymentIntent: stripe.String(intentID)}
	return p.refunds(ctx, params)
}

// Refunds lists the refunds that were made from a time on and before another, but for those that failed.
func (p *Provider) Refunds(ctx context.Context, from, before time.Time) ([]payment.ProviderRefund, error) {
	params := &stripe.RefundListParams{CreatedRange: between(from, before)}
	all, err := p.refunds(ctx, params)
	list := all[:0]
	for _, r := range all {
		if r.State != "failed" {
			list = append(list, r)
		}
	}
	return list, err
}

func (p *Provider) refunds(ctx context.Context, params *stripe.RefundListParams) ([]payment.ProviderRefund, error) {
	params.Context, params.Limit = ctx, stripe.Int64(pageSize)
	var list []payment.ProviderRefund
	pages := p.api.Refunds.List(params)
	for pages.Next() {
		list = append(list, refund(pages.Refund()))
	}
	if err := pages.Err(); err != nil {
		return nil, translate("list refunds", err)
	}
	return list, nil
}

// Charges lists the charges that took money, made from a time on and before another.
func (p *Provider) Charges(ctx context.Context, from, before time.Time) ([]payment.ProviderCharge, error) {
	params := &stripe.ChargeListParams{CreatedRange: between(from, before)}
	params.Context, params.Limit = ctx, stripe.Int64(pageSize)
	var list []payment.ProviderCharge
	pages := p.api.Charges.List(params)
	for pages.Next() {
		if ch := pages.Charge(); ch.Status == stripe.ChargeStatusSucceeded && ch.Captured {
			list = append(list, charge(ch))
		}
	}
	if err := pages.Err(); err != nil {
		return nil, translate("list charges", err)
	}
	return list, nil
}

// Ping asks for one charge: every key that can take payments may read it.
func (p *Provider) Ping(ctx context.Context) error {
	params := &stripe.ChargeListParams{}
	params.Context, params.Limit, params.Single = ctx, stripe.Int64(1), true
	if err := p.api.Charges.List(params).Err(); err != nil {
		return translate("ping", err)
	}
	return nil
}

func between(from, before time.Time) *stripe.RangeQueryParams {
	return &stripe.RangeQueryParams{GreaterThanOrEqual: from.Unix(), LesserThan: before.Unix()}
}
