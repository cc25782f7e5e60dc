package payment_test

import (
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
)

// hosted returns a new order whose shopper is on the provider's page, and the intent behind that page.
func (w *till) hosted(t *testing.T) (order.Order, string) {
	t.Helper()
	o := w.Place(t, w.Submission("plan", 1, price))
	page, err := w.pay.Hosted(ctx, o, payment.URLs{})
	if err != nil {
		t.Fatal(err)
	}
	session, err := w.prov.Session(ctx, *page.Attempt.SessionID)
	if err != nil {
		t.Fatal(err)
	}
	return o, session.IntentID
}

func (w *till) await(t *testing.T, o order.Order, limit time.Duration) (unknown bool, took time.Duration) {
	t.Helper()
	began := time.Now()
	unknown, err := w.pay.Await(ctx, o.ID, limit)
	if err != nil {
		t.Fatal(err)
	}
	return unknown, time.Since(began)
}

const long = time.Minute

// hearsMeanwhile applies the provider's word while a shopper's return waits for it, and fails when the return misses it.
func (w *till) hearsMeanwhile(t *testing.T, o order.Order, intent string) {
	t.Helper()
	ended := make(chan bool, 1)
	go func() {
		unknown, err := w.pay.Await(ctx, o.ID, long)
		ended <- err == nil && !unknown
	}()
	w.hears(t, intent)
	if !<-ended {
		t.Fatal("the message was missed")
	}
}

// A shopper who comes back before the provider's message is told the truth by the provider itself.
func TestAReturnIsAskedAbout(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.AddProduct(t, "plan", price, 10)
	o, intent := w.hosted(t)
	w.prov.move(intent, payment.IntentSucceeded, "")
	if unknown, _ := w.await(t, o, long); unknown {
		t.Fatal("unknown")
	}
	w.wants(t, o.ID, order.Processing, payment.AttemptSucceeded)
	w.balanced(t)
}

// Somebody who typed the address of a return has paid nothing, and need not wait to be told.
func TestAReturnWithoutAPayment(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.AddProduct(t, "plan", price, 10)
	o, _ := w.hosted(t)
	if unknown, took := w.await(t, o, long); unknown || took > long/2 {
		t.Fatalf("unknown %v after %s", unknown, took)
	}
	w.wants(t, o.ID, order.WaitingPayment, payment.AttemptOpen)
}

// The provider was asked a moment before the shopper paid: the next answer is waited for.
func TestAReturnRightAfterALook(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.AddProduct(t, "plan", price, 10)
	o, intent := w.hosted(t)
	if err := w.pay.Refresh(ctx, o.ID); err != nil {
		t.Fatal(err)
	}
	w.prov.move(intent, payment.IntentSucceeded, "")
	if unknown, _ := w.await(t, o, 0); !unknown {
		t.Fatal("an answer from before the payment counts")
	}
	w.wants(t, o.ID, order.WaitingPayment, payment.AttemptOpen)
	w.Clock.Advance(3 * time.Second)
	if unknown, _ := w.await(t, o, long); unknown {
		t.Fatal("unknown")
	}
	w.wants(t, o.ID, order.Processing, payment.AttemptSucceeded)
}

// A provider that does not answer leaves open what became of the payment, and the message that comes later is not missed.
func TestAReturnWhileTheProviderIsAway(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.AddProduct(t, "plan", price, 10)
	o, intent := w.hosted(t)
	w.prov.move(intent, payment.IntentSucceeded, "")
	w.prov.mu.Lock()
	w.prov.down = true
	w.prov.mu.Unlock()
	if unknown, _ := w.await(t, o, 300*time.Millisecond); !unknown {
		t.Fatal("known without an answer")
	}
	w.wants(t, o.ID, order.WaitingPayment, payment.AttemptOpen)
	w.prov.mu.Lock()
	w.prov.down = false
	w.prov.mu.Unlock()
	w.hearsMeanwhile(t, o, intent)
	w.wants(t, o.ID, order.Processing, payment.AttemptSucceeded)
}

// A payment that is being processed when the shopper comes back is waited for.
func TestAReturnWhileThePaymentIsProcessed(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.AddProduct(t, "plan", price, 10)
	o, intent := w.hosted(t)
	w.prov.move(intent, payment.IntentProcessing, "")
	if unknown, _ := w.await(t, o, 0); !unknown {
		t.Fatal("a payment that is being processed has ended")
	}
	w.wants(t, o.ID, order.WaitingPayment, payment.AttemptProcessing)
	w.prov.move(intent, payment.IntentSucceeded, "")
	w.hearsMeanwhile(t, o, intent)
	w.wants(t, o.ID, order.Processing, payment.AttemptSucceeded)
}
