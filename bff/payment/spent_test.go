package payment_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

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
				require.NoError(t, err, "after the failure")
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
	require.NoError(t, late)
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
			require.NoError(t, f.settleRefunds())
			f.requireStatus(t, o, order.Refunded)
			if left := f.provider.remaining(intent); left != 0 {
				t.Errorf("the provider still has %d", left)
			}
			f.requireBalance(t)
		})
	}
}

// The answer to a part of the money that goes back is lost, and the provider has forgotten the call when it is repeated a day later: the
// part goes back once. So it is with a row of the version before, and where another part went back with the number of this one, as before
// a restore.
func TestARefundWithoutAnAnswerIsMadeOnce(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(t *testing.T, f *fixture, intent string, refundID int64){
		"a row of this version": func(t *testing.T, f *fixture, _ string, _ int64) {
			if n := f.Count(t, `select count(*) from refund where key_no = 0`); n != 0 {
				t.Error("the version before would not look for the refund")
			}
		},
		"a row of the version before": func(t *testing.T, f *fixture, _ string, _ int64) { f.Exec(t, `update refund set key_no = 0`) },
		"the number was another's": func(t *testing.T, f *fixture, intent string, refundID int64) {
			f.provider.refundInDashboard(t, intent, 50)
			for n, r := range f.provider.refunds {
				r.RefundID = refundID
				f.provider.refunds[n] = r
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.AddProduct(t, "plan", price, 10)
			o, intent := f.placePaidOrder(t)
			r, err := f.pay.GiveRefund(ctx, payment.StaffRefund{OrderID: o.ID, Amount: 200, Reason: "a part", Actor: "staff:eve"})
			require.NoError(t, err)
			prepare(t, f, intent, r.ID)
			before := f.provider.remaining(intent)
			f.provider.loseNextRefunds(1)
			if err := f.pay.Refund(ctx, r.ID); !errors.Is(err, payment.ErrUnavailable) {
				t.Fatalf("without an answer: %v", err)
			}
			f.Clock.Advance(25 * time.Hour)
			f.provider.forgetRefundKeys()
			require.NoError(t, f.pay.Sweep(ctx))
			f.requireStatus(t, o, order.PartiallyRefunded)
			if went := before - f.provider.remaining(intent); went != 200 {
				t.Errorf("%d went back in place of 200", went)
			}
			if n := f.Count(t, `select count(*) from refund where state = 'succeeded' and provider_id = ?`, fmt.Sprintf("re_%d", r.ID)); n != 1 {
				t.Error("the refund is not booked as the one that was made")
			}
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
	require.NoError(t, f.pay.Refresh(ctx, o.ID))
	f.requireState(t, o.ID, order.Processing, payment.AttemptSucceeded)
}
