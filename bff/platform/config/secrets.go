package config

import (
	"net/url"
	"strings"
)

// Secret is a secret of the settings; a setting that lists several has one for each, the one in use first.
type Secret struct{ Name, Value string }

// Secrets returns the secrets that are set, with the passwords that stand in addresses, in the order of the settings.
func (c Config) Secrets() []Secret {
	var out []Secret
	add := func(name string, values ...string) {
		for _, v := range values {
			if v = strings.TrimSpace(v); v != "" {
				out = append(out, Secret{name, v})
			}
		}
	}
	add("APP_SECRET", strings.Split(c.AppSecret, ",")...)
	add("INTERNAL_TOKEN", c.Server.InternalTokens...)
	for _, address := range []setting[string]{
		{"DATABASE_URL", c.Database.URL}, {"DATABASE_DIRECT_URL", c.Database.DirectURL}, {"REDIS_URL", c.Database.RedisURL}, {"SMTP_URL", c.Mail.SMTPURL},
	} {
		if u, err := url.Parse(address.value); err == nil && u.User != nil {
			password, _ := u.User.Password()
			add(address.name, password)
		}
	}
	add("STRIPE_SECRET_KEY", c.Payment.SecretKey)
	add("STRIPE_WEBHOOK_SECRET", c.Payment.WebhookSecrets...)
	add("CARRIER_TOKEN", c.Carrier.Token)
	add("CARRIER_WEBHOOK_SECRET", c.Carrier.WebhookSecrets...)
	add("SMS_TOKEN", c.SMS.Token)
	return out
}
