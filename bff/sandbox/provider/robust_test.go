package provider_test

import (
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/stripe/stripe-go/v76"

	"github.com/roamcart/roamcart/bff/sandbox/provider"
)

func intentWithKey(key string, amount int64) *stripe.PaymentIntentParams {
	p := &stripe.PaymentIntentParams{Amount: stripe.Int64(amount), Currency: stripe.String("usd")}
	p.SetIdempotencyKey(key)
	return p
}

func TestIdempotencyKeys(t *testing.T) {
	f := newFixture(t)
	first, err := f.stripe.PaymentIntents.New(intentWithKey("k1", 500))
	require.NoError(t, err)
	require.Empty(t, first.LastResponse.Header.Get("Idempotent-Replayed"))
	again, err := f.stripe.PaymentIntents.New(intentWithKey("k1", 500))
	require.NoError(t, err)
	require.Equal(t, first.ID, again.ID)
	require.Equal(t, "true", again.LastResponse.Header.Get("Idempotent-Replayed"))
	require.Equal(t, string(first.LastResponse.RawJSON), string(again.LastResponse.RawJSON))
	_, err = f.stripe.PaymentIntents.New(intentWithKey("k1", 600))
	e := requireStripeError(t, err)
	require.Equal(t, stripe.ErrorTypeIdempotency, e.Type)
	require.Equal(t, http.StatusBadRequest, e.HTTPStatusCode)

	// A declined card is an answer and is replayed; a request that could not be executed is not.
	decline := &stripe.PaymentIntentConfirmParams{PaymentMethod: stripe.String("pm_card_chargeDeclined")}
	decline.SetIdempotencyKey("k2")
	for range 2 {
		_, err = f.stripe.PaymentIntents.Confirm(first.ID, decline)
		require.EqualValues(t, "card_declined", requireStripeError(t, err).Code)
	}
	require.Equal(t, []string{"payment_intent.created", "charge.failed", "payment_intent.payment_failed"}, f.waitForEvents(first.ID, 3))
	_, err = f.stripe.PaymentIntents.New(intentWithKey("k3", 1))
	require.Error(t, err)
	_, err = f.stripe.PaymentIntents.New(intentWithKey("k3", 700))
	require.NoError(t, err)

	f.clock.Advance(25 * time.Hour)
	later, err := f.stripe.PaymentIntents.New(intentWithKey("k1", 600))
	require.NoError(t, err, "a key is forgotten after a day")
	require.NotEqual(t, first.ID, later.ID)
}

func TestConcurrentRequestsWithOneKey(t *testing.T) {
	f := newFixture(t)
	var mu sync.Mutex
	ids := map[string]bool{}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			in, err := f.stripe.PaymentIntents.New(intentWithKey("same", 500))
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				if e, ok := err.(*stripe.Error); !ok || e.HTTPStatusCode != http.StatusConflict {
					t.Errorf("want 409, got %v", err)
				}
				return
			}
			ids[in.ID] = true
		})
	}
	wait.Wait()
	require.Len(t, ids, 1)
}

func TestStateSurvivesARestart(t *testing.T) {
	f := newFixture(t)
	f.control("/faults", map[string]any{"webhookHold": true})
	in, err := f.stripe.PaymentIntents.New(intentWithKey("kept", 500))
	require.NoError(t, err)
	f.stop()
	require.NoError(t, provider.Migrate(t.Context(), f.db.SQL), "migrating again changes nothing")
	f.start()
	again, err := f.stripe.PaymentIntents.New(intentWithKey("kept", 500))
	require.NoError(t, err)
	require.Equal(t, in.ID, again.ID)
	done, err := f.confirm(in.ID, "pm_card_visa")
	require.NoError(t, err)
	require.Equal(t, stripe.PaymentIntentStatusSucceeded, done.Status)
	require.Empty(t, f.webhooks.types(""), "the hold outlives the process")
	f.control("/webhooks/release", map[string]any{})
	require.Equal(t, []string{"payment_intent.created", "charge.succeeded", "payment_intent.succeeded"}, f.waitForEvents(in.ID, 3))
}

func TestWebhooksAreRetried(t *testing.T) {
	f := newFixture(t)
	f.webhooks.refuseNext(2)
	in := f.newIntent("card")
	for range 40 {
		f.clock.Advance(2 * time.Second)
		if len(f.webhooks.types(in.ID)) > 0 {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	require.Equal(t, []string{"payment_intent.created"}, f.waitForEvents(in.ID, 1))
	var items []any
	require.Eventually(t, func() bool {
		res, err := http.Get(f.server.URL + "/sandbox/stripe/control/webhooks?intent=" + in.ID)
		items = decode(t, res, err)["items"].([]any)
		return items[0].(map[string]any)["state"] == "delivered"
	}, 5*time.Second, 20*time.Millisecond)
	require.EqualValues(t, 3, items[0].(map[string]any)["attempts"])
}

func TestWebhookFaults(t *testing.T) {
	f := newFixture(t)
	f.control("/faults", map[string]any{"webhookHold": true})
	in := f.newPaidIntent()
	released := f.control("/webhooks/release", map[string]any{"order": "reverse", "duplicate": 1})
	require.EqualValues(t, 6, released["released"])
	require.Equal(t, []string{
		"payment_intent.succeeded", "payment_intent.succeeded", "charge.succeeded", "charge.succeeded",
		"payment_intent.created", "payment_intent.created",
	}, f.waitForEvents(in.ID, 6))

	f.control("/faults", map[string]any{"webhookDuplicate": 2})
	dup := f.newIntent("card")
	require.Len(t, f.waitForEvents(dup.ID, 3), 3)

	f.control("/faults", map[string]any{"webhookDuplicate": 0, "webhookDelayMs": 60000})
	slow := f.newIntent("card")
	time.Sleep(700 * time.Millisecond)
	require.Empty(t, f.webhooks.types(slow.ID))
	f.clock.Advance(61 * time.Second)
	f.waitForEvents(slow.ID, 1)

	f.control("/reset", map[string]any{})
	f.control("/faults", map[string]any{"webhookOrder": "reverse"})
	back := f.newPaidIntent()
	f.clock.Advance(time.Second)
	want := []string{"payment_intent.created", "charge.succeeded", "payment_intent.succeeded"}
	slices.Reverse(want)
	require.Equal(t, want, f.waitForEvents(back.ID, 3))
	f.control("/webhooks/redeliver", map[string]any{"event": f.newestEvent()})
	f.clock.Advance(time.Second)
	require.Len(t, f.waitForEvents(back.ID, 4), 4)
}

func (f *fixture) newestEvent() string {
	params := &stripe.EventListParams{}
	params.Limit = stripe.Int64(1)
	i := f.stripe.Events.List(params)
	require.True(f.t, i.Next(), "%v", i.Err())
	return i.Event().ID
}

func TestOutages(t *testing.T) {
	f := newFixture(t)
	f.control("/faults", map[string]any{"outage": "503", "outageCount": 1})
	_, err := f.stripe.PaymentIntents.New(intentWithKey("o1", 500))
	require.Equal(t, http.StatusServiceUnavailable, requireStripeError(t, err).HTTPStatusCode)
	_, err = f.stripe.PaymentIntents.New(intentWithKey("o1", 500))
	require.NoError(t, err, "the outage was for one request")

	f.control("/faults", map[string]any{"outage": "500", "outageCount": 1})
	for range 2 {
		_, err = f.stripe.PaymentIntents.New(intentWithKey("o4", 500))
		require.Equal(t, http.StatusInternalServerError, requireStripeError(t, err).HTTPStatusCode, "a failure is kept under its key")
	}
	_, err = f.stripe.PaymentIntents.New(intentWithKey("o5", 500))
	require.NoError(t, err)

	f.control("/faults", map[string]any{"outage": "reset"})
	_, err = f.stripe.PaymentIntents.New(intentWithKey("o2", 500))
	require.Error(t, err)
	f.control("/faults", map[string]any{"outage": "lost_response", "outageCount": 1})
	_, err = f.stripe.PaymentIntents.New(intentWithKey("o3", 500))
	require.Error(t, err)
	again, err := f.stripe.PaymentIntents.New(intentWithKey("o3", 500))
	require.NoError(t, err)
	require.Equal(t, "true", again.LastResponse.Header.Get("Idempotent-Replayed"), "it had happened all the same")

	res, err := http.Post(f.server.URL+"/sandbox/stripe/control/faults", "application/x-www-form-urlencoded", nil)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, http.StatusUnsupportedMediaType, res.StatusCode)
}

func TestEndpointsOfTheAPI(t *testing.T) {
	f := newFixture(t)
	other := newWebhookEndpoint(t)
	e, err := f.stripe.WebhookEndpoints.New(&stripe.WebhookEndpointParams{
		URL: stripe.String(other.server.URL), APIVersion: stripe.String(stripe.APIVersion),
		EnabledEvents: stripe.StringSlice([]string{"payment_intent.succeeded"}),
	})
	require.NoError(t, err)
	require.NotEmpty(t, e.Secret)
	in := f.newPaidIntent()
	require.Eventually(t, func() bool { other.mu.Lock(); defer other.mu.Unlock(); return len(other.events) == 1 },
		5*time.Second, 10*time.Millisecond)
	require.Error(t, other.bad[0], "another endpoint has another secret")
	f.waitForEvents(in.ID, 3)
	e, err = f.stripe.WebhookEndpoints.Get(e.ID, nil)
	require.NoError(t, err)
	require.Empty(t, e.Secret)
	e, err = f.stripe.WebhookEndpoints.Update(e.ID, &stripe.WebhookEndpointParams{Disabled: stripe.Bool(true)})
	require.NoError(t, err)
	require.Equal(t, "disabled", e.Status)
	gone, err := f.stripe.WebhookEndpoints.Del(e.ID, nil)
	require.NoError(t, err)
	require.True(t, gone.Deleted)
	require.False(t, f.stripe.WebhookEndpoints.List(nil).Next())

	params := &stripe.EventListParams{Types: stripe.StringSlice([]string{"charge.succeeded"})}
	i := f.stripe.Events.List(params)
	require.True(t, i.Next())
	require.Equal(t, stripe.APIVersion, i.Event().APIVersion)
	require.False(t, i.Next())
}
