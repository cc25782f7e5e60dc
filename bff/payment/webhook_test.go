package payment_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

func eventPayload(id, kind, object string) []byte {
	return fmt.Appendf(nil, `{"id":%q,"type":%q,"object":%q}`, id, kind, object)
}

// eventID returns the id in an event's payload.
func eventID(ev []byte) string {
	var of struct{ ID string }
	if err := json.Unmarshal(ev, &of); err != nil {
		panic(err)
	}
	return of.ID
}

func TestAnEventIsStoredOnceAndOnlyWhenSigned(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	body := eventPayload("evt_1", "payment_intent.succeeded", "pi_1")
	if err := f.pay.Receive(ctx, body, "forged"); !errors.Is(err, payment.ErrSignature) {
		t.Fatalf("forged: %v", err)
	}
	if n := f.Count(t, `select count(*) from payment_event`); n != 0 {
		t.Fatalf("%d forged events stored", n)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if err := f.pay.Receive(ctx, body, "good"); err != nil {
				t.Errorf("receive: %v", err)
			}
		})
	}
	wg.Wait()
	if n := f.Count(t, `select count(*) from payment_event`) + f.Count(t, `select count(*) from river_job`); n != 2 {
		t.Fatalf("%d rows for one event and one job", n)
	}
}

// Of each payment the provider reports more than the shop acts on.
func TestAnIgnoredEventGetsNoJob(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for range 2 {
		require.NoError(t, f.pay.Receive(ctx, eventPayload("evt_1", "charge.succeeded", "pi_1"), "good"))
	}
	if n := f.Count(t, `select count(*) from payment_event where outcome = 'stored' and processed_at is not null`); n != 1 {
		t.Fatalf("%d events stored as done", n)
	}
	if n := f.Count(t, `select count(*) from river_job`); n != 0 {
		t.Fatalf("%d jobs", n)
	}
	if outcome, err := f.pay.Replay(ctx, "evt_1"); err != nil || outcome != "stored" {
		t.Fatalf("replayed: %q %v", outcome, err)
	}
}

// Each kind of event, worked three times: the same as once.
func TestEventsAreIdempotent(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	workEvent := func(id, kind, object string) {
		t.Helper()
		require.NoError(t, f.pay.Receive(ctx, eventPayload(id, kind, object), "good"))
		for range 3 {
			require.NoError(t, f.pay.ProcessEvent(ctx, id), kind)
		}
	}
	paid, intent := f.placeOrder(t)
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	workEvent("evt_1", "payment_intent.succeeded", intent)
	workEvent("evt_2", "payment_intent.payment_failed", intent)
	workEvent("evt_3", "charge.updated", intent)
	f.requireState(t, paid.ID, order.Processing, payment.AttemptSucceeded)

	hosted := f.Place(t, f.Submission("plan", 1, price))
	page, err := f.pay.Hosted(ctx, hosted, payment.URLs{})
	require.NoError(t, err)
	f.provider.setStatus(f.provider.sessions[*page.Attempt.SessionID].IntentID, payment.IntentSucceeded, "")
	workEvent("evt_4", "checkout.session.completed", *page.Attempt.SessionID)
	f.requireState(t, hosted.ID, order.Processing, payment.AttemptSucceeded)

	late, intent := f.placeOrder(t)
	require.NoError(t, f.pay.Cancel(ctx, late, "test"))
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	workEvent("evt_5", "payment_intent.succeeded", intent)
	require.NoError(t, f.settleRefunds())
	workEvent("evt_6", "refund.updated", fmt.Sprintf("re_%d", f.Count(t, `select id from refund`)))
	f.requireState(t, late.ID, order.Cancelled, payment.AttemptLatePaid)
	f.requireBalance(t)

	disputed, intent := f.placeOrder(t)
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	f.applyIntent(t, intent)
	workEvent("evt_8", "charge.dispute.created", f.provider.dispute(intent, payment.DisputeOpen))
	if n := f.Count(t, `select count(*) from audit_log where action = 'hold'`); n != 1 {
		t.Fatalf("%d holds", n)
	}
	f.requireState(t, disputed.ID, order.Processing, payment.AttemptSucceeded)
	if n := f.Count(t, `select count(*) from payment_event where processed_at is null`); n != 0 {
		t.Fatalf("%d events unworked", n)
	}
}

// An event about something that the provider itself does not know, because it is another account's, waits like one that we
// do not know, and is shown to staff in the end.
func TestAnEventOfAnotherAccountIsShown(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for n, about := range [][2]string{
		{"payment_intent.succeeded", "pi_foreign"}, {"refund.updated", "re_99"}, {"charge.dispute.created", "dp_foreign"},
	} {
		id := fmt.Sprint("evt_", n)
		require.NoError(t, f.pay.Receive(ctx, eventPayload(id, about[0], about[1]), "good"))
		var snooze *river.JobSnoozeError
		if err := f.pay.ProcessEvent(ctx, id); !errors.As(err, &snooze) {
			t.Errorf("%s: %v", about[0], err)
		}
	}
	f.Clock.Advance(time.Hour)
	for n := range 3 {
		if err := f.pay.ProcessEvent(ctx, fmt.Sprint("evt_", n)); err != nil {
			t.Errorf("after an hour: %v", err)
		}
	}
	if cases, err := f.pay.OpenCases(ctx, 10); err != nil || len(cases) != 3 || f.log.errors.Load() != 3 {
		t.Errorf("cases: %+v %v, %d alerts", cases, err, f.log.errors.Load())
	}
}

// An event that comes before its attempt is known waits for it, up to an hour.
func TestAnEventAboutAnUnknownIntentWaits(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placeOrder(t)
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	f.Exec(t, `update payment_attempt set intent_id = 'pi_other'`)
	for id := range 2 {
		require.NoError(t, f.pay.Receive(ctx, eventPayload(fmt.Sprint("evt_", id), "payment_intent.succeeded", intent), "good"))
	}
	var snooze *river.JobSnoozeError
	if err := f.pay.ProcessEvent(ctx, "evt_0"); !errors.As(err, &snooze) {
		t.Fatalf("an unknown intent: %v", err)
	}
	f.Exec(t, `update payment_attempt set intent_id = ?`, intent)
	require.NoError(t, f.pay.ProcessEvent(ctx, "evt_0"))
	f.requireState(t, o.ID, order.Processing, payment.AttemptSucceeded)
	f.Exec(t, `update payment_attempt set intent_id = 'pi_other'`)
	f.Clock.Advance(time.Hour)
	require.NoError(t, f.pay.ProcessEvent(ctx, "evt_1"), "after an hour")
	if n := f.Count(t, `select count(*) from payment_event where id = 'evt_1' and outcome = 'unknown'`); n != 1 {
		t.Fatal("the event was not noted")
	}
}

// While the provider is away nothing is decided, and everything is as before when it is back.
func TestNothingIsDecidedWithoutTheProvider(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placeOrder(t)
	fresh := f.Place(t, f.Submission("plan", 1, price))
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	f.provider.setDown(true)
	f.Clock.Advance(25 * time.Hour)
	if err := f.pay.Cancel(ctx, o, "test"); fault.Code(err) != "payment_unavailable" {
		t.Errorf("cancel: %v", err)
	}
	if err := f.pay.Expire(ctx, o.ID); fault.Code(err) != "payment_unavailable" {
		t.Errorf("expire: %v", err)
	}
	if _, err := f.pay.Create(ctx, fresh, payment.URLs{}); fault.Code(err) != "order_expired" {
		t.Errorf("create: %v", err)
	}
	if err := f.pay.Sweep(ctx); err == nil {
		t.Error("the sweep does not say that it could not do its work")
	}
	f.requireState(t, o.ID, order.WaitingPayment, payment.AttemptOpen)
	f.requireState(t, fresh.ID, order.Cancelled, "none")
	f.provider.setDown(false)
	require.NoError(t, f.pay.Sweep(ctx))
	f.requireState(t, o.ID, order.Processing, payment.AttemptSucceeded)
	f.requireBalance(t)
}
