package carrier

import (
	"context"
	"database/sql"
	"log/slog"
	"net/http"
	"time"

	"github.com/roamcart/roamcart/bff/platform/clock"
)

// Prefix is where everything of the carrier is found; a request must arrive with its full path.
const Prefix = "/sandbox/carrier"

// Options configure a Carrier. DB, Token and Plans are required.
type Options struct {
	// DB is a database that Migrate has prepared.
	DB    *sql.DB
	Clock clock.Clock
	// Logger gets failed deliveries and internal errors.
	Logger *slog.Logger
	// Token is what callers of the API present.
	Token string
	// WebhookURL gets the messages, signed with WebhookSecret; empty means nobody does.
	WebhookURL, WebhookSecret string
	// Plans are what can be ordered now, besides the test plans: the one with this ref, or all when it is "". It reads in the carrier's
	// transaction.
	Plans func(ctx context.Context, tx *sql.Tx, ref string) ([]Plan, error)
	// Pace is how long an order takes, and a verdict about a registration four times as long; 0 means 300 ms.
	Pace time.Duration
	// Growth is what a line in use loses per minute by itself, in bytes.
	Growth int64
	// Client sends the messages; nil means one with a deadline of five seconds.
	Client *http.Client
}

// Plan is something to sell. Plans of one family can be put on a line after each other; one that Extends makes the running
// plan larger and longer instead of waiting for its end. Max is how many lines one document may register, 0 for no limit.
type Plan struct {
	Ref          string
	Family       string
	DataMB       int64
	Unlimited    bool
	PerDay       bool
	VoiceMinutes int
	Days         int
	Extends      bool
	Kyc          bool
}

// Carrier is the sandbox as an http.Handler for everything below Prefix. Run must be running for orders to be made.
type Carrier struct {
	o    Options
	mux  *http.ServeMux
	wake chan struct{}
}

// New returns a Carrier over a migrated database.
func New(o Options) *Carrier {
	if o.Clock == nil {
		o.Clock = clock.System{}
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.Pace == 0 {
		o.Pace = 300 * time.Millisecond
	}
	if o.Client == nil {
		o.Client = &http.Client{Timeout: 5 * time.Second}
	}
	c := &Carrier{o: o, mux: http.NewServeMux(), wake: make(chan struct{}, 1)}
	c.routeOrders()
	c.routeLines()
	c.routeKyc()
	c.routeControl()
	return c
}

// ServeHTTP answers the API and the control page.
func (c *Carrier) ServeHTTP(w http.ResponseWriter, r *http.Request) { c.mux.ServeHTTP(w, r) }
