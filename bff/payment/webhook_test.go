package payment_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/riverqueue/river"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

func event(id, kind, object string) []byte {
	return fmt.Appendf(nil, `{"id":%q,"type":%q,"object":%q}`, id, kind, object)
}

// idOf returns the id of what event made.
func idOf(ev []byte) string {
	var of struct{ ID string }
	if err := json.Unmarshal(ev, &of); err != nil {
		panic(err)
	}
	return of.ID
}

func TestAnEventIsStoredOnceAndOnlyWhenSigned(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	body := event("evt_1", "payment_intent.succeeded", "pi_1")
	if err := w.pay.Receive(ctx, body, "forged"); !errors.Is(err, payment.ErrSignature) {
		t.Fatalf("forged: %v", err)
	}
	if n := w.Count(t, `select count(*) from payment_event`); n != 0 {
		t.Fatalf("%d forged events stored", n)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if err := w.pay.Receive(ctx, body, "good"); err != nil {
				t.Errorf("receive: %v", err)
			}
		})
	}
	wg.Wait()
	if n := w.Count(t, `select count(*) from payment_event`) + w.Count(t, `select count(*) from river_job`); n != 2 {
		t.Fatalf("%d rows for one event and one job", n)
	}
}

// Of each payment the provider reports more than the shop acts on.
func TestAnEventThatNobodyActsOnGetsNoJob(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	for range 2 {
		if err := w.pay.Receive(ctx, event("evt_1", "charge.succeeded", "pi_1"), "good"); err != nil {
			t.Fatal(err)
		}
	}
	if n := w.Count(t, `select count(*) from payment_event where outcome = 'stored' and processed_at is not null`); n != 1 {
		t.Fatalf("%d events stored as done", n)
	}
	if n := w.Count(t, `select count(*) from river_job`); n != 0 {
		t.Fatalf("%d jobs", n)
	}
	if outcome, err := w.pay.Replay(ctx, "evt_1"); err != nil || outcome != "stored" {
		t.Fatalf("replayed: %q %v", outcome, err)
	}
}

// Each kind of event, worked three times: the same as once.
func TestEventsAreWorkedAsOftenAsAsked(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	work := func(id, kind, object string) {
		t.Helper()
		if err := w.pay.Receive(ctx, event(id, kind, object), "good"); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if err := w.pay.ProcessEvent(ctx, id); err != nil {
				t.Fatalf("%s: %v", kind, err)
			}
		}
	}
	paid, intent := w.placed(t)
	w.prov.move(intent, payment.IntentSucceeded, "")
	work("evt_1", "payment_intent.succeeded", intent)
	work("evt_2", "payment_intent.payment_failed", intent)
	work("evt_3", "charge.updated", intent)
	w.wants(t, paid.ID, order.Processing, payment.AttemptSucceeded)

	hosted := w.Place(t, w.Submission("plan", 1, price))
	page, err := w.pay.Hosted(ctx, hosted, payment.URLs{})
	if err != nil {
		t.Fatal(err)
	}
	w.prov.move(w.prov.sessions[*page.Attempt.SessionID].IntentID, payment.IntentSucceeded, "")
	work("evt_4", "checkout.session.completed", *page.Attempt.SessionID)
	w.wants(t, hosted.ID, order.Processing, payment.AttemptSucceeded)

	late, intent := w.placed(t)
	if err := w.pay.Cancel(ctx, late, "test"); err != nil {
		t.Fatal(err)
	}
	w.prov.move(intent, payment.IntentSucceeded, "")
	work("evt_5", "payment_intent.succeeded", intent)
	if err := w.settleRefunds(); err != nil {
		t.Fatal(err)
	}
	work("evt_6", "refund.updated", fmt.Sprintf("re_%d", w.Count(t, `select id from refund`)))
	w.wants(t, late.ID, order.Cancelled, payment.AttemptLatePaid)
	w.balanced(t)

	disputed, intent := w.placed(t)
	w.prov.move(intent, payment.IntentSucceeded, "")
	w.hears(t, intent)
	work("evt_8", "charge.dispute.created", w.prov.dispute(intent, payment.DisputeOpen))
	if n := w.Count(t, `select count(*) from audit_log where action = 'hold'`); n != 1 {
		t.Fatalf("%d holds", n)
	}
	w.wants(t, disputed.ID, order.Processing, payment.AttemptSucceeded)
	if n := w.Count(t, `select count(*) from payment_event where processed_at is null`); n != 0 {
		t.Fatalf("%d events unworked", n)
	}
}

// An event about something that the provider itself does not know, because it is another account's, waits like one that we
// do not know, and is shown to staff in the end.
func TestAnEventOfAnotherAccountIsShown(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	for n, about := range [][2]string{
		{"payment_intent.succeeded", "pi_foreign"}, {"refund.updated", "re_99"}, {"charge.dispute.created", "dp_foreign"},
	} {
		id := fmt.Sprint("evt_", n)
		if err := w.pay.Receive(ctx, event(id, about[0], about[1]), "good"); err != nil {
			t.Fatal(err)
		}
		var snooze *river.JobSnoozeError
		if err := w.pay.ProcessEvent(ctx, id); !errors.As(err, &snooze) {
			t.Errorf("%s: %v", about[0], err)
		}
	}
	w.Clock.Advance(time.Hour)
	for n := range 3 {
		if err := w.pay.ProcessEvent(ctx, fmt.Sprint("evt_", n)); err != nil {
			t.Errorf("after an hour: %v", err)
		}
	}
	if cases, err := w.pay.OpenCases(ctx, 10); err != nil || len(cases) != 3 || w.log.rung.Load() != 3 {
		t.Errorf("cases: %+v %v, %d alerts", cases, err, w.log.rung.Load())
	}
}

// An event that comes before its attempt is known waits for it, up to an hour.
func TestAnEventAboutAnUnknownIntentWaits(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	o, intent := w.placed(t)
	w.prov.move(intent, payment.IntentSucceeded, "")
	w.Exec(t, `update payment_attempt set intent_id = 'pi_other'`)
	for id := range 2 {
		if err := w.pay.Receive(ctx, event(fmt.Sprint("evt_", id), "payment_intent.succeeded", intent), "good"); err != nil {
			t.Fatal(err)
		}
	}
	var snooze *river.JobSnoozeError
	if err := w.pay.ProcessEvent(ctx, "evt_0"); !errors.As(err, &snooze) {
		t.Fatalf("an unknown intent: %v", err)
	}
	w.Exec(t, `update payment_attempt set intent_id = ?`, intent)
	if err := w.pay.ProcessEvent(ctx, "evt_0"); err != nil {
		t.Fatal(err)
	}
	w.wants(t, o.ID, order.Processing, payment.AttemptSucceeded)
	w.Exec(t, `update payment_attempt set intent_id = 'pi_other'`)
	w.Clock.Advance(time.Hour)
	if err := w.pay.ProcessEvent(ctx, "evt_1"); err != nil {
		t.Fatalf("after an hour: %v", err)
	}
	if n := w.Count(t, `select count(*) from payment_event where id = 'evt_1' and outcome = 'unknown'`); n != 1 {
		t.Fatal("the event was not noted")
	}
}

// While the provider is away nothing is decided, and everything is as before when it is back.
func TestTheProviderIsAway(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 10)
	o, intent := w.placed(t)
	fresh := w.Place(t, w.Submission("plan", 1, price))
	w.prov.move(intent, payment.IntentSucceeded, "")
	w.prov.setDown(true)
	w.Clock.Advance(25 * time.Hour)
	if err := w.pay.Cancel(ctx, o, "test"); fault.Code(err) != "payment_unavailable" {
		t.Errorf("cancel: %v", err)
	}
	if err := w.pay.Expire(ctx, o.ID); fault.Code(err) != "payment_unavailable" {
		t.Errorf("expire: %v", err)
	}
	if _, err := w.pay.Create(ctx, fresh, payment.URLs{}); fault.Code(err) != "order_expired" {
		t.Errorf("create: %v", err)
	}
	if err := w.pay.Sweep(ctx); err == nil {
		t.Error("the sweep does not say that it could not do its work")
	}
	w.wants(t, o.ID, order.WaitingPayment, payment.AttemptOpen)
	w.wants(t, fresh.ID, order.Cancelled, "none")
	w.prov.setDown(false)
	if err := w.pay.Sweep(ctx); err != nil {
		t.Fatal(err)
	}
	w.wants(t, o.ID, order.Processing, payment.AttemptSucceeded)
	w.balanced(t)
}
