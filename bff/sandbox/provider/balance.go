package provider

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/platform/money"
)

const (
	// feePPM and feeFixed are what the sandbox keeps of a charge: 2.9% and 30 minor units.
	feePPM, feeFixed = 29_000, 30
	// disputeFee is kept of every dispute.
	disputeFee = 1500
	// availableAfter is when money can be paid out.
	availableAfter = 2 * 24 * time.Hour
)

func (p *Provider) routeBalance() {
	p.api("GET /v1/balance_transactions", list("balance_transaction", "/v1/balance_transactions", "currency", "source", "type"))
	p.api("GET /v1/balance_transactions/{id}", route{do: func(ctx context.Context, c *call) (any, error) {
		return find[balanceTransaction](ctx, c.unit, c.r.PathValue("id"), "id")
	}})
	p.api("GET /v1/charges", list("charge", "/v1/charges", "customer", "payment_intent"))
	p.api("GET /v1/charges/{id}", route{do: func(ctx context.Context, c *call) (any, error) {
		return find[charge](ctx, c.unit, c.r.PathValue("id"), "charge")
	}})
}

// book writes amount, negative for money that leaves, into the balance. kind is charge, refund, refund_failure
// or adjustment.
func (u *unit) book(ctx context.Context, kind, source string, amount int64, currency string) (*balanceTransaction, error) {
	bt := &balanceTransaction{
		Amount: amount, AvailableOn: u.after(availableAfter).Unix(), Created: u.unix(), Currency: currency, FeeDetails: []any{},
		ID: newID("txn_3", 23), Net: amount, Object: "balance_transaction", ReportingCategory: kind, Source: source,
		Status: "pending", Type: kind,
	}
	switch {
	case kind == "charge":
		bt.charge(money.Rate(amount, feePPM)+feeFixed, "Stripe processing fees")
	case kind == "adjustment" && amount < 0:
		bt.charge(disputeFee, "Dispute fee")
		bt.ReportingCategory = "dispute"
	case kind == "adjustment":
		bt.ReportingCategory = "dispute_reversal"
	}
	return bt, u.put(bt)
}

func (o *balanceTransaction) charge(fee int64, what string) {
	o.Fee, o.Net = fee, o.Amount-fee
	o.FeeDetails = []any{map[string]any{"amount": fee, "currency": o.Currency, "description": what, "type": "stripe_fee"}}
}
