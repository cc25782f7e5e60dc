package provider

import (
	"database/sql"
	"log/slog"
	"net/http"
	"time"

	"github.com/roamcart/roamcart/bff/platform/clock"
)

// Options configure a Provider. DB, SecretKey and PublishableKey are required.
type Options struct {
	// DB is the database that Migrate has prepared.
	DB *sql.DB
	// Clock returns the time of objects, tasks and retries; nil means the system's.
	Clock clock.Clock
	// Logger gets failed deliveries and internal errors; nil means slog.Default.
	Logger *slog.Logger
	// Merchant is the shop's name on the pages; empty means Roamcart.
	Merchant string
	// PublicURL returns the origin (scheme://host[:port]) that a shopper's browser uses, for the host of the address
	// it came from or shall return to; the host is "" when nothing is known. nil means the origin of the request.
	PublicURL func(host string) string
	// PublishableKey and SecretKey are the keys callers present, such as pk_test_... and sk_test_....
	PublishableKey, SecretKey string
	// WebhookURL is the endpoint that exists without being created; empty means none. WebhookSecret signs for it.
	WebhookURL, WebhookSecret string
	// WebhookClient sends the webhooks; nil means one with a deadline of 10 s.
	WebhookClient *http.Client
}

// Provider is the sandbox as an http.Handler for every address that Prefixes lists. Run must be running for webhooks
// to be delivered and for delayed outcomes to happen.
type Provider struct {
	o    Options
	mux  *http.ServeMux
	wake chan struct{}
}

// New returns a Provider over a migrated database.
func New(o Options) *Provider {
	if o.Clock == nil {
		o.Clock = clock.System{}
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Merchant == "" {
		o.Merchant = "Roamcart"
	}
	if o.WebhookClient == nil {
		o.WebhookClient = &http.Client{
			Timeout:       10 * time.Second,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
	}
	p := &Provider{o: o, mux: http.NewServeMux(), wake: make(chan struct{}, 1)}
	p.routeAPI()
	p.routePages()
	p.routeControl()
	return p
}

// Prefixes lists the paths a Provider answers. A path that ends with a slash stands for everything below it. Requests
// must arrive with their full path.
func Prefixes() []string {
	return []string{
		"/sandbox/stripe/", "/sandbox/stripe.js", "/sandbox/style.css",
		"/sandbox/scan/", "/sandbox/3ds/", "/sandbox/checkout/",
	}
}

// ServeHTTP answers the API, the script, the pages and the control API.
func (p *Provider) ServeHTTP(w http.ResponseWriter, r *http.Request) { p.mux.ServeHTTP(w, r) }

// origin returns the shopper's origin for a host, "" when there is nobody to ask and no request to look at.
func (p *Provider) origin(r *http.Request, host string) string {
	if p.o.PublicURL != nil {
		return p.o.PublicURL(host)
	}
	if r == nil {
		return ""
	}
	scheme := "http"
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		scheme = "https"
	}
	return scheme + "://" + r.Host
}
