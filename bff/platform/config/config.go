// Package config reads the program's settings from the environment. Every section has its defaults and its own rules;
// with nothing set at all the program runs the sandbox.
package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"
)

// Config is everything the program can be told.
type Config struct {
	// AppEnv is "sandbox" (everything embedded, no real money) or "production" (refuses embedded parts).
	AppEnv string `env:"APP_ENV" envDefault:"sandbox"`
	// DataDir holds what the sandbox keeps: database files, generated secrets.
	DataDir string `env:"DATA_DIR" envDefault:".data"`
	// AppSecret is the root of all derived keys; a comma separates the current one from older ones. The sandbox makes
	// one and keeps it in DataDir.
	AppSecret string `env:"APP_SECRET"`

	Server   Server
	Pages    Pages
	Database Database
	Payment  Payment
	Carrier  Carrier
	Mail     Mail
	SMS      SMS
	Rules    Rules
	Unpaid   Unpaid
	Numbers  Numbers
}

// Server is where the program listens and how it reaches the renderer.
type Server struct {
	Port int `env:"PORT" envDefault:"8080"`
	// Host is the address to listen on; empty means all of them.
	Host string `env:"HOST"`
	// MetricsHost and MetricsPort are where /metrics is answered, away from visitors; port 0 means nowhere.
	MetricsHost string `env:"METRICS_HOST" envDefault:"127.0.0.1"`
	MetricsPort int    `env:"METRICS_PORT"`
	// PublicURL is the default site's address where it is not localhost: its host is given to that site, and links in
	// mails begin with it. The other sites have their addresses in their own rows. Production needs one.
	PublicURL string `env:"PUBLIC_URL"`
	// SSRURL is a renderer that runs elsewhere; empty means the program starts its own from SSRDir.
	SSRURL string `env:"SSR_URL"`
	SSRDir string `env:"SSR_DIR" envDefault:"ssr/dist"`
	// InternalTokens are the secrets between the two programs: the first is shown, each of them is believed.
	InternalTokens []string `env:"INTERNAL_TOKEN"`
	// InternalNetworks are CIDRs from which the secret is believed: where renderers run. Connections count, not headers.
	InternalNetworks []string `env:"INTERNAL_NETWORKS" envDefault:"127.0.0.0/8,::1/128,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,100.64.0.0/10,169.254.0.0/16,fc00::/7,fe80::/10"`
	// TrustedProxies are CIDRs whose X-Forwarded-For is believed.
	TrustedProxies []string `env:"TRUSTED_PROXIES"`
	// Call bounds what a call of the gateway, and the answer to a form, may take. Whatever it waited for, its caller is told to try again.
	Call time.Duration `env:"CALL_TIMEOUT" envDefault:"20s"`
	// Header bounds the arrival of a request's header block, from its first byte on.
	Header time.Duration `env:"HEADER_TIMEOUT" envDefault:"10s"`
	// Write is how long a client may take to receive 32 KiB of a response.
	Write time.Duration `env:"WRITE_TIMEOUT" envDefault:"30s"`
	// MaxConns bounds the connections that are open at once; those of trusted proxies and of this machine are counted apart.
	MaxConns int `env:"MAX_CONNECTIONS" envDefault:"4096"`
	// ConnsPerNetwork bounds those of an IPv4 address or an IPv6 /64; a proxy and this machine are no network.
	ConnsPerNetwork int `env:"MAX_CONNECTIONS_PER_NETWORK" envDefault:"512"`
	// ShutdownDelay is how long a program that was told to stop says that it is not ready and answers all the same.
	ShutdownDelay time.Duration `env:"SHUTDOWN_DELAY" envDefault:"0s"`
	// Shutdown bounds the stop after that.
	Shutdown time.Duration `env:"SHUTDOWN_TIMEOUT" envDefault:"15s"`
	// LogFormat is "text" or "json"; LogLevel is debug, info, warn or error.
	LogFormat string `env:"LOG_FORMAT" envDefault:"text"`
	LogLevel  string `env:"LOG_LEVEL" envDefault:"info"`
}

// Pages is how pages are kept.
type Pages struct {
	// CacheMB bounds the memory of the page cache.
	CacheMB int `env:"PAGE_CACHE_MB" envDefault:"64"`
	// Warm renders every page of the sitemaps when the program starts and when something changed.
	Warm bool `env:"PAGE_WARM" envDefault:"true"`
	// FastPath answers kept pages on the connection, without net/http.
	FastPath bool `env:"PAGE_FAST_PATH" envDefault:"true"`
	// Forms bounds the forms that are under way at once, FormsPerNetwork those of an IPv4 address or an IPv6 /64.
	Forms           int `env:"MAX_FORMS" envDefault:"256"`
	FormsPerNetwork int `env:"MAX_FORMS_PER_NETWORK" envDefault:"32"`
}

// Database is where the truth and the speed live.
type Database struct {
	URL      string `env:"DATABASE_URL"`
	RedisURL string `env:"REDIS_URL"`
	MaxConns int    `env:"DATABASE_MAX_CONNS" envDefault:"16"`
	// Migrate is whether the start changes the schema, "true" or "false"; "" is true except in production, where several versions
	// may run and "roamcart migrate" is a step of its own.
	Migrate string `env:"MIGRATE"`
	// OnSecond is for tests: see pg.Options.
	OnSecond func(statement string)
}

// Payment is the payment provider; without a secret key the sandbox provider is used.
type Payment struct {
	SecretKey      string   `env:"STRIPE_SECRET_KEY"`
	PublishableKey string   `env:"STRIPE_PUBLISHABLE_KEY"`
	WebhookSecrets []string `env:"STRIPE_WEBHOOK_SECRET"`
	APIBase        string   `env:"STRIPE_API_BASE"`
}

// Carrier is who makes and counts the SIMs that do not come from imported ones; without an address the sandbox carrier is used.
type Carrier struct {
	URL            string   `env:"CARRIER_URL"`
	Token          string   `env:"CARRIER_TOKEN"`
	WebhookSecrets []string `env:"CARRIER_WEBHOOK_SECRET"`
	// Normal is how long an eSIM or a top-up may take before its buyer is told that it is late.
	Normal time.Duration `env:"CARRIER_NORMAL" envDefault:"2m"`
	// SLA is how long it may take before what was not delivered is refunded.
	SLA time.Duration `env:"CARRIER_SLA" envDefault:"70m"`
	// Fresh is how old its reading of a SIM may be before it is asked again.
	Fresh time.Duration `env:"CARRIER_FRESH" envDefault:"20m"`
}

// defaultFrom is who writes the sandbox's mails.
const defaultFrom = "no-reply@roamcart.example"

// Mail is the way out for mail; without an address the sandbox outbox is used.
type Mail struct {
	SMTPURL string `env:"SMTP_URL"`
	From    string `env:"MAIL_FROM" envDefault:"no-reply@roamcart.example"`
}

// SMS is the way out for text messages; without an address the sandbox uses its outbox and production sends none.
type SMS struct {
	URL   string `env:"SMS_URL"`
	Token string `env:"SMS_TOKEN"`
	From  string `env:"SMS_FROM" envDefault:"Roamcart"`
	// PerNumber, PerNetwork, PerCountry and PerDay are how many codes go out by SMS within 24 hours; the last two of all sites.
	PerNumber  int `env:"SMS_PER_NUMBER" envDefault:"20"`
	PerNetwork int `env:"SMS_PER_NETWORK" envDefault:"50"`
	PerCountry int `env:"SMS_PER_COUNTRY" envDefault:"2000"`
	PerDay     int `env:"SMS_PER_DAY" envDefault:"5000"`
}

// Rules are the constants of the specification that may be changed, mostly to make tests short.
type Rules struct {
	PaymentWindow time.Duration `env:"PAYMENT_WINDOW" envDefault:"24h"`
	RSABits       int           `env:"GW_RSA_BITS" envDefault:"2048"`
	TrackFor      time.Duration `env:"TRACK_FOR" envDefault:"30m"`
	CodeTTL       time.Duration `env:"CODE_TTL" envDefault:"600s"`
	CodeResend    time.Duration `env:"CODE_RESEND" envDefault:"60s"`
	// SessionIdle ends a login that is not used, SessionMax any login.
	SessionIdle time.Duration `env:"SESSION_IDLE" envDefault:"168h"`
	SessionMax  time.Duration `env:"SESSION_MAX" envDefault:"720h"`
}

// Unpaid bounds the orders that wait for payment; 0 is no bound. A buyer is a customer, or a mailbox that nobody has proved.
type Unpaid struct {
	PerBuyer        int `env:"UNPAID_PER_BUYER" envDefault:"-1"`
	UnitsPerBuyer   int `env:"UNPAID_UNITS_PER_BUYER" envDefault:"-1"`
	PerNetwork      int `env:"UNPAID_PER_NETWORK" envDefault:"-1"`
	UnitsPerNetwork int `env:"UNPAID_UNITS_PER_NETWORK" envDefault:"-1"`
}

// Numbers bounds the phone numbers that carts and unpaid orders of one network hold; 0 is no bound.
type Numbers struct {
	PerNetwork int `env:"NUMBERS_PER_NETWORK" envDefault:"-1"`
}

// usualNumbers is that bound where nothing is said, none with the sandbox provider.
const usualNumbers = 10

// usual are the bounds where nothing is said. With the sandbox provider there are none, so that one machine can play many
// shoppers.
var usual = Unpaid{PerBuyer: 5, UnitsPerBuyer: 100, PerNetwork: 100, UnitsPerNetwork: 200}

// settle puts the usual bounds where nothing was said.
func (c *Config) settle(sandbox bool) {
	for said, otherwise := range map[*int]int{
		&c.Unpaid.PerBuyer: usual.PerBuyer, &c.Unpaid.UnitsPerBuyer: usual.UnitsPerBuyer,
		&c.Unpaid.PerNetwork: usual.PerNetwork, &c.Unpaid.UnitsPerNetwork: usual.UnitsPerNetwork,
		&c.Numbers.PerNetwork: usualNumbers,
	} {
		switch {
		case *said != -1:
		case sandbox:
			*said = 0
		default:
			*said = otherwise
		}
	}
}

// Load reads the environment. The error has one line per broken setting, each naming the variable.
func Load() (Config, error) {
	var c Config
	if err := env.Parse(&c); err != nil {
		var all env.AggregateError
		if errors.As(err, &all) {
			lines := make([]error, len(all.Errors))
			for i, e := range all.Errors {
				lines[i] = named(e)
			}
			return c, errors.Join(lines...)
		}
		return c, err
	}
	abs, err := filepath.Abs(c.DataDir)
	if err != nil {
		return c, fmt.Errorf("DATA_DIR %q: %w", c.DataDir, err)
	}
	c.DataDir = abs
	c.settle(c.SandboxPayments())
	return c, errors.Join(c.validate(), c.Server.validate(), c.Pages.validate(), c.Database.validate(), c.Payment.validate(), c.Carrier.validate(), c.Mail.validate(),
		c.SMS.validate(), c.Rules.validate(), c.Unpaid.validate(), c.Numbers.validate())
}

// named says which variable could not be read; the library names the field of the struct.
func named(err error) error {
	var parse env.ParseError
	if !errors.As(err, &parse) {
		return err
	}
	name := parse.Name
	for _, section := range []any{Config{}, Server{}, Pages{}, Database{}, Payment{}, Carrier{}, Mail{}, SMS{}, Rules{}, Unpaid{}, Numbers{}} {
		if f, ok := reflect.TypeOf(section).FieldByName(parse.Name); ok && f.Tag.Get("env") != "" {
			name = f.Tag.Get("env")
		}
	}
	return fmt.Errorf("%s=%q cannot be read as %s", name, os.Getenv(name), parse.Type)
}

// Sandbox reports whether embedded parts may be used.
func (c Config) Sandbox() bool { return c.AppEnv == "sandbox" }

// MigratesAtStart reports whether the start changes the schema of the database.
func (c Config) MigratesAtStart() bool {
	return c.Database.Migrate == "true" || (c.Database.Migrate == "" && c.AppEnv != "production")
}

// SandboxPayments reports whether the provider is the sandbox's.
func (c Config) SandboxPayments() bool { return c.Payment.SecretKey == "" }

// SandboxCarrier reports whether the carrier is the sandbox's; production has none then.
func (c Config) SandboxCarrier() bool { return c.Carrier.URL == "" && c.Sandbox() }

// TestPayments reports whether no real money can move: the sandbox provider or a Stripe test key.
func (c Config) TestPayments() bool {
	key := c.Payment.SecretKey
	return c.SandboxPayments() || strings.HasPrefix(key, "sk_test_") || strings.HasPrefix(key, "rk_test_")
}
