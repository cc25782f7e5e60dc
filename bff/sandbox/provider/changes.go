package provider

import (
	"context"
	"slices"
)

func updateIntent(ctx context.Context, c *call) (any, error) {
	in, err := lock[intent](ctx, c.unit, c.r.PathValue("id"), "intent")
	if err != nil {
		return nil, err
	}
	open := in.Status == statusMethod || in.Status == statusConfirm || in.Status == statusAction
	for _, name := range []string{"amount", "currency", "payment_method", "payment_method_data", "payment_method_types"} {
		if c.p.has(name) && !open {
			return nil, unexpected(in, "This PaymentIntent's "+name+" could not be updated because it has a status of "+
				in.Status+". You may only update the "+name+" of a PaymentIntent with one of the following statuses: "+
				"requires_payment_method, requires_confirmation, requires_action.")
		}
	}
	if err := c.reprice(in); err != nil {
		return nil, err
	}
	if c.p.has("payment_method_types") {
		if in.PaymentMethodTypes, err = typesFor(in.Currency, c.p.list("payment_method_types"), false); err != nil {
			return nil, err
		}
	}
	m, err := c.chosenMethod(ctx)
	if err != nil {
		return nil, err
	}
	if m != nil {
		if err := attach(in, m); err != nil {
			return nil, err
		}
	}
	if c.p.Has("description") {
		in.Description = c.p.ref("description")
	}
	c.common(in)
	return in, c.put(in)
}

// reprice applies amount and currency.
func (c *call) reprice(in *intent) error {
	amount, sent, err := c.p.integer("amount")
	if err != nil {
		return err
	}
	if sent {
		in.Amount = amount
	}
	if c.p.Has("currency") {
		currency, f := currencyFrom(c.p.str("currency"), "currency")
		if f != nil {
			return f
		}
		in.Currency = currency
	}
	if f := checkAmount(in.Amount, in.Currency, "amount"); f != nil {
		return f
	}
	return nil
}

func cancelIntent(ctx context.Context, c *call) (any, error) {
	in, err := lock[intent](ctx, c.unit, c.r.PathValue("id"), "intent")
	if err != nil {
		return nil, err
	}
	reason := c.p.str("cancellation_reason")
	if reason != "" && !slices.Contains([]string{"abandoned", "duplicate", "fraudulent", "requested_by_customer"}, reason) {
		return nil, invalid("", "cancellation_reason", "Invalid cancellation_reason: must be one of duplicate, fraudulent, "+
			"requested_by_customer, or abandoned")
	}
	switch in.Status {
	case statusMethod, statusConfirm, statusAction:
	default:
		return nil, unexpected(in, "You cannot cancel this PaymentIntent because it has a status of "+in.Status+". Only a "+
			"PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, "+
			"requires_confirmation, requires_action, processing.")
	}
	if in.Session != "" {
		return nil, unexpected(in, "You cannot cancel this PaymentIntent because it was created by a Checkout Session. "+
			"Expire the Checkout Session instead.")
	}
	return in, c.cancel(ctx, in, reason)
}
