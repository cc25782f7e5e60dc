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

// fixture is a provider behind a real server, an endpoint for its webhooks, and stripe-go as its client.
type fixture struct {
	t        *testing.T
	clock    *clock.Fake
	db       *pg.DB
	webhooks *webhookEndpoint
	server   *httptest.Server
	stripe   *client.API
	stop     func()
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	t.Parallel()
	f := &fixture{t: t, clock: clock.NewFake(time.Now()), db: pgtest.New(t), webhooks: newWebhookEndpoint(t)}
	require.NoError(t, provider.Migrate(t.Context(), f.db.SQL))
	f.start()
	return f
}

// start runs a new process of the provider on the fixture's database.
func (f *fixture) start() {
	f.t.Helper()
	p := provider.New(provider.Options{
		DB: f.db.SQL, Clock: f.clock, PublishableKey: publishableKey, SecretKey: secretKey,
		WebhookURL: f.webhooks.server.URL, WebhookSecret: webhookSecret,
	})
	f.server = httptest.NewServer(p)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = p.Run(ctx)
	}()
	f.stop = sync.OnceFunc(func() {
		cancel()
		<-done
		f.server.Close()
	})
	f.t.Cleanup(f.stop)
	f.stripe = f.clientWith(secretKey)
}

func (f *fixture) clientWith(key string) *client.API {
	backend := stripe.GetBackendWithConfig(stripe.APIBackend, &stripe.BackendConfig{
		URL: stripe.String(f.server.URL + "/sandbox/stripe"), MaxNetworkRetries: stripe.Int64(0),
		LeveledLogger: &stripe.LeveledLogger{Level: stripe.LevelNull},
	})
	return client.New(key, &stripe.Backends{API: backend})
}

// newIntent makes an intent of USD 12.90 for the given method types.
func (f *fixture) newIntent(types ...string) *stripe.PaymentIntent {
	f.t.Helper()
	in, err := f.stripe.PaymentIntents.New(&stripe.PaymentIntentParams{
		Amount: stripe.Int64(1290), Currency: stripe.String("usd"), PaymentMethodTypes: stripe.StringSlice(types),
		Metadata: map[string]string{"order": "R1"},
	})
	require.NoError(f.t, err)
	return in
}

func (f *fixture) confirm(id, method string) (*stripe.PaymentIntent, error) {
	return f.stripe.PaymentIntents.Confirm(id, &stripe.PaymentIntentConfirmParams{PaymentMethod: stripe.String(method)})
}

func (f *fixture) newPaidIntent() *stripe.PaymentIntent {
	f.t.Helper()
	in, err := f.confirm(f.newIntent("card").ID, "pm_card_visa")
	require.NoError(f.t, err)
	require.Equal(f.t, stripe.PaymentIntentStatusSucceeded, in.Status)
	return in
}

// control calls the control API and returns the answer.
func (f *fixture) control(path string, body any) map[string]any {
	f.t.Helper()
	raw, err := json.Marshal(body)
	require.NoError(f.t, err)
	res, err := http.Post(f.server.URL+"/sandbox/stripe/control"+path, "application/json", bytes.NewReader(raw))
	require.NoError(f.t, err)
	defer func() { _ = res.Body.Close() }()
	var out map[string]any
	require.NoError(f.t, json.NewDecoder(res.Body).Decode(&out))
	require.Equal(f.t, http.StatusOK, res.StatusCode, "%v", out)
	return out
}

// browser follows redirects within the sandbox and stops at the shop.
func (f *fixture) browser() *http.Client {
	jar, err := cookiejar.New(nil)
	require.NoError(f.t, err)
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

// webhookEndpoint is the shop's webhook endpoint. It verifies every delivery as the shop does.
type webhookEndpoint struct {
	server *httptest.Server

	mu     sync.Mutex
	events []stripe.Event
	bad    []error
	refuse int
}

func newWebhookEndpoint(t *testing.T) *webhookEndpoint {
	i := &webhookEndpoint{}
	i.server = httptest.NewServer(i)
	t.Cleanup(i.server.Close)
	return i
}

func (i *webhookEndpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
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

func (i *webhookEndpoint) refuseNext(n int) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.refuse = n
}

// types returns the types of the events about an intent in the order of their arrival; "" is every intent.
func (i *webhookEndpoint) types(intent string) []string {
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

// waitForEvents waits until n events about the intent have arrived and returns their types.
func (f *fixture) waitForEvents(intent string, n int) []string {
	f.t.Helper()
	require.Eventually(f.t, func() bool { return len(f.webhooks.types(intent)) >= n }, 15*time.Second, 5*time.Millisecond,
		"wanted %d events", n)
	f.webhooks.mu.Lock()
	bad := slices.Clone(f.webhooks.bad)
	f.webhooks.mu.Unlock()
	require.Empty(f.t, bad, "a signature did not verify")
	return f.webhooks.types(intent)
}

// requireStripeError returns the Stripe error in err, and fails without one.
func requireStripeError(t *testing.T, err error) *stripe.Error {
	t.Helper()
	var e *stripe.Error
	require.ErrorAs(t, err, &e)
	return e
}
