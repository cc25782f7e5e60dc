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

func keyed(key string, amount int64) *stripe.PaymentIntentParams {
	p := &stripe.PaymentIntentParams{Amount: stripe.Int64(amount), Currency: stripe.String("usd")}
	p.SetIdempotencyKey(key)
	return p
}

func TestIdempotencyKeys(t *testing.T) {
	b := newBench(t)
	first, err := b.stripe.PaymentIntents.New(keyed("k1", 500))
	require.NoError(t, err)
	require.Empty(t, first.LastResponse.Header.Get("Idempotent-Replayed"))
	again, err := b.stripe.PaymentIntents.New(keyed("k1", 500))
	require.NoError(t, err)
	require.Equal(t, first.ID, again.ID)
	require.Equal(t, "true", again.LastResponse.Header.Get("Idempotent-Replayed"))
	require.Equal(t, string(first.LastResponse.RawJSON), string(again.LastResponse.RawJSON))
	_, err = b.stripe.PaymentIntents.New(keyed("k1", 600))
	e := refused(t, err)
	require.Equal(t, stripe.ErrorTypeIdempotency, e.Type)
	require.Equal(t, http.StatusBadRequest, e.HTTPStatusCode)

	// A declined card is an answer and is replayed; a request that could not be executed is not.
	decline := &stripe.PaymentIntentConfirmParams{PaymentMethod: stripe.String("pm_card_chargeDeclined")}
	decline.SetIdempotencyKey("k2")
	for range 2 {
		_, err = b.stripe.PaymentIntents.Confirm(first.ID, decline)
		require.EqualValues(t, "card_declined", refused(t, err).Code)
	}
	require.Equal(t, []string{"payment_intent.created", "charge.failed", "payment_intent.payment_failed"}, b.wait(first.ID, 3))
	_, err = b.stripe.PaymentIntents.New(keyed("k3", 1))
	require.Error(t, err)
	_, err = b.stripe.PaymentIntents.New(keyed("k3", 700))
	require.NoError(t, err)

	b.clock.Advance(25 * time.Hour)
	later, err := b.stripe.PaymentIntents.New(keyed("k1", 600))
	require.NoError(t, err, "a key is forgotten after a day")
	require.NotEqual(t, first.ID, later.ID)
}

func TestConcurrentRequestsWithOneKey(t *testing.T) {
	b := newBench(t)
	var mu sync.Mutex
	ids := map[string]bool{}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			in, err := b.stripe.PaymentIntents.New(keyed("same", 500))
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
	b := newBench(t)
	b.control("/faults", map[string]any{"webhookHold": true})
	in, err := b.stripe.PaymentIntents.New(keyed("kept", 500))
	require.NoError(t, err)
	b.stop()
	require.NoError(t, provider.Migrate(t.Context(), b.db.SQL), "migrating again changes nothing")
	b.start()
	again, err := b.stripe.PaymentIntents.New(keyed("kept", 500))
	require.NoError(t, err)
	require.Equal(t, in.ID, again.ID)
	done, err := b.confirm(in.ID, "pm_card_visa")
	require.NoError(t, err)
	require.Equal(t, stripe.PaymentIntentStatusSucceeded, done.Status)
	require.Empty(t, b.inbox.types(""), "the hold outlives the process")
	b.control("/webhooks/release", map[string]any{})
	require.Equal(t, []string{"payment_intent.created", "charge.succeeded", "payment_intent.succeeded"}, b.wait(in.ID, 3))
}

func TestWebhooksAreRetried(t *testing.T) {
	b := newBench(t)
	b.inbox.refuseNext(2)
	in := b.intent("card")
	for range 40 {
		b.clock.Advance(2 * time.Second)
		if len(b.inbox.types(in.ID)) > 0 {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	require.Equal(t, []string{"payment_intent.created"}, b.wait(in.ID, 1))
	var items []any
	require.Eventually(t, func() bool {
		res, err := http.Get(b.server.URL + "/sandbox/stripe/control/webhooks?intent=" + in.ID)
		items = decode(t, res, err)["items"].([]any)
		return items[0].(map[string]any)["state"] == "delivered"
	}, 5*time.Second, 20*time.Millisecond)
	require.EqualValues(t, 3, items[0].(map[string]any)["attempts"])
}

func TestWebhookFaults(t *testing.T) {
	b := newBench(t)
	b.control("/faults", map[string]any{"webhookHold": true})
	in := b.paid()
	released := b.control("/webhooks/release", map[string]any{"order": "reverse", "duplicate": 1})
	require.EqualValues(t, 6, released["released"])
	require.Equal(t, []string{
		"payment_intent.succeeded", "payment_intent.succeeded", "charge.succeeded", "charge.succeeded",
		"payment_intent.created", "payment_intent.created",
	}, b.wait(in.ID, 6))

	b.control("/faults", map[string]any{"webhookDuplicate": 2})
	dup := b.intent("card")
	require.Len(t, b.wait(dup.ID, 3), 3)

	b.control("/faults", map[string]any{"webhookDuplicate": 0, "webhookDelayMs": 60000})
	slow := b.intent("card")
	time.Sleep(700 * time.Millisecond)
	require.Empty(t, b.inbox.types(slow.ID))
	b.clock.Advance(61 * time.Second)
	b.wait(slow.ID, 1)

	b.control("/reset", map[string]any{})
	b.control("/faults", map[string]any{"webhookOrder": "reverse"})
	back := b.paid()
	b.clock.Advance(time.Second)
	want := []string{"payment_intent.created", "charge.succeeded", "payment_intent.succeeded"}
	slices.Reverse(want)
	require.Equal(t, want, b.wait(back.ID, 3))
	b.control("/webhooks/redeliver", map[string]any{"event": b.newestEvent()})
	b.clock.Advance(time.Second)
	require.Len(t, b.wait(back.ID, 4), 4)
}

func (b *bench) newestEvent() string {
	params := &stripe.EventListParams{}
	params.Limit = stripe.Int64(1)
	i := b.stripe.Events.List(params)
	require.True(b.t, i.Next(), "%v", i.Err())
	return i.Event().ID
}

func TestOutages(t *testing.T) {
	b := newBench(t)
	b.control("/faults", map[string]any{"outage": "503", "outageCount": 1})
	_, err := b.stripe.PaymentIntents.New(keyed("o1", 500))
	require.Equal(t, http.StatusServiceUnavailable, refused(t, err).HTTPStatusCode)
	_, err = b.stripe.PaymentIntents.New(keyed("o1", 500))
	require.NoError(t, err, "the outage was for one request")

	b.control("/faults", map[string]any{"outage": "500", "outageCount": 1})
	for range 2 {
		_, err = b.stripe.PaymentIntents.New(keyed("o4", 500))
		require.Equal(t, http.StatusInternalServerError, refused(t, err).HTTPStatusCode, "a failure is kept under its key")
	}
	_, err = b.stripe.PaymentIntents.New(keyed("o5", 500))
	require.NoError(t, err)

	b.control("/faults", map[string]any{"outage": "reset"})
	_, err = b.stripe.PaymentIntents.New(keyed("o2", 500))
	require.Error(t, err)
	b.control("/faults", map[string]any{"outage": "lost_response", "outageCount": 1})
	_, err = b.stripe.PaymentIntents.New(keyed("o3", 500))
	require.Error(t, err)
	again, err := b.stripe.PaymentIntents.New(keyed("o3", 500))
	require.NoError(t, err)
	require.Equal(t, "true", again.LastResponse.Header.Get("Idempotent-Replayed"), "it had happened all the same")

	res, err := http.Post(b.server.URL+"/sandbox/stripe/control/faults", "application/x-www-form-urlencoded", nil)
	require.NoError(t, err)
	require.NoError(t, res.Body.Close())
	require.Equal(t, http.StatusUnsupportedMediaType, res.StatusCode)
}

func TestEndpointsOfTheAPI(t *testing.T) {
	b := newBench(t)
	other := newInbox(t)
	e, err := b.stripe.WebhookEndpoints.New(&stripe.WebhookEndpointParams{
		URL: stripe.String(other.server.URL), APIVersion: stripe.String(stripe.APIVersion),
		EnabledEvents: stripe.StringSlice([]string{"payment_intent.succeeded"}),
	})
	require.NoError(t, err)
	require.NotEmpty(t, e.Secret)
	in := b.paid()
	require.Eventually(t, func() bool { other.mu.Lock(); defer other.mu.Unlock(); return len(other.events) == 1 },
		5*time.Second, 10*time.Millisecond)
	require.Error(t, other.bad[0], "another endpoint has another secret")
	b.wait(in.ID, 3)
	e, err = b.stripe.WebhookEndpoints.Get(e.ID, nil)
	require.NoError(t, err)
	require.Empty(t, e.Secret)
	e, err = b.stripe.WebhookEndpoints.Update(e.ID, &stripe.WebhookEndpointParams{Disabled: stripe.Bool(true)})
	require.NoError(t, err)
	require.Equal(t, "disabled", e.Status)
	gone, err := b.stripe.WebhookEndpoints.Del(e.ID, nil)
	require.NoError(t, err)
	require.True(t, gone.Deleted)
	require.False(t, b.stripe.WebhookEndpoints.List(nil).Next())

	params := &stripe.EventListParams{Types: stripe.StringSlice([]string{"charge.succeeded"})}
	i := b.stripe.Events.List(params)
	require.True(t, i.Next())
	require.Equal(t, stripe.APIVersion, i.Event().APIVersion)
	require.False(t, i.Next())
}
