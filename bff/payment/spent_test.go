package payment_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// The provider repeats a failure of its own for the key that met it. The shopper pays with another attempt: at once after one
// failure, with the next click after two.
func TestAnAttemptWithAFailedKeyIsReplaced(t *testing.T) {
	t.Parallel()
	for name, doneAnyway := range map[string]bool{"nothing was made": false, "made in spite of it": true} {
		for channel, create := range map[string]func(*payment.Service, order.Order) (payment.Page, error){
			"our page":   func(s *payment.Service, o order.Order) (payment.Page, error) { return s.Create(ctx, o, payment.URLs{}) },
			"their page": func(s *payment.Service, o order.Order) (payment.Page, error) { return s.Hosted(ctx, o, payment.URLs{}) },
		} {
			t.Run(name+", "+channel, func(t *testing.T) {
				t.Parallel()
				f := newFixture(t)
				f.AddProduct(t, "plan", price, 10)
				o := f.Place(t, f.Submission("plan", 1, price))
				f.provider.failNextWrites(2, doneAnyway)
				if _, err := create(f.pay, o); fault.Code(err) != "payment_unavailable" {
					t.Fatalf("while the provider fails: %v", err)
				}
				if n := f.Count(t, `select count(*) from payment_attempt where status <> 'cancelled'`); n != 0 {
					t.Errorf("%d attempts whose key is spent are open", n)
				}
				f.provider.failNextWrites(1, doneAnyway)
				page, err := create(f.pay, o)
				if err != nil {
					t.Fatalf("after the failure: %v", err)
				}
				if n := f.Count(t, `select count(*) from payment_attempt where status = 'open'`); n != 1 {
					t.Errorf("%d open attempts", n)
				}
				intent := page.Attempt.IntentID
				if intent == nil {
					intent = &f.provider.sessions[*page.Attempt.SessionID].IntentID
				}
				f.provider.setStatus(*intent, payment.IntentSucceeded, "")
				f.applyIntent(t, *intent)
				f.requireState(t, o.ID, order.Processing, payment.AttemptSucceeded)
				f.requireBalance(t)
			})
		}
	}
}

// Of two tabs that ask for one attempt, one may get its answer while the other gets a failure: the attempt stays.
func TestAnAttemptWithAnIntentOutlivesAFailedKey(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o := f.Place(t, f.Submission("plan", 1, price))
	var late error
	var second payment.Page
	f.provider.beforeCreate = func() {
		f.provider.beforeCreate = nil
		if _, err := f.pay.Create(ctx, o, payment.URLs{}); err != nil {
			t.Errorf("the other tab: %v", err)
		}
		f.provider.failNextWrites(1, false)
	}
	second, late = f.pay.Create(ctx, o, payment.URLs{})
	if late != nil {
		t.Fatal(late)
	}
	if left := f.provider.payableIntents(o.OrderNo); len(left) != 1 || *second.Attempt.IntentID != left[0] {
		t.Fatalf("payable: %v, shown: %v", left, *second.Attempt.IntentID)
	}
}

// A refund that met a failure is asked for with another key, and given once even where it was made in spite of the failure.
func TestARefundWithAFailedKeyIsMadeOnce(t *testing.T) {
	t.Parallel()
	for name, doneAnyway := range map[string]bool{"nothing was made": false, "made in spite of it": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.AddProduct(t, "plan", price, 10)
			o, intent := f.placePaidOrder(t)
			if a := f.requestRefund(t, o, "WRONG_PURCHASE"); a.Refund == nil {
				t.Fatalf("refused: %+v", a)
			}
			f.provider.failNextWrites(1, doneAnyway)
			if err := f.settleRefunds(); !errors.Is(err, payment.ErrUnavailable) {
				t.Fatalf("while the provider fails: %v", err)
			}
			if err := f.settleRefunds(); err != nil {
				t.Fatal(err)
			}
			f.requireStatus(t, o, order.Refunded)
			if left := f.provider.remaining(intent); left != 0 {
				t.Errorf("the provider still has %d", left)
			}
			f.requireBalance(t)
		})
	}
}

// Twenty tabs that wait for one payment ask the provider once in three seconds.
func TestWaitingTabsAskTheProviderOnceInThreeSeconds(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placeOrder(t)
	var asked atomic.Int64
	f.provider.beforeIntent = func() { asked.Add(1) }
	for round := int64(1); round <= 3; round++ {
		var tabs sync.WaitGroup
		for range 20 {
			tabs.Go(func() {
				if err := f.pay.Refresh(ctx, o.ID); err != nil {
					t.Error(err)
				}
			})
		}
		tabs.Wait()
		if asked.Load() != round {
			t.Fatalf("round %d: the provider was asked %d times", round, asked.Load())
		}
		f.Clock.Advance(3 * time.Second)
	}
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	if err := f.pay.Refresh(ctx, o.ID); err != nil {
		t.Fatal(err)
	}
	f.requireState(t, o.ID, order.Processing, payment.AttemptSucceeded)
}
