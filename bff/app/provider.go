package app

import "github.com/roamcart/roamcart/bff/payment/stripe"

// stripe is the payment provider.
func (r *modules) stripe() *stripe.Provider {
	return stripe.New(stripe.Options{
		SecretKey: r.cfg.Payment.SecretKey, APIBase: r.cfg.Payment.APIBase, WebhookSecrets: r.cfg.Payment.WebhookSecrets,
		Transport: r.dependencyTransport("provider", partnerTransport()),
	})
}
