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

// Refunds lists up to a hundred refunds that were made from a time on and before another, after the one with an id, but for those
// that failed; next names where the list goes on, "" at its end.
func (p *Provider) Refunds(ctx context.Context, from, before time.Time, after string) (list []payment.ProviderRefund, next string, err error) {
	params := &stripe.RefundListParams{CreatedRange: between(from, before)}
	page(ctx, &params.ListParams, after)
	pages, last := p.api.Refunds.List(params), ""
	for pages.Next() {
		r := refund(pages.Refund())
		if last = r.ID; r.State != "failed" {
			list = append(list, r)
		}
	}
	if err := pages.Err(); err != nil {
		return nil, "", translate("list refunds", err)
	}
	if pages.Meta().HasMore {
		next = last
	}
	return list, next, nil
}

// page makes a list one of a single page after an object.
func page(ctx context.Context, params *stripe.ListParams, after string) {
	params.Context, params.Limit, params.Single = ctx, stripe.Int64(pageSize), true
	if after != "" {
		params.StartingAfter = stripe.String(after)
	}
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

// Charges lists up to a hundred charges made from a time on and before another, after the one with an id, but for those that took
// no money; next names where the list goes on, "" at its end.
func (p *Provider) Charges(ctx context.Context, from, before time.Time, after string) (list []payment.ProviderCharge, next string, err error) {
	params := &stripe.ChargeListParams{CreatedRange: between(from, before)}
	page(ctx, &params.ListParams, after)
	pages, last := p.api.Charges.List(params), ""
	for pages.Next() {
		ch := pages.Charge()
		if last = ch.ID; ch.Status == stripe.ChargeStatusSucceeded && ch.Captured {
			list = append(list, charge(ch))
		}
	}
	if err := pages.Err(); err != nil {
		return nil, "", translate("list charges", err)
	}
	if pages.Meta().HasMore {
		next = last
	}
	return list, next, nil
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
