package payment_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// intentChange is a change of an intent at the provider, of which the shop gets an event.
type intentChange struct {
	name      string
	status    payment.IntentStatus
	lastError string
}

var intentChanges = []intentChange{
	{"processing", payment.IntentProcessing, ""},
	{"succeeded", payment.IntentSucceeded, ""},
	{"payment_failed", payment.IntentOpen, "card_declined"},
	{"canceled", payment.IntentCanceled, ""},
}

// refunded is the one that is no change of the intent: all its money was refunded at the provider.
const refunded = 4

func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{{}}
	}
	var all [][]int
	for _, p := range permutations(n - 1) {
		for at := range n {
			q := append(append(append([]int{}, p[:at]...), n-1), p[at:]...)
			all = append(all, q)
		}
	}
	return all
}

// model is the transition table: what the statuses of an order and its one attempt must be.
type model struct {
	order   order.Status
	attempt string
}

// applyIntent changes the model as the shop must when it applies an intent.
func (m *model) applyIntent(s payment.IntentStatus, failed bool) {
	live := m.attempt == payment.AttemptOpen || m.attempt == payment.AttemptProcessing
	switch {
	case s == payment.IntentSucceeded && m.attempt != payment.AttemptSucceeded && m.attempt != payment.AttemptLatePaid:
		m.attempt = payment.AttemptLatePaid
		if m.order == order.WaitingPayment {
			m.order, m.attempt = order.Processing, payment.AttemptSucceeded
		}
	case s == payment.IntentProcessing && (m.attempt == payment.AttemptOpen || m.attempt == payment.AttemptFailed):
		m.attempt = payment.AttemptProcessing
	case s == payment.IntentCanceled && (live || m.attempt == payment.AttemptFailed):
		m.attempt = payment.AttemptCancelled
	case s == payment.IntentOpen && failed && live:
		m.attempt = payment.AttemptFailed
	}
}

// refund changes the model as the shop must for a refund at the provider: its event brings the payment's with it, and a late payment
// stays one.
func (m *model) refund() {
	m.applyIntent(payment.IntentSucceeded, false)
	if m.attempt == payment.AttemptSucceeded {
		m.order = order.Refunded
	}
}

// end changes the model as a cancel or an expiry must, given the status of the intent at the provider, and returns the refusal.
func (m *model) end(at payment.IntentStatus) (code string) {
	unsettled := m.attempt == payment.AttemptOpen || m.attempt == payment.AttemptProcessing || m.attempt == payment.AttemptFailed
	switch {
	case m.order == order.Cancelled:
		return ""
	case m.order != order.WaitingPayment:
		return "already_paid"
	case unsettled && at == payment.IntentProcessing:
		m.applyIntent(at, false)
		return "payment_processing"
	case unsettled && at == payment.IntentSucceeded:
		m.applyIntent(at, false)
		return "already_paid"
	case unsettled:
		m.attempt = payment.AttemptCancelled
	}
	m.order = order.Cancelled
	return ""
}

// Every order of {processing, succeeded, payment_failed, canceled, refunded}, with a cancel, an expiry or a browser's
// return at every place between them, or without one and each event delivered twice: the order and its attempt are after every step
// what the table says, and in the end money and stock add up.
func TestExhaustiveOrdersOfIntentChangesMatchTheModel(t *testing.T) {
	t.Parallel()
	for _, action := range []string{"none", "cancel", "expire", "return"} {
		t.Run(action, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.AddProduct(t, "plan", price, 10_000)
			sequences := 0
			for _, p := range permutations(len(intentChanges) + 1) {
				for at := range len(intentChanges) + 2 {
					if action == "none" && at > 0 {
						break
					}
					f.runSequence(t, p, action, at)
					sequences++
				}
			}
			f.requireBalance(t)
			t.Logf("%d sequences", sequences)
		})
	}
}

func (f *fixture) runSequence(t *testing.T, p []int, action string, at int) {
	t.Helper()
	o, intent := f.placeOrder(t)
	m := model{order.WaitingPayment, payment.AttemptOpen}
	path := ""
	for n := range len(p) + 1 {
		if n == at && action != "none" {
			path += " " + action
			f.perform(t, action, o, intent, &m, path)
		}
		if n == len(p) {
			break
		}
		if p[n] == refunded {
			path += " refunded"
			f.refundRemainder(t, intent, &m, path)
			f.requireModel(t, o, m, path)
			continue
		}
		change := intentChanges[p[n]]
		path += " " + change.name
		f.provider.setStatus(intent, change.status, change.lastError)
		times := 1
		if action == "none" {
			times = 2
		}
		for range times {
			in, _ := f.provider.Intent(ctx, intent)
			f.applyIntent(t, intent)
			m.applyIntent(in.Status, in.LastError != "")
			f.requireModel(t, o, m, path)
		}
	}
}

// refundRemainder refunds at the provider whatever is left of an intent and delivers the event.
func (f *fixture) refundRemainder(t *testing.T, intent string, m *model, path string) {
	t.Helper()
	if left := f.provider.remaining(intent); left > 0 {
		f.provider.refundInDashboard(t, intent, left)
		m.refund()
	}
	evt := "evt_" + intent
	require.NoError(t, f.pay.Receive(ctx, eventPayload(evt, "charge.refunded", intent), "good"), "after%s", path)
	if err := f.pay.ProcessEvent(ctx, evt); err != nil {
		// Our own refund of the late payment is under way, and has to be refused first.
		require.NoError(t, f.settleRefunds(), "after%s", path)
		require.NoError(t, f.pay.ProcessEvent(ctx, evt), "after%s", path)
	}
}

func (f *fixture) requireModel(t *testing.T, o order.Order, m model, path string) {
	t.Helper()
	if s, a := f.orderState(t, o.ID); s != m.order || a != m.attempt {
		t.Fatalf("after%s: order %s with attempt %s, want %s with %s", path, s, a, m.order, m.attempt)
	}
}

func (f *fixture) perform(t *testing.T, action string, o order.Order, intent string, m *model, path string) {
	t.Helper()
	in, err := f.provider.Intent(ctx, intent)
	require.NoError(t, err)
	want := ""
	switch action {
	case "cancel":
		now, err := f.Orders.ByID(ctx, o.ID)
		require.NoError(t, err)
		want = m.end(in.Status)
		if got := fault.Code(f.pay.Cancel(ctx, now, "test")); got != want {
			t.Fatalf("after%s: %q, want %q", path, got, want)
		}
	case "expire":
		f.Clock.Advance(moduletest.Window)
		want = m.end(in.Status)
		if err := f.pay.Expire(ctx, o.ID); (err != nil) != (want == "payment_processing") {
			t.Fatalf("after%s: %v", path, err)
		}
	case "return":
		require.NoError(t, f.pay.Refresh(ctx, o.ID), "after%s", path)
		if m.attempt != payment.AttemptCancelled {
			m.applyIntent(in.Status, in.LastError != "")
		}
	}
	f.requireModel(t, o, *m, path)
}

// The provider has the money all along, and the shop applies stale intents in every order: snapshots that were retrieved
// earlier and are applied late. None of them undoes a payment, and the browser's return finds the money in the end.
func TestStaleIntentsUndoNoPayment(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 1000)
	for _, p := range permutations(len(intentChanges)) {
		o, intent := f.placeOrder(t)
		f.provider.setStatus(intent, payment.IntentSucceeded, "")
		m, path := model{order.WaitingPayment, payment.AttemptOpen}, ""
		for _, n := range p {
			change := intentChanges[n]
			in, err := f.provider.Intent(ctx, intent)
			require.NoError(t, err)
			if in.Status, in.LastError = change.status, change.lastError; change.status != payment.IntentSucceeded {
				in.AmountReceived = 0
			}
			if _, err := f.pay.Apply(ctx, in); err != nil {
				t.Fatalf("after%s: %v", path, err)
			}
			path += " " + change.name
			m.applyIntent(change.status, change.lastError != "")
			f.requireModel(t, o, m, path)
		}
		if m.order != order.Processing {
			t.Fatalf("%s ends as %s", path, m.order)
		}
	}
	f.requireBalance(t)
}
