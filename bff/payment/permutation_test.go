package payment_test

import (
	"testing"

	"github.com/roamcart/roamcart/bff/benchtest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// fact is something that happens at the provider and is told to the shop.
type fact struct {
	name      string
	status    payment.IntentStatus
	lastError string
}

var facts = []fact{
	{"processing", payment.IntentProcessing, ""},
	{"succeeded", payment.IntentSucceeded, ""},
	{"payment_failed", payment.IntentOpen, "card_declined"},
	{"canceled", payment.IntentCanceled, ""},
}

// refunded is the fact that is no word about the intent: somebody gave all its money back at the provider.
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

// model is the transition table in the fewest words: what an order and its one attempt must be.
type model struct {
	order   order.Status
	attempt string
}

// learns is what the shop must make of the provider's word.
func (m *model) learns(s payment.IntentStatus, failed bool) {
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

// givenBack is what the shop must make of a refund that was made at the provider. Its word brings that of the payment
// with it; money that came too late stays what it was.
func (m *model) givenBack() {
	m.learns(payment.IntentSucceeded, false)
	if m.attempt == payment.AttemptSucceeded {
		m.order = order.Refunded
	}
}

// ends is what a cancel or an expiry must do, given where the intent stands at the provider.
func (m *model) ends(at payment.IntentStatus) (code string) {
	unsettled := m.attempt == payment.AttemptOpen || m.attempt == payment.AttemptProcessing || m.attempt == payment.AttemptFailed
	switch {
	case m.order == order.Cancelled:
		return ""
	case m.order != order.WaitingPayment:
		return "already_paid"
	case unsettled && at == payment.IntentProcessing:
		m.learns(at, false)
		return "payment_processing"
	case unsettled && at == payment.IntentSucceeded:
		m.learns(at, false)
		return "already_paid"
	case unsettled:
		m.attempt = payment.AttemptCancelled
	}
	m.order = order.Cancelled
	return ""
}

// Every order of {processing, succeeded, payment_failed, canceled, refunded}, with a cancel, an expiry or a browser's
// return at every place between them, or without one and each told twice: the order and its attempt are after every step
// what the table says, and in the end money and stock add up.
func TestExhaustiveOrdersOfFacts(t *testing.T) {
	t.Parallel()
	for _, action := range []string{"none", "cancel", "expire", "return"} {
		t.Run(action, func(t *testing.T) {
			t.Parallel()
			w := newTill(t)
			w.Product(t, "plan", price, 10_000)
			walks := 0
			for _, p := range permutations(len(facts) + 1) {
				for at := range len(facts) + 2 {
					if action == "none" && at > 0 {
						break
					}
					w.walk(t, p, action, at)
					walks++
				}
			}
			w.balanced(t)
			t.Logf("%d walks", walks)
		})
	}
}

func (w *till) walk(t *testing.T, p []int, action string, at int) {
	t.Helper()
	o, intent := w.placed(t)
	m := model{order.WaitingPayment, payment.AttemptOpen}
	path := ""
	for n := range len(p) + 1 {
		if n == at && action != "none" {
			path += " " + action
			w.act(t, action, o, intent, &m, path)
		}
		if n == len(p) {
			break
		}
		if p[n] == refunded {
			path += " refunded"
			w.isRefunded(t, intent, &m, path)
			w.agrees(t, o, m, path)
			continue
		}
		f := facts[p[n]]
		path += " " + f.name
		w.prov.move(intent, f.status, f.lastError)
		times := 1
		if action == "none" {
			times = 2
		}
		for range times {
			in, _ := w.prov.Intent(ctx, intent)
			w.hears(t, intent)
			m.learns(in.Status, in.LastError != "")
			w.agrees(t, o, m, path)
		}
	}
}

// isRefunded gives back at the provider whatever came in, and tells of it.
func (w *till) isRefunded(t *testing.T, intent string, m *model, path string) {
	t.Helper()
	if left := w.prov.left(intent); left > 0 {
		w.prov.outside(t, intent, left)
		m.givenBack()
	}
	evt := "evt_" + intent
	if err := w.pay.Receive(ctx, event(evt, "charge.refunded", intent), "good"); err != nil {
		t.Fatalf("after%s: %v", path, err)
	}
	if err := w.pay.ProcessEvent(ctx, evt); err != nil {
		// Our own refund of the late payment is under way, and has to be refused first.
		if err := w.settleRefunds(); err != nil {
			t.Fatalf("after%s: %v", path, err)
		}
		if err := w.pay.ProcessEvent(ctx, evt); err != nil {
			t.Fatalf("after%s: %v", path, err)
		}
	}
}

func (w *till) agrees(t *testing.T, o order.Order, m model, path string) {
	t.Helper()
	if s, a := w.state(t, o.ID); s != m.order || a != m.attempt {
		t.Fatalf("after%s: order %s with attempt %s, want %s with %s", path, s, a, m.order, m.attempt)
	}
}

func (w *till) act(t *testing.T, action string, o order.Order, intent string, m *model, path string) {
	t.Helper()
	in, err := w.prov.Intent(ctx, intent)
	if err != nil {
		t.Fatal(err)
	}
	want := ""
	switch action {
	case "cancel":
		now, err := w.Orders.ByID(ctx, o.ID)
		if err != nil {
			t.Fatal(err)
		}
		want = m.ends(in.Status)
		if got := fault.Code(w.pay.Cancel(ctx, now, "test")); got != want {
			t.Fatalf("after%s: %q, want %q", path, got, want)
		}
	case "expire":
		w.Clock.Advance(benchtest.Window)
		want = m.ends(in.Status)
		if err := w.pay.Expire(ctx, o.ID); (err != nil) != (want == "payment_processing") {
			t.Fatalf("after%s: %v", path, err)
		}
	case "return":
		if err := w.pay.Refresh(ctx, o.ID); err != nil {
			t.Fatalf("after%s: %v", path, err)
		}
		if m.attempt != payment.AttemptCancelled {
			m.learns(in.Status, in.LastError != "")
		}
	}
	w.agrees(t, o, *m, path)
}

// The provider has the money all along, and the shop hears old words in every order: snapshots that were retrieved
// earlier and are applied late. None of them undoes a payment, and the browser's return finds the money in the end.
func TestOldWordsUndoNothing(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.Product(t, "plan", price, 1000)
	for _, p := range permutations(len(facts)) {
		o, intent := w.placed(t)
		w.prov.move(intent, payment.IntentSucceeded, "")
		m, path := model{order.WaitingPayment, payment.AttemptOpen}, ""
		for _, n := range p {
			f := facts[n]
			in, err := w.prov.Intent(ctx, intent)
			if err != nil {
				t.Fatal(err)
			}
			if in.Status, in.LastError = f.status, f.lastError; f.status != payment.IntentSucceeded {
				in.AmountReceived = 0
			}
			if _, err := w.pay.Apply(ctx, in); err != nil {
				t.Fatalf("after%s: %v", path, err)
			}
			path += " " + f.name
			m.learns(f.status, f.lastError != "")
			w.agrees(t, o, m, path)
		}
		if m.order != order.Processing {
			t.Fatalf("%s ends as %s", path, m.order)
		}
	}
	w.balanced(t)
}
