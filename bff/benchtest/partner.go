package benchtest

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/carrier/pool"
	"github.com/roamcart/roamcart/bff/carrier/remote"
	sandbox "github.com/roamcart/roamcart/bff/sandbox/carrier"
)

const (
	partnerToken  = "partner-token"
	partnerSecret = "partner-webhook-secret"
)

// Partner is the sandbox carrier beside a bench, on the bench's clock. It works only when it is told to, and what it tells is
// kept until somebody takes it.
type Partner struct {
	Carriers carrier.Carriers
	// Sandbox is the carrier itself; Work makes it do what is due.
	Sandbox *sandbox.Carrier
	// Logs are what both sides of the wire have logged, at every level.
	Logs *Log
	url  string

	mu   sync.Mutex
	told []Received
}

// Received is a message of the carrier.
type Received struct {
	Payload   []byte
	Signature string
}

// partnerPlans are what the carrier sells: goods of the bench by their ids.
func partnerPlans(_ context.Context, _ *sql.Tx, ref string) ([]sandbox.Plan, error) {
	return slices.DeleteFunc([]sandbox.Plan{
		{Ref: "plan", Family: "JP", DataMB: 1024, Days: 7}, {Ref: "more", Family: "JP", DataMB: 2048, Days: 15},
		{Ref: "monthly", Family: "HK", DataMB: 30_720, VoiceMinutes: 100, Days: 30, Extends: true, Kyc: true},
		{Ref: "endless", Family: "JP", Unlimited: true, Days: 7},
	}, func(p sandbox.Plan) bool { return ref != "" && p.Ref != ref }), nil
}

// NewPartner starts a carrier beside b.
func (b *Bench) NewPartner(t testing.TB) *Partner {
	t.Helper()
	p := &Partner{Logs: &Log{}}
	if err := sandbox.Migrate(context.Background(), b.DB.SQL); err != nil {
		t.Fatal(err)
	}
	hook := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.told = append(p.told, Received{raw, r.Header.Get("X-Carrier-Signature")})
	}))
	t.Cleanup(hook.Close)
	p.Sandbox = sandbox.New(sandbox.Options{
		DB: b.DB.SQL, Clock: b.Clock, Logger: p.Logs.Logger(), Token: partnerToken, WebhookURL: hook.URL, WebhookSecret: partnerSecret,
		Plans: partnerPlans,
	})
	api := httptest.NewServer(p.Sandbox)
	t.Cleanup(api.Close)
	p.url = api.URL
	far := remote.New(remote.Options{
		URL: api.URL + sandbox.Prefix + "/v1", Token: partnerToken, WebhookSecrets: []string{partnerSecret}, PerSecond: 1 << 20,
		PerSIMMinute: 1 << 20, Clock: b.Clock, Log: p.Logs.Logger(),
	})
	p.Carriers = carrier.Carriers{carrier.HTTP: far, carrier.Pool: pool.New(far)}
	return p
}

// Work lets the carrier do what is due after some time.
func (p *Partner) Work(t testing.TB, b *Bench, after time.Duration) {
	t.Helper()
	b.Clock.Advance(after)
	if err := p.Sandbox.Work(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// Received returns what the carrier has told since the last call, in the order in which it came.
func (p *Partner) Received() []Received {
	p.mu.Lock()
	defer p.mu.Unlock()
	told := p.told
	p.told = nil
	return told
}

// Control plays the phone or the network of a line: install, attach, use, runout, expire, delete, retire.
func (p *Partner) Control(t testing.TB, lineRef, act string, values map[string]any) {
	t.Helper()
	raw, err := json.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.Post(p.url+sandbox.Prefix+"/control/lines/"+lineRef+"/"+act, "application/json", bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d", act, res.StatusCode)
	}
}

// Log keeps what is logged.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Logger writes into the log, at every level.
func (l *Log) Logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// Write appends to the log.
func (l *Log) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

// String returns everything.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
