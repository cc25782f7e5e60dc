package config

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/local"
)

// minSecret is how many characters of a secret nobody guesses.
const minSecret = 32

// validateProduction refuses what is fine for trying the shop out and dangerous for selling with it, a line for each setting.
func (c Config) validateProduction() error {
	var missing []string
	for _, needed := range []setting[string]{
		{"APP_SECRET", c.AppSecret}, {"DATABASE_URL", c.Database.URL}, {"INTERNAL_TOKEN", strings.Join(c.Server.InternalTokens, "")},
		{"PUBLIC_URL", c.Server.PublicURL}, {"REDIS_URL", c.Database.RedisURL}, {"SMTP_URL", c.Mail.SMTPURL}, {"STRIPE_SECRET_KEY", c.Payment.SecretKey},
	} {
		if needed.value == "" {
			missing = append(missing, needed.name)
		}
	}
	var errs []error
	if len(missing) > 0 {
		errs = append(errs, fmt.Errorf("APP_ENV=production also needs %s", strings.Join(missing, ", ")))
	}
	if c.AppSecret != "" && slices.ContainsFunc(strings.Split(c.AppSecret, ","), tooShort) {
		errs = append(errs, fmt.Errorf("APP_SECRET must have at least %d characters, and so must each older one after a comma", minSecret))
	}
	// One that is empty is no secret at all: see Server.validate.
	if slices.ContainsFunc(c.Server.InternalTokens, func(token string) bool { return token != "" && tooShort(token) }) {
		errs = append(
			errs,
			fmt.Errorf("INTERNAL_TOKEN must have at least %d characters in production, and so must each one after a comma", minSecret),
		)
	}
	if c.Mail.From == defaultFrom {
		errs = append(errs, fmt.Errorf("MAIL_FROM must be an address of yours in production: nobody can answer to %s", defaultFrom))
	}
	if u, err := url.Parse(c.Server.PublicURL); err == nil && local.IsName(strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))) {
		errs = append(
			errs,
			fmt.Errorf(
				"PUBLIC_URL must be the address that customers open in production, not %s, which is each customer's own machine",
				u.Hostname(),
			),
		)
	}
	if c.Studio.On && c.Images.Dir == "" && c.Images.BucketURL == "" {
		errs = append(errs, errors.New("STUDIO=true in production also needs IMAGE_BUCKET_URL, or IMAGE_DIR, a folder that every front door has: "+
			"images that staff upload would be lost with the machine"))
	}
	if c.Sandbox.URL != "" {
		errs = append(errs, errors.New("SANDBOX_URL must not be set in production: a sandbox takes no money and sends no mail"))
	}
	if c.Payment.OwnScript() {
		errs = append(errs, errors.New("STRIPE_SCRIPT must be Stripe's own in production"))
	}
	if c.Server.LocalHosts {
		errs = append(errs, errors.New("LOCAL_HOSTS must not be true in production: each customer has a localhost"))
	}
	return errors.Join(errs...)
}

// MissingToRun names the settings, in the order of the alphabet, without which no shop opens.
func (c Config) MissingToRun() []string {
	var missing []string
	for _, needed := range []setting[string]{
		{"DATABASE_URL", c.Database.URL}, {"REDIS_URL", c.Database.RedisURL}, {"SMTP_URL", c.Mail.SMTPURL}, {"STRIPE_SECRET_KEY", c.Payment.SecretKey},
	} {
		if needed.value == "" {
			missing = append(missing, needed.name)
		}
	}
	return missing
}

func tooShort(secret string) bool { return len(strings.TrimSpace(secret)) < minSecret }
