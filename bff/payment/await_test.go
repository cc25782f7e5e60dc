package payment_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
)

// openHostedPage places an order, opens the provider's page for it and returns the order and the page's intent.
func (f *fixture) openHostedPage(t *testing.T) (order.Order, string) {
	t.Helper()
	o := f.Place(t, f.Submission("plan", 1, price))
	page, err := f.pay.Hosted(ctx, o, payment.URLs{})
	require.NoError(t, err)
	session, err := f.provider.Session(ctx, *page.Attempt.SessionID)
	require.NoError(t, err)
	return o, session.IntentID
}

func (f *fixture) awaitPayment(t *testing.T, o order.Order, limit time.Duration) (unknown bool, took time.Duration) {
	t.Helper()
	began := time.Now()
	unknown, err := f.pay.Await(ctx, o.ID, limit)
	require.NoError(t, err)
	return unknown, time.Since(began)
}

const longWait = time.Minute

// applyIntentDuringAwait applies an intent while Await waits for it, and fails when Await misses it.
func (f *fixture) applyIntentDuringAwait(t *testing.T, o order.Order, intent string) {
	t.Helper()
	ended := make(chan bool, 1)
	go func() {
		unknown, err := f.pay.Await(ctx, o.ID, longWait)
		ended <- err == nil && !unknown
	}()
	f.applyIntent(t, intent)
	if !<-ended {
		t.Fatal("Await missed the message")
	}
}

// A shopper who comes back before the provider's event has arrived makes the shop ask the provider.
func TestAReturnAsksTheProvider(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.openHostedPage(t)
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	if unknown, _ := f.awaitPayment(t, o, longWait); unknown {
		t.Fatal("unknown")
	}
	f.requireState(t, o.ID, order.Processing, payment.AttemptSucceeded)
	f.requireBalance(t)
}

// Somebody who opens the address of a return without having paid gets an answer at once.
func TestAReturnWithoutAPaymentDoesNotWait(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, _ := f.openHostedPage(t)
	if unknown, took := f.awaitPayment(t, o, longWait); unknown || took > longWait/2 {
		t.Fatalf("unknown %v after %s", unknown, took)
	}
	f.requireState(t, o.ID, order.WaitingPayment, payment.AttemptOpen)
}

// The provider was asked a moment before the shopper paid: the next answer is waited for.
func TestAReturnWaitsForANewAnswer(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.openHostedPage(t)
	require.NoError(t, f.pay.Refresh(ctx, o.ID))
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	if unknown, _ := f.awaitPayment(t, o, 0); !unknown {
		t.Fatal("an answer from before the payment counts")
	}
	f.requireState(t, o.ID, order.WaitingPayment, payment.AttemptOpen)
	f.Clock.Advance(3 * time.Second)
	if unknown, _ := f.awaitPayment(t, o, longWait); unknown {
		t.Fatal("unknown")
	}
	f.requireState(t, o.ID, order.Processing, payment.AttemptSucceeded)
}

// A provider that does not answer leaves open what became of the payment, and the message that comes later is not missed.
func TestAReturnStaysUnknownWithoutTheProvider(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.openHostedPage(t)
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	f.provider.mu.Lock()
	f.provider.down = true
	f.provider.mu.Unlock()
	if unknown, _ := f.awaitPayment(t, o, 300*time.Millisecond); !unknown {
		t.Fatal("known without an answer")
	}
	f.requireState(t, o.ID, order.WaitingPayment, payment.AttemptOpen)
	f.provider.mu.Lock()
	f.provider.down = false
	f.provider.mu.Unlock()
	f.applyIntentDuringAwait(t, o, intent)
	f.requireState(t, o.ID, order.Processing, payment.AttemptSucceeded)
}

// A payment that is being processed when the shopper comes back is waited for.
func TestAReturnWaitsForAPaymentInProcessing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.openHostedPage(t)
	f.provider.setStatus(intent, payment.IntentProcessing, "")
	if unknown, _ := f.awaitPayment(t, o, 0); !unknown {
		t.Fatal("a payment that is being processed has ended")
	}
	f.requireState(t, o.ID, order.WaitingPayment, payment.AttemptProcessing)
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	f.applyIntentDuringAwait(t, o, intent)
	f.requireState(t, o.ID, order.Processing, payment.AttemptSucceeded)
}
