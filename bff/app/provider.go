package app

import "github.com/roamcart/roamcart/bff/payment/stripe"

// The sandbox provider's own keys: fixed and public, because no money can move with them.
const (
	sandboxSecretKey      = "sk_test_roamcartsandbox"
	sandboxPublishableKey = "pk_test_roamcartsandbox"
	sandboxWebhookSecret  = "whsec_roamcartsandbox"
	stripeJS              = "https://js.stripe.com/endive/stripe.js" // the release that @stripe/stripe-js describes
	sandboxJS             = "/sandbox/stripe.js"
)

// stripe is the payment provider, or what stands in for it behind the same address.
func (r *modules) stripe() *stripe.Provider {
	o := stripe.Options{
		SecretKey: r.cfg.Payment.SecretKey, APIBase: r.cfg.Payment.APIBase, WebhookSecrets: r.cfg.Payment.WebhookSecrets, Log: r.log,
	}
	if r.cfg.SandboxPayments() {
		o.SecretKey, o.APIBase, o.WebhookSecrets = sandboxSecretKey, r.self()+"/sandbox/stripe", []string{sandboxWebhookSecret}
	}
	return stripe.New(o)
}

// publishableKey is what the payment page shows the provider.
func (r *modules) publishableKey() string {
	if r.cfg.SandboxPayments() {
		return sandboxPublishableKey
	}
	return r.cfg.Payment.PublishableKey
}

// scriptURL is where the payment page finds the script of the provider.
func (r *modules) scriptURL() string {
	if r.cfg.SandboxPayments() {
		return sandboxJS
	}
	return stripeJS
}
