package provider_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/stripe/stripe-go/v76"
	"github.com/stripe/stripe-go/v76/client"
	"github.com/stripe/stripe-go/v76/webhook"

	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/sandbox/provider"
)

const (
	secretKey      = "sk_test_sandbox_secret"
	publishableKey = "pk_test_sandbox_public"
	webhookSecret  = "whsec_sandbox"
)

// bench is a provider behind a real server, a shop that takes its webhooks, and stripe-go between them.
type bench struct {
	t      *testing.T
	clock  *clock.Fake
	db     *pg.DB
	inbox  *inbox
	server *httptest.Server
	stripe *client.API
	stop   func()
}

func newBench(t *testing.T) *bench {
	t.Helper()
	t.Parallel()
	b := &bench{t: t, clock: clock.NewFake(time.Now()), db: pgtest.New(t), inbox: newInbox(t)}
	require.NoError(t, provider.Migrate(t.Context(), b.db.SQL))
	b.start()
	return b
}

// start runs a new process of the provider on the bench's database.
func (b *bench) start() {
	b.t.Helper()
	p := provider.New(provider.Options{
		DB: b.db.SQL, Clock: b.clock, PublishableKey: publishableKey, SecretKey: secretKey,
		WebhookURL: b.inbox.server.URL, WebhookSecret: webhookSecret,
	})
	b.server = httptest.NewServer(p)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = p.Run(ctx)
	}()
	b.stop = sync.OnceFunc(func() {
		cancel()
		<-done
		b.server.Close()
	})
	b.t.Cleanup(b.stop)
	b.stripe = b.clientWith(secretKey)
}

func (b *bench) clientWith(key string) *client.API {
	backend := stripe.GetBackendWithConfig(stripe.APIBackend, &stripe.BackendConfig{
		URL: stripe.String(b.server.URL + "/sandbox/stripe"), MaxNetworkRetries: stripe.Int64(0),
		LeveledLogger: &stripe.LeveledLogger{Level: stripe.LevelNull},
	})
	return client.New(key, &stripe.Backends{API: backend})
}

// intent makes an intent of USD 12.90 for the given method types.
func (b *bench) intent(types ...string) *stripe.PaymentIntent {
	b.t.Helper()
	in, err := b.stripe.PaymentIntents.New(&stripe.PaymentIntentParams{
		Amount: stripe.Int64(1290), Currency: stripe.String("usd"), PaymentMethodTypes: stripe.StringSlice(types),
		Metadata: map[string]string{"order": "R1"},
	})
	require.NoError(b.t, err)
	return in
}

func (b *bench) confirm(id, method string) (*stripe.PaymentIntent, error) {
	return b.stripe.PaymentIntents.Confirm(id, &stripe.PaymentIntentConfirmParams{PaymentMethod: stripe.String(method)})
}

func (b *bench) paid() *stripe.PaymentIntent {
	b.t.Helper()
	in, err := b.confirm(b.intent("card").ID, "pm_card_visa")
	require.NoError(b.t, err)
	require.Equal(b.t, stripe.PaymentIntentStatusSucceeded, in.Status)
	return in
}

// control calls the control API and returns the answer.
func (b *bench) control(path string, body any) map[string]any {
	b.t.Helper()
	raw, err := json.Marshal(body)
	require.NoError(b.t, err)
	res, err := http.Post(b.server.URL+"/sandbox/stripe/control"+path, "application/json", bytes.NewReader(raw))
	require.NoError(b.t, err)
	defer func() { _ = res.Body.Close() }()
	var out map[string]any
	require.NoError(b.t, json.NewDecoder(res.Body).Decode(&out))
	require.Equal(b.t, http.StatusOK, res.StatusCode, "%v", out)
	return out
}

// browser follows redirects within the sandbox and stops at the shop.
func (b *bench) browser() *http.Client {
	jar, err := cookiejar.New(nil)
	require.NoError(b.t, err)
	return &http.Client{Jar: jar, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		if r.URL.Host == "shop.test" {
			return http.ErrUseLastResponse
		}
		return nil
	}}
}

// body reads an answer and closes it.
func body(t *testing.T, res *http.Response, err error) string {
	t.Helper()
	require.NoError(t, err)
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return string(raw)
}

// inbox is the shop's webhook endpoint. It verifies every delivery as the shop does.
type inbox struct {
	server *httptest.Server

	mu     sync.Mutex
	events []stripe.Event
	bad    []error
	refuse int
}

func newInbox(t *testing.T) *inbox {
	i := &inbox{}
	i.server = httptest.NewServer(i)
	t.Cleanup(i.server.Close)
	return i
}

func (i *inbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	e, err := webhook.ConstructEvent(raw, r.Header.Get("Stripe-Signature"), webhookSecret)
	i.mu.Lock()
	defer i.mu.Unlock()
	if err != nil {
		i.bad = append(i.bad, err)
	}
	if i.refuse > 0 {
		i.refuse--
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	i.events = append(i.events, e)
}

func (i *inbox) refuseNext(n int) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.refuse = n
}

// types returns the types of the events about an intent in the order of their arrival; "" is every intent.
func (i *inbox) types(intent string) []string {
	i.mu.Lock()
	defer i.mu.Unlock()
	out := []string{}
	for _, e := range i.events {
		if intent == "" || strings.Contains(string(e.Data.Raw), intent) {
			out = append(out, string(e.Type))
		}
	}
	return out
}

// wait waits until n events about the intent have arrived and returns their types.
func (b *bench) wait(intent string, n int) []string {
	b.t.Helper()
	require.Eventually(b.t, func() bool { return len(b.inbox.types(intent)) >= n }, 15*time.Second, 5*time.Millisecond,
		"wanted %d events", n)
	b.inbox.mu.Lock()
	bad := slices.Clone(b.inbox.bad)
	b.inbox.mu.Unlock()
	require.Empty(b.t, bad, "a signature did not verify")
	return b.inbox.types(intent)
}

// refused returns the Stripe error in err.
func refused(t *testing.T, err error) *stripe.Error {
	t.Helper()
	var e *stripe.Error
	require.ErrorAs(t, err, &e)
	return e
}
