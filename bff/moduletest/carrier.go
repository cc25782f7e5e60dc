package moduletest

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
	carrierToken  = "partner-token"
	carrierSecret = "partner-webhook-secret"
)

// Carrier is the sandbox carrier beside a fixture, on the fixture's clock. It works only when Work is called, and keeps the messages
// that it sends until TakeMessages.
type Carrier struct {
	Carriers carrier.Carriers
	// Sandbox is the carrier itself; Work makes it do what is due.
	Sandbox *sandbox.Carrier
	// Logs are what both sides of the wire have logged, at every level.
	Logs *Log
	url  string

	mu       sync.Mutex
	messages []Message
	refuses  bool
	refused  int
}

// Message is a message of the carrier.
type Message struct {
	Payload   []byte
	Signature string
}

// carrierPlans are what the carrier sells: goods of the fixture by their ids.
func carrierPlans(_ context.Context, _ *sql.Tx, ref string) ([]sandbox.Plan, error) {
	return slices.DeleteFunc([]sandbox.Plan{
		{Ref: "plan", Family: "JP", DataMB: 1024, Days: 7}, {Ref: "more", Family: "JP", DataMB: 2048, Days: 15},
		{Ref: "monthly", Family: "HK", DataMB: 30_720, VoiceMinutes: 100, Days: 30, Extends: true, Kyc: true},
		{Ref: "endless", Family: "JP", Unlimited: true, Days: 7},
	}, func(p sandbox.Plan) bool { return ref != "" && p.Ref != ref }), nil
}

// StartCarrier starts the sandbox carrier on the fixture's database and clock.
func (f *Fixture) StartCarrier(t testing.TB) *Carrier {
	t.Helper()
	p := &Carrier{Logs: &Log{}}
	if err := sandbox.Migrate(context.Background(), f.DB.SQL); err != nil {
		t.Fatal(err)
	}
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.refuses {
			p.refused++
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		p.messages = append(p.messages, Message{raw, r.Header.Get("X-Carrier-Signature")})
	}))
	t.Cleanup(hook.Close)
	p.Sandbox = sandbox.New(sandbox.Options{
		DB: f.DB.SQL, Clock: f.Clock, Logger: p.Logs.Logger(), Token: carrierToken, WebhookURL: hook.URL, WebhookSecret: carrierSecret,
		Plans: carrierPlans,
	})
	api := httptest.NewServer(p.Sandbox)
	t.Cleanup(api.Close)
	p.url = api.URL
	client := remote.New(remote.Options{
		URL: api.URL + sandbox.Prefix + "/v1", Token: carrierToken, WebhookSecrets: []string{carrierSecret}, PerSecond: 1 << 20,
		PerSIMMinute: 1 << 20, Clock: f.Clock, Log: p.Logs.Logger(),
	})
	p.Carriers = carrier.Carriers{carrier.HTTP: client, carrier.Pool: pool.New(client)}
	return p
}

// Work advances the clock and lets the carrier do what is due then.
func (p *Carrier) Work(t testing.TB, f *Fixture, after time.Duration) {
	t.Helper()
	f.Clock.Advance(after)
	if err := p.Sandbox.ProcessDue(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// TakeMessages returns the messages of the carrier since the last call, in the order in which they came.
func (p *Carrier) TakeMessages() []Message {
	p.mu.Lock()
	defer p.mu.Unlock()
	sent := p.messages
	p.messages = nil
	return sent
}

// RefuseMessages sets whether the carrier's messages are refused, and returns how many were refused so far.
func (p *Carrier) RefuseMessages(refuse bool) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refuses = refuse
	return p.refused
}

// Control plays the phone or the network of a line: install, attach, use, runout, expire, delete, retire.
func (p *Carrier) Control(t testing.TB, lineRef, act string, values map[string]any) {
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
