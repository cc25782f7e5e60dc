package provider

import (
	"context"
	"crypto/subtle"
	"fmt"
	"maps"
	"slices"
)

// The statuses of an intent.
const (
	statusCanceled   = "canceled"
	statusAction     = "requires_action"
	statusConfirm    = "requires_confirmation"
	statusMethod     = "requires_payment_method"
	statusProcessing = "processing"
	statusSucceeded  = "succeeded"
)

var (
	intentParams = []string{
		"amount", "automatic_payment_methods", "capture_method", "confirmation_method", "currency", "customer", "description",
		"metadata", "payment_method", "payment_method_data", "payment_method_options", "payment_method_types",
		"receipt_email", "setup_future_usage", "shipping", "statement_descriptor", "statement_descriptor_suffix",
	}
	confirmParams = []string{
		"client_secret", "error_on_requires_action", "mandate_data", "off_session", "payment_method", "payment_method_data",
		"payment_method_options", "payment_method_types", "receipt_email", "return_url", "setup_future_usage", "shipping",
		"use_stripe_sdk",
	}
)

func (p *Provider) routeIntents() {
	p.api("POST /v1/payment_intents", route{params: append(slices.Clone(intentParams), append(confirmParams, "confirm")...),
		do: createIntent})
	p.api("GET /v1/payment_intents", list("payment_intent", "/v1/payment_intents", "customer"))
	p.api("GET /v1/payment_intents/{id}", route{publishable: true, params: []string{"client_secret"}, do: retrieveIntent})
	p.api("POST /v1/payment_intents/{id}", route{params: intentParams, do: updateIntent})
	p.api("POST /v1/payment_intents/{id}/confirm", route{publishable: true, params: confirmParams, do: confirmIntent})
	p.api("POST /v1/payment_intents/{id}/cancel", route{params: []string{"cancellation_reason"}, do: cancelIntent})
	// Stripe.js answers 3-D Secure inside the page through an address of its own; so does the sandbox's script.
	p.api("POST /v1/3ds2/authenticate", route{publishable: true, params: []string{"client_secret", "outcome", "source"},
		do: authenticateInPage})
}

func createIntent(ctx context.Context, c *call) (any, error) {
	in, err := c.newIntent()
	if err != nil {
		return nil, err
	}
	m, err := c.chosenMethod(ctx)
	if err != nil {
		return nil, err
	}
	confirm, err := c.p.flag("confirm")
	if err != nil {
		return nil, err
	}
	if !confirm && c.p.Has("return_url") {
		return nil, invalid("", "return_url", "You can only pass `return_url` when `confirm` is true.")
	}
	if m != nil {
		if err := attach(in, m); err != nil {
			return nil, err
		}
	}
	if err := c.put(in); err != nil {
		return nil, err
	}
	if err := c.emit(ctx, "payment_intent.created", in, nil); err != nil {
		return nil, err
	}
	if confirm {
		return c.confirm(ctx, in, m)
	}
	return in, nil
}

// newIntent returns the intent that the parameters describe, neither confirmed nor stored.
func (c *call) newIntent() (*intent, error) {
	amount, sent, err := c.p.integer("amount")
	if err != nil {
		return nil, err
	}
	if !sent {
		return nil, missing("amount")
	}
	currency, f := currencyFrom(c.p.str("currency"), "currency")
	if f == nil {
		f = checkAmount(amount, currency, "amount")
	}
	if f != nil {
		return nil, f
	}
	if how := c.p.str("capture_method"); how != "" && how != "automatic" && how != "automatic_async" {
		return nil, invalid("", "capture_method", "The sandbox captures automatically; capture_method must be automatic or automatic_async.")
	}
	in := c.blankIntent(amount, currency)
	if err := c.methodsOf(in); err != nil {
		return nil, err
	}
	in.Customer, in.Description = c.p.ref("customer"), c.p.ref("description")
	in.ReceiptEmail, in.StatementDescriptor = c.p.ref("receipt_email"), c.p.ref("statement_descriptor")
	c.common(in)
	return in, nil
}

func (u *unit) blankIntent(amount int64, currency string) *intent {
	id := newID("pi_3", 23)
	return &intent{
		Amount: amount, CaptureMethod: "automatic", ClientSecret: newID(id+"_secret_", 25), ConfirmationMethod: "automatic",
		Created: u.unix(), Currency: currency, ID: id, Metadata: map[string]string{}, Object: "payment_intent",
		PaymentMethodOptions: map[string]map[string]string{}, PaymentMethodTypes: []string{"card"}, Status: statusMethod,
	}
}

// methodsOf sets which payment methods in accepts.
func (c *call) methodsOf(in *intent) error {
	auto, asked := c.p.inside("automatic_payment_methods"), c.p.list("payment_method_types")
	enabled, err := auto.flag("enabled")
	if err != nil {
		return err
	}
	if enabled && len(asked) > 0 {
		return invalid("parameters_exclusive", "payment_method_types", "You may only specify one of these parameters: "+
			"automatic_payment_methods, payment_method_types.")
	}
	if in.PaymentMethodTypes, err = typesFor(in.Currency, asked, enabled); err != nil {
		return err
	}
	if enabled {
		in.AutomaticPaymentMethods = &automatic{AllowRedirects: "always", Enabled: true}
		if auto.str("allow_redirects") == "never" {
			in.AutomaticPaymentMethods.AllowRedirects = "never"
			in.PaymentMethodTypes = []string{"card"}
		}
	}
	return nil
}

// common applies the parameters that creation, update and confirmation share.
func (c *call) common(in *intent) {
	if c.p.str("metadata") == "" && c.p.Has("metadata") {
		in.Metadata = map[string]string{}
	}
	mergeMetadata(in.Metadata, c.p.flat("metadata"))
	if c.p.Has("receipt_email") {
		in.ReceiptEmail = c.p.ref("receipt_email")
	}
	if c.p.Has("setup_future_usage") {
		in.SetupFutureUsage = c.p.ref("setup_future_usage")
	}
	if shipping := c.p.inside("shipping"); len(shipping.Values) > 0 {
		in.Shipping = map[string]any{"address": shipping.flat("address")}
		for k, v := range c.p.flat("shipping") {
			in.Shipping[k] = v
		}
	}
	for _, t := range methodTypes {
		if o := c.p.inside("payment_method_options").flat(t); len(o) > 0 {
			in.PaymentMethodOptions[t] = o
		}
	}
}

// mergeMetadata sets the keys of changes in m; an empty value removes its key.
func mergeMetadata(m, changes map[string]string) {
	maps.Copy(m, changes)
	maps.DeleteFunc(m, func(_, v string) bool { return v == "" })
}

// attach makes m the method of in, which then awaits its confirmation.
func attach(in *intent, m *method) error {
	if !slices.Contains(in.PaymentMethodTypes, m.Type) {
		return invalid("payment_intent_incompatible_payment_method", "payment_method", "The PaymentMethod provided ("+m.Type+
			") is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: "+
			fmt.Sprint(in.PaymentMethodTypes)+".")
	}
	in.PaymentMethod = &m.ID
	in.NextAction = nil
	in.Status = statusConfirm
	return nil
}

func retrieveIntent(ctx context.Context, c *call) (any, error) {
	in, err := find[intent](ctx, c.unit, c.r.PathValue("id"), "intent")
	if err != nil {
		return nil, err
	}
	if err := c.entitled(in); err != nil {
		return nil, err
	}
	return c.visible(in), nil
}

// entitled lets a publishable key work on the intent only with its client secret.
func (c *call) entitled(in *intent) error {
	given := c.p.str("client_secret")
	switch {
	case given == "" && c.secret:
		return nil
	case given == "":
		return missing("client_secret")
	case subtle.ConstantTimeCompare([]byte(given), []byte(in.ClientSecret)) != 1:
		return invalid("payment_intent_invalid_parameter", "client_secret", "The client_secret provided does not match the "+
			"client_secret associated with the PaymentIntent.")
	}
	return nil
}

// publicFields are the fields of an intent that Stripe shows to a publishable key.
var publicFields = []string{
	"amount", "automatic_payment_methods", "canceled_at", "cancellation_reason", "capture_method", "client_secret",
	"confirmation_method", "created", "currency", "description", "id", "last_payment_error", "livemode", "next_action",
	"object", "payment_method", "payment_method_types", "processing", "receipt_email", "setup_future_usage", "shipping",
	"status",
}

// visible returns what the caller may see of in.
func (c *call) visible(in *intent) any {
	m := render(in)
	if !c.secret {
		maps.DeleteFunc(m, func(k string, _ any) bool { return !slices.Contains(publicFields, k) })
	}
	return m
}
