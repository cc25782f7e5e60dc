// Package config reads the program's settings from the environment. Every section has its defaults, which are those of
// production, and its own rules. What stands in for the outside world while nothing is sold is a program of its own,
// bff/sandbox, and passes its addresses to the shop by these settings.
package config

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"
)

// Config is every setting of the program.
type Config struct {
	// AppEnv is "development" or "production", which refuses what is dangerous where real money moves. "sandbox" is the former
	// name of "development".
	AppEnv string `env:"APP_ENV" envDefault:"development"`
	// DataDir holds generated secrets, and what the sandbox keeps: its databases, and ShopFile.
	DataDir string `env:"DATA_DIR" envDefault:".data"`
	// SeedDir has the files of a catalogue, as db/seed has them; empty means those in the program.
	SeedDir string `env:"SEED_DIR"`
	// AppSecret is the root of all derived keys; a comma separates the current one from older ones. Outside production one is
	// made and kept in DataDir.
	AppSecret string `env:"APP_SECRET"`

	Server   Server
	Pages    Pages
	Studio   Studio
	Images   Images
	Database Database
	Tracing  Tracing
	Payment  Payment
	Carrier  Carrier
	Sandbox  Sandbox
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
	// LocalHosts says whether names of this machine, such as hk.localhost, are the sites' at any port. In production they are
	// nobody's.
	LocalHosts bool `env:"LOCAL_HOSTS"`
	// LimitsFactor is how much wider the limits per address are, so that one machine can play many shoppers.
	LimitsFactor int `env:"LIMITS_FACTOR" envDefault:"1"`
	// SSRURL is a renderer that runs elsewhere; empty means the program starts its own from SSRDir.
	SSRURL string `env:"SSR_URL"`
	SSRDir string `env:"SSR_DIR" envDefault:"ssr/dist"`
	// InternalTokens are the secrets between the two programs: the first is shown, each of them is believed.
	InternalTokens []string `env:"INTERNAL_TOKEN"`
	// InternalNetworks are CIDRs from which the secret is believed: where renderers run. Connections count, not headers.
	InternalNetworks []string `env:"INTERNAL_NETWORKS" envDefault:"127.0.0.0/8,::1/128,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,100.64.0.0/10,169.254.0.0/16,fc00::/7,fe80::/10"`
	// TrustedProxies are CIDRs whose X-Forwarded-For is believed.
	TrustedProxies []string `env:"TRUSTED_PROXIES"`
	// Call bounds what a call of the gateway, and the answer to a form, may take. Whatever it waited for, its caller is answered to try again.
	Call time.Duration `env:"CALL_TIMEOUT" envDefault:"20s"`
	// Header bounds the arrival of a request's header block, from its first byte on.
	Header time.Duration `env:"HEADER_TIMEOUT" envDefault:"10s"`
	// Write is how long a client may take to receive 32 KiB of a response.
	Write time.Duration `env:"WRITE_TIMEOUT" envDefault:"30s"`
	// MaxConns bounds the connections that are open at once; those of trusted proxies and of this machine are counted apart.
	MaxConns int `env:"MAX_CONNECTIONS" envDefault:"4096"`
	// ConnsPerNetwork bounds those of an IPv4 address or an IPv6 /64; a proxy and this machine are no network.
	ConnsPerNetwork int `env:"MAX_CONNECTIONS_PER_NETWORK" envDefault:"512"`
	// ShutdownDelay is how long a program that is stopping says that it is not ready and answers all the same.
	ShutdownDelay time.Duration `env:"SHUTDOWN_DELAY" envDefault:"0s"`
	// Shutdown bounds the stop after that.
	Shutdown time.Duration `env:"SHUTDOWN_TIMEOUT" envDefault:"15s"`
	// LogFormat is "text" or "json"; LogLevel is debug, info, warn or error.
	LogFormat string `env:"LOG_FORMAT" envDefault:"text"`
	LogLevel  string `env:"LOG_LEVEL" envDefault:"info"`
	// StartedAt is when whoever started this program began; the duration of the start counts from then. Zero is now.
	StartedAt time.Time `env:"STARTED_AT"`
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

// Studio is where staff work in the browser.
type Studio struct {
	// On says that there is one, at /studio.
	On bool `env:"STUDIO"`
	// Hosts are the only ones where it is found, as host or host:port; empty means those of the sites.
	Hosts []string `env:"STUDIO_HOSTS"`
	// Dir has its application as it was built.
	Dir string `env:"STUDIO_DIR" envDefault:"studio/dist"`
}

// Images is where the images are kept that staff upload: in a folder, or in a bucket.
type Images struct {
	// Dir is a folder, which all front doors share; empty means images in DataDir.
	Dir string `env:"IMAGE_DIR"`
	// BucketURL is that of a bucket in storage that speaks the protocol of S3, as https://s3.example.com/bucket; it goes before Dir.
	BucketURL    string `env:"IMAGE_BUCKET_URL"`
	BucketRegion string `env:"IMAGE_BUCKET_REGION" envDefault:"us-east-1"`
	BucketKey    string `env:"IMAGE_BUCKET_KEY"`
	BucketSecret string `env:"IMAGE_BUCKET_SECRET"`
}

// Database names the Postgres database and the Redis server.
type Database struct {
	URL string `env:"DATABASE_URL"`
	// DirectURL leads to the database itself where URL leads to a pooler in transaction mode, such as PgBouncer; empty where none
	// stands between. Migrations and the job queue use it.
	DirectURL string `env:"DATABASE_DIRECT_URL"`
	RedisURL  string `env:"REDIS_URL"`
	MaxConns  int    `env:"DATABASE_MAX_CONNS" envDefault:"16"`
	// Migrate is whether the start changes the schema, "true" or "false"; "" is true except in production, where several versions
	// may run and "roamcart migrate" is a step of its own.
	Migrate string `env:"MIGRATE"`
	// OnSecondConnection and OnStatement are for tests: see pg.Options.
	OnSecondConnection func(statement string)
	OnStatement        func(conn uint32, statement string)
}

// Tracing is where traces of requests go.
type Tracing struct {
	// Endpoint is the base address of an OpenTelemetry collector that takes OTLP over HTTP; empty records nothing.
	Endpoint string `env:"OTEL_EXPORTER_OTLP_ENDPOINT"`
	// Ratio is the part of the traces that is recorded, from 0 to 1.
	Ratio float64 `env:"OTEL_TRACES_SAMPLER_ARG" envDefault:"1"`
}

// Payment is the payment provider.
type Payment struct {
	SecretKey      string   `env:"STRIPE_SECRET_KEY"`
	PublishableKey string   `env:"STRIPE_PUBLISHABLE_KEY"`
	WebhookSecrets []string `env:"STRIPE_WEBHOOK_SECRET"`
	// APIBase is another address of the same API, without /v1; empty is Stripe's own.
	APIBase string `env:"STRIPE_API_BASE"`
	// Script is where the payment page finds the provider's script: the release that @stripe/stripe-js describes. A path is one
	// of the shop's own hosts.
	Script string `env:"STRIPE_SCRIPT" envDefault:"https://js.stripe.com/endive/stripe.js"`
}

// Carrier is who makes and counts the SIMs that do not come from imported ones; without an address nobody is.
type Carrier struct {
	URL            string   `env:"CARRIER_URL"`
	Token          string   `env:"CARRIER_TOKEN"`
	WebhookSecrets []string `env:"CARRIER_WEBHOOK_SECRET"`
	// Normal is how long an eSIM or a top-up may take before its buyer is notified that it is late.
	Normal time.Duration `env:"CARRIER_NORMAL" envDefault:"2m"`
	// SLA is how long it may take before what was not delivered is refunded.
	SLA time.Duration `env:"CARRIER_SLA" envDefault:"70m"`
	// Fresh is how old its reading of a SIM may be before it is asked again.
	Fresh time.Duration `env:"CARRIER_FRESH" envDefault:"20m"`
	// PerSecond bounds the calls of one program, PerLineMinute those about one SIM.
	PerSecond     int `env:"CARRIER_PER_SECOND" envDefault:"8"`
	PerLineMinute int `env:"CARRIER_PER_LINE_MINUTE" envDefault:"10"`
}

// Sandbox is what stands in for the outside world.
type Sandbox struct {
	// URL gets what is asked for below /sandbox/; empty means that nobody does.
	URL string `env:"SANDBOX_URL"`
}

// defaultDataDir is where data is kept where nobody says otherwise.
const defaultDataDir = ".data"

// defaultFrom is who writes mails where nobody says so.
const defaultFrom = "no-reply@roamcart.example"

// Mail names the relay that sends mails.
type Mail struct {
	SMTPURL string `env:"SMTP_URL"`
	From    string `env:"MAIL_FROM" envDefault:"no-reply@roamcart.example"`
}

// SMS names the gateway that sends text messages; without an address none are sent.
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
	PerBuyer        int `env:"UNPAID_PER_BUYER" envDefault:"5"`
	UnitsPerBuyer   int `env:"UNPAID_UNITS_PER_BUYER" envDefault:"100"`
	PerNetwork      int `env:"UNPAID_PER_NETWORK" envDefault:"100"`
	UnitsPerNetwork int `env:"UNPAID_UNITS_PER_NETWORK" envDefault:"200"`
}

// Numbers bounds the phone numbers that carts and unpaid orders of one network hold; 0 is no bound.
type Numbers struct {
	PerNetwork int `env:"NUMBERS_PER_NETWORK" envDefault:"10"`
}

// Load reads the environment. The error has one line per broken setting, each naming the variable.
func Load() (Config, error) { return From(env.ToMap(os.Environ())) }

// From reads settings from variables with their values, as Load does.
func From(variables map[string]string) (Config, error) {
	var c Config
	if err := env.ParseWithOptions(&c, env.Options{Environment: variables}); err != nil {
		if all, ok := errors.AsType[env.AggregateError](err); ok {
			lines := make([]error, len(all.Errors))
			for i, e := range all.Errors {
				lines[i] = named(e, variables)
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
	return c, errors.Join(
		c.validate(),
		c.Server.validate(),
		c.Pages.validate(),
		c.Studio.validate(),
		c.Images.validate(),
		c.Database.validate(),
		c.Payment.validate(),
		c.Carrier.validate(),
		c.Sandbox.validate(),
		c.Mail.validate(),
		c.SMS.validate(),
		c.Rules.validate(),
		c.Unpaid.validate(),
		c.Numbers.validate(),
		c.Tracing.validate(),
	)
}

// named says which variable could not be read; the library names the field of the struct.
func named(err error, variables map[string]string) error {
	var parse env.ParseError
	if !errors.As(err, &parse) {
		return err
	}
	name := parse.Name
	for _, section := range []any{Config{}, Server{}, Pages{}, Studio{}, Images{}, Database{}, Payment{}, Carrier{}, Sandbox{}, Mail{}, SMS{}, Rules{}, Unpaid{}, Numbers{}} {
		if f, ok := reflect.TypeOf(section).FieldByName(parse.Name); ok && f.Tag.Get("env") != "" {
			name = f.Tag.Get("env")
		}
	}
	return fmt.Errorf("%s=%q cannot be read as %s", name, variables[name], parse.Type)
}

// Pooled reports whether a pooler in transaction mode stands before the database.
func (d Database) Pooled() bool { return d.DirectURL != "" }

// Direct returns the address of the database itself.
func (d Database) Direct() string { return cmp.Or(d.DirectURL, d.URL) }

// Production reports whether real money may move and everything dangerous is refused.
func (c Config) Production() bool { return c.AppEnv == "production" }

// MigratesAtStart reports whether the start changes the schema of the database.
func (c Config) MigratesAtStart() bool {
	return c.Database.Migrate == "true" || (c.Database.Migrate == "" && !c.Production())
}

// TestPayments reports whether no real money can move: the key is one of Stripe's test keys, or the sandbox's, which begins as
// they do.
func (c Config) TestPayments() bool {
	key := c.Payment.SecretKey
	return strings.HasPrefix(key, "sk_test_") || strings.HasPrefix(key, "rk_test_")
}

// OwnScript reports whether the provider's script comes from the shop's own hosts, as that of the sandbox does.
func (p Payment) OwnScript() bool { return strings.HasPrefix(p.Script, "/") }
