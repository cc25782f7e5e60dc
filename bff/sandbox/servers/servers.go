package servers

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/emersion/go-smtp"

	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/sandbox/carrier"
	"github.com/roamcart/roamcart/bff/sandbox/outbox"
	"github.com/roamcart/roamcart/bff/sandbox/provider"
)

// Parts are what stands in.
type Parts struct{ Provider, Carrier, Mail, SMS bool }

// Options configure the servers. DSN, ShopURL and PublicURL are required.
type Options struct {
	Parts
	// DSN is the shop's database.
	DSN string
	// Address and SMTPAddress are where to listen, host:port; "" is a free port of this machine alone.
	Address, SMTPAddress string
	// ShopURL is where the shop receives webhooks, as http://127.0.0.1:8080.
	ShopURL string
	// PublicURL is the default site's address for a browser, as http://localhost:8080.
	PublicURL string
	// Log gets what goes wrong; nil discards it.
	Log *slog.Logger
}

const (
	// conns is how many connections to the database the servers have together.
	conns = 6
	// headerTimeout bounds the arrival of a request's header block, stopTimeout the answers that are under way at the end.
	headerTimeout = 10 * time.Second
	stopTimeout   = 3 * time.Second
)

// Servers listen from Open on, answer while Run runs, and are gone after Close.
type Servers struct {
	o              Options
	db             *pg.DB
	provider       *provider.Provider
	carrier        *carrier.Carrier
	http           *http.Server
	smtp           *smtp.Server
	listener, mail net.Listener
}

// Open makes the tables that are missing and begins to listen.
func Open(ctx context.Context, o Options) (*Servers, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Servers{o: o}
	var err error
	if s.db, err = pg.Open(ctx, o.DSN, pg.Options{MaxConns: conns}); err != nil {
		return nil, err
	}
	if err := s.open(ctx); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

func (s *Servers) open(ctx context.Context) (err error) {
	box := outbox.New(s.db, clock.System{})
	for _, prepare := range []func(context.Context, *sql.DB) error{
		provider.Migrate, carrier.Migrate, func(ctx context.Context, _ *sql.DB) error { return box.Migrate(ctx) },
	} {
		if err := prepare(ctx, s.db.SQL); err != nil {
			return err
		}
	}
	if s.listener, err = listen(s.o.Address); err != nil {
		return fmt.Errorf("SANDBOX_ADDRESS cannot be used: %w", err)
	}
	if s.mail, err = listen(s.o.SMTPAddress); err != nil {
		return fmt.Errorf("SANDBOX_SMTP_ADDRESS cannot be used: %w", err)
	}
	if s.o.Provider {
		s.provider = provider.New(provider.Options{
			DB: s.db.SQL, Logger: s.o.Log, SecretKey: secretKey, PublishableKey: publishableKey, PublicURL: s.origin,
			WebhookURL: s.o.ShopURL + PaymentReports, WebhookSecret: webhookSecret, WebhookClient: s.client(10 * time.Second),
		})
	}
	if s.o.Carrier {
		s.carrier = carrier.New(carrier.Options{
			DB: s.db.SQL, Logger: s.o.Log, Token: carrierToken, WebhookURL: s.o.ShopURL + CarrierReports, WebhookSecret: carrierSecret,
			Plans: wholesale, Growth: growth, Client: s.client(5 * time.Second),
		})
	}
	s.http = &http.Server{
		Handler: s.handler(box), ReadHeaderTimeout: headerTimeout, ErrorLog: slog.NewLogLogger(s.o.Log.Handler(), slog.LevelDebug),
	}
	s.smtp = box.SMTP(s.o.Log)
	return nil
}

func listen(address string) (net.Listener, error) {
	if address == "" {
		address = "127.0.0.1:0"
	}
	return net.Listen("tcp", address)
}

// handler answers everything below /sandbox/, and /healthz.
func (s *Servers) handler(box *outbox.Outbox) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	if s.provider != nil {
		for _, prefix := range provider.Prefixes() {
			mux.Handle(prefix, s.provider)
		}
	}
	if s.carrier != nil {
		mux.Handle(carrier.Prefix, s.carrier)
		mux.Handle(carrier.Prefix+"/", s.carrier)
	}
	letters := box.Handler(s.o.Log)
	for _, path := range []string{outbox.Path, outbox.Path + ".json", outbox.Path + "/"} {
		mux.Handle(path, letters)
	}
	mux.Handle("POST "+outbox.SMSPath, box.SMSHandler(smsToken, s.o.Log))
	return mux
}

// Run answers requests, sends webhooks and does what is due, until ctx ends. The error says why it cannot.
func (s *Servers) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var loops sync.WaitGroup
	serve := func(do func() error) {
		loops.Go(func() {
			if err := do(); err != nil && ctx.Err() == nil {
				cancel(fmt.Errorf("the sandbox does not answer any more: %w", err))
			}
		})
	}
	serve(func() error { return s.http.Serve(s.listener) })
	serve(func() error { return s.smtp.Serve(s.mail) })
	if s.provider != nil {
		loops.Go(func() { _ = s.provider.Run(ctx) })
	}
	if s.carrier != nil {
		loops.Go(func() { _ = s.carrier.Run(ctx) })
	}
	<-ctx.Done()
	s.stop(ctx)
	loops.Wait()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// stop ends both servers, and what they answer just now after stopTimeout.
func (s *Servers) stop(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	if s.http.Shutdown(ctx) != nil {
		_ = s.http.Close()
	}
	_ = s.smtp.Close()
	// A server that is closed before it has begun to serve does not know its listener, and would wait at it for ever.
	_ = s.mail.Close()
}

// Close gives back what Open took. Run has ended before, or was never called.
func (s *Servers) Close() {
	for _, l := range []net.Listener{s.listener, s.mail} {
		if l != nil {
			_ = l.Close()
		}
	}
	_ = s.db.Close()
}
