package config

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"
)

func (c Config) validate() error {
	if !slices.Contains([]string{"development", "sandbox", "production"}, c.AppEnv) {
		return fmt.Errorf("APP_ENV must be development or production, not %q", c.AppEnv)
	}
	if c.Production() {
		return c.validateProduction()
	}
	if strings.Contains(c.Payment.SecretKey, "_live_") {
		return fmt.Errorf("APP_ENV=%s does not take a live STRIPE_SECRET_KEY: set APP_ENV=production", c.AppEnv)
	}
	return nil
}

func (s Server) validate() error {
	var errs []error
	if s.Port < 1 || s.Port > 65535 {
		errs = append(errs, fmt.Errorf("PORT must be between 1 and 65535, not %d", s.Port))
	}
	if s.MetricsPort < 0 || s.MetricsPort > 65535 || (s.MetricsPort != 0 && s.MetricsPort == s.Port) {
		errs = append(errs, fmt.Errorf("METRICS_PORT must be between 1 and 65535 and not PORT, or 0 for none, not %d", s.MetricsPort))
	}
	if s.LimitsFactor < 1 {
		errs = append(errs, fmt.Errorf("LIMITS_FACTOR must be at least 1, not %d", s.LimitsFactor))
	}
	errs = append(errs, absoluteURL("PUBLIC_URL", s.PublicURL, "http", "https"), absoluteURL("SSR_URL", s.SSRURL, "http", "https"))
	for _, token := range s.InternalTokens {
		if token == "" || strings.ContainsFunc(token, unicode.IsSpace) {
			errs = append(errs, errors.New("INTERNAL_TOKEN must be secrets without blanks, with a comma between"))
			break
		}
	}
	errs = append(errs, networks("INTERNAL_NETWORKS", s.InternalNetworks), networks("TRUSTED_PROXIES", s.TrustedProxies))
	if !slices.Contains([]string{"text", "json"}, s.LogFormat) {
		errs = append(errs, fmt.Errorf("LOG_FORMAT must be text or json, not %q", s.LogFormat))
	}
	if !slices.Contains([]string{"debug", "info", "warn", "error"}, s.LogLevel) {
		errs = append(errs, fmt.Errorf("LOG_LEVEL must be debug, info, warn or error, not %q", s.LogLevel))
	}
	if s.Call <= 0 {
		errs = append(errs, fmt.Errorf("CALL_TIMEOUT must be longer than 0, not %s", s.Call))
	}
	for _, t := range []setting[time.Duration]{{"HEADER_TIMEOUT", s.Header}, {"WRITE_TIMEOUT", s.Write}} {
		if t.value <= 0 {
			errs = append(errs, fmt.Errorf("%s must be longer than 0, not %s", t.name, t.value))
		}
	}
	errs = append(errs, atLeastOne(setting[int]{"MAX_CONNECTIONS", s.MaxConns}, setting[int]{"MAX_CONNECTIONS_PER_NETWORK", s.ConnsPerNetwork}))
	if s.ShutdownDelay < 0 {
		errs = append(errs, errors.New("SHUTDOWN_DELAY must not be negative"))
	}
	if s.Shutdown <= 0 {
		errs = append(errs, errors.New("SHUTDOWN_TIMEOUT must be longer than 0"))
	}
	return errors.Join(errs...)
}

func (p Pages) validate() error {
	if p.CacheMB < 4 || p.CacheMB > 4096 {
		return fmt.Errorf("PAGE_CACHE_MB must be 4 to 4096, not %d", p.CacheMB)
	}
	return atLeastOne(setting[int]{"MAX_FORMS", p.Forms}, setting[int]{"MAX_FORMS_PER_NETWORK", p.FormsPerNetwork})
}

func (s Studio) validate() error {
	for _, host := range s.Hosts {
		u, err := url.Parse("//" + host)
		if err != nil || host == "" || u.Host != host {
			return fmt.Errorf("STUDIO_HOSTS: %q is not a host like studio.example.com", host)
		}
	}
	return nil
}

func (i Images) validate() error {
	if i.BucketURL == "" {
		return nil
	}
	u, err := url.Parse(i.BucketURL)
	bucket := err == nil && strings.Trim(u.Path, "/") != "" && !strings.Contains(strings.Trim(u.Path, "/"), "/")
	if err != nil || !slices.Contains([]string{"http", "https"}, u.Scheme) || u.Host == "" || !bucket || u.User != nil || u.RawQuery != "" {
		return errors.New("IMAGE_BUCKET_URL must be the address of a bucket, like https://s3.example.com/bucket")
	}
	if i.BucketKey == "" || i.BucketSecret == "" {
		return errors.New("IMAGE_BUCKET_KEY and IMAGE_BUCKET_SECRET must be set when IMAGE_BUCKET_URL is")
	}
	return nil
}

func atLeastOne(settings ...setting[int]) error {
	var errs []error
	for _, s := range settings {
		if s.value < 1 {
			errs = append(errs, fmt.Errorf("%s must be at least 1, not %d", s.name, s.value))
		}
	}
	return errors.Join(errs...)
}

// minConns lets a request and a job go on while another of each waits for a lock.
const minConns = 4

func (d Database) validate() error {
	err := errors.Join(
		absoluteURL("DATABASE_URL", d.URL, "postgres", "postgresql"),
		absoluteURL("DATABASE_DIRECT_URL", d.DirectURL, "postgres", "postgresql"),
		absoluteURL("REDIS_URL", d.RedisURL, "redis", "rediss", "unix"),
	)
	if d.Migrate != "" && d.Migrate != "true" && d.Migrate != "false" {
		err = errors.Join(err, fmt.Errorf("MIGRATE must be true or false, not %q", d.Migrate))
	}
	if d.Pooled() && d.URL == "" {
		err = errors.Join(err, errors.New("DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler"))
	}
	if d.MaxConns < minConns {
		err = errors.Join(
			err,
			fmt.Errorf("DATABASE_MAX_CONNS must be at least %d, half of them for requests and half for jobs, not %d", minConns, d.MaxConns),
		)
	}
	return err
}

func (p Payment) validate() error {
	var errs []error
	if !p.OwnScript() {
		errs = append(errs, absoluteURL("STRIPE_SCRIPT", p.Script, "https"))
	}
	if p.SecretKey == "" {
		return errors.Join(errs...)
	}
	if !strings.HasPrefix(p.SecretKey, "sk_") && !strings.HasPrefix(p.SecretKey, "rk_") {
		errs = append(errs, errors.New("STRIPE_SECRET_KEY must start with sk_ or rk_"))
	}
	if !strings.HasPrefix(p.PublishableKey, "pk_") {
		errs = append(errs, errors.New("STRIPE_PUBLISHABLE_KEY must start with pk_ when STRIPE_SECRET_KEY is set"))
	}
	if len(p.WebhookSecrets) == 0 || len(p.WebhookSecrets) > 2 {
		errs = append(errs, errors.New("STRIPE_WEBHOOK_SECRET needs one secret, or two with a comma between them"))
	}
	if secret, shown := mode(p.SecretKey), mode(p.PublishableKey); p.PublishableKey != "" && secret != shown {
		errs = append(
			errs,
			fmt.Errorf("STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY must both be live keys or both test keys, not %s and %s", shown, secret),
		)
	}
	for _, s := range p.WebhookSecrets {
		if !strings.HasPrefix(s, "whsec_") { // an empty one would let anybody sign
			errs = append(errs, errors.New("STRIPE_WEBHOOK_SECRET must start with whsec_"))
			break
		}
	}
	return errors.Join(append(errs, absoluteURL("STRIPE_API_BASE", p.APIBase, "http", "https"))...)
}

// mode returns the world in which a key of Stripe's counts: "live" or "test", as in sk_live_..., rk_test_... and pk_test_....
func mode(key string) string {
	_, rest, _ := strings.Cut(key, "_")
	for _, world := range []string{"live", "test"} {
		if strings.HasPrefix(rest, world+"_") {
			return world
		}
	}
	return "neither"
}

func (c Carrier) validate() error {
	var errs []error
	if c.Normal <= 0 {
		errs = append(errs, fmt.Errorf("CARRIER_NORMAL must be longer than 0, not %s", c.Normal))
	}
	if c.SLA <= 0 {
		errs = append(errs, fmt.Errorf("CARRIER_SLA must be longer than 0, not %s", c.SLA))
	}
	if c.Fresh < 0 {
		errs = append(errs, fmt.Errorf("CARRIER_FRESH must not be less than 0, not %s", c.Fresh))
	}
	errs = append(errs, atLeastOne(setting[int]{"CARRIER_PER_SECOND", c.PerSecond}, setting[int]{"CARRIER_PER_LINE_MINUTE", c.PerLineMinute}))
	if c.URL == "" {
		return errors.Join(errs...)
	}
	if c.Token == "" {
		errs = append(errs, errors.New("CARRIER_TOKEN must be set when CARRIER_URL is"))
	}
	if len(c.WebhookSecrets) == 0 || len(c.WebhookSecrets) > 2 {
		errs = append(errs, errors.New("CARRIER_WEBHOOK_SECRET needs one secret, or two with a comma between them"))
	}
	for _, s := range c.WebhookSecrets {
		if len(s) < 16 { // an empty one would let anybody sign
			errs = append(errs, errors.New("CARRIER_WEBHOOK_SECRET must have at least 16 characters"))
			break
		}
	}
	return errors.Join(append(errs, absoluteURL("CARRIER_URL", c.URL, "http", "https"))...)
}

func (s Sandbox) validate() error { return absoluteURL("SANDBOX_URL", s.URL, "http", "https") }

func (m Mail) validate() error { return absoluteURL("SMTP_URL", m.SMTPURL, "smtp", "smtps") }

func (s SMS) validate() error {
	return errors.Join(absoluteURL("SMS_URL", s.URL, "http", "https"), atLeastOne(
		setting[int]{"SMS_PER_NUMBER", s.PerNumber}, setting[int]{"SMS_PER_NETWORK", s.PerNetwork}, setting[int]{"SMS_PER_COUNTRY", s.PerCountry},
		setting[int]{"SMS_PER_DAY", s.PerDay}))
}

func (r Rules) validate() error {
	var errs []error
	if r.RSABits < 1024 || r.RSABits > 4096 {
		errs = append(errs, fmt.Errorf("GW_RSA_BITS must be between 1024 and 4096, not %d", r.RSABits))
	}
	for _, long := range []setting[time.Duration]{
		{"PAYMENT_WINDOW", r.PaymentWindow}, {"TRACK_FOR", r.TrackFor}, {"CODE_TTL", r.CodeTTL}, {"CODE_RESEND", r.CodeResend},
		{"SESSION_IDLE", r.SessionIdle}, {"SESSION_MAX", r.SessionMax},
	} {
		if long.value <= 0 {
			errs = append(errs, fmt.Errorf("%s must be longer than 0, not %s", long.name, long.value))
		}
	}
	return errors.Join(errs...)
}

func (u Unpaid) validate() error {
	var errs []error
	for _, most := range []setting[int]{
		{"UNPAID_PER_BUYER", u.PerBuyer}, {"UNPAID_UNITS_PER_BUYER", u.UnitsPerBuyer},
		{"UNPAID_PER_NETWORK", u.PerNetwork}, {"UNPAID_UNITS_PER_NETWORK", u.UnitsPerNetwork},
	} {
		if most.value < 0 {
			errs = append(errs, fmt.Errorf("%s must not be less than 0, not %d", most.name, most.value))
		}
	}
	return errors.Join(errs...)
}

func (n Numbers) validate() error {
	if n.PerNetwork < 0 {
		return fmt.Errorf("NUMBERS_PER_NETWORK must not be less than 0, not %d", n.PerNetwork)
	}
	return nil
}

// setting is what a rule for several of them checks. They stand in lists, so that complaints come in the same order each time.
type setting[T any] struct {
	name  string
	value T
}

// networks checks a setting that lists networks.
func networks(name string, list []string) error {
	for _, n := range list {
		if _, err := netip.ParsePrefix(n); err != nil {
			return fmt.Errorf("%s: %q is not a network like 10.0.0.0/8", name, n)
		}
	}
	return nil
}

// absoluteURL checks a setting that is an address, or empty.
func absoluteURL(name, value string, schemes ...string) error {
	if value == "" {
		return nil
	}
	u, err := url.Parse(value)
	if err != nil || !slices.Contains(schemes, u.Scheme) || (u.Host == "" && strings.HasPrefix(u.Scheme, "http")) {
		return fmt.Errorf("%s must be an address that starts with %s://", name, strings.Join(schemes, ":// or "))
	}
	return nil
}

func (t Tracing) validate() error {
	err := absoluteURL("OTEL_EXPORTER_OTLP_ENDPOINT", t.Endpoint, "http", "https")
	if !(t.Ratio >= 0 && t.Ratio <= 1) { // nor is it what is no number
		err = errors.Join(err, fmt.Errorf("OTEL_TRACES_SAMPLER_ARG must be between 0 and 1, not %g", t.Ratio))
	}
	return err
}
