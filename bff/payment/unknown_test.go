package payment_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// An attempt that the provider does not know any more, as after a change of its account, keeps its order as long as that may be paid,
// because the account may be back. Then it ends with an alert.
func TestAnAttemptUnknownToTheProviderEndsAfterItsWindow(t *testing.T) {
	t.Parallel()
	for place, begin := range map[string]func(f *fixture, t *testing.T) order.Order{
		"our page": func(f *fixture, t *testing.T) order.Order {
			o, _ := f.placeOrder(t)
			return o
		},
		"their page": func(f *fixture, t *testing.T) order.Order {
			o, _ := f.openHostedPage(t)
			return o
		},
	} {
		for who, end := range map[string]func(f *fixture, o order.Order) error{
			"the shopper": func(f *fixture, o order.Order) error { return f.pay.Cancel(ctx, o, "v:test") },
			"staff":       func(f *fixture, o order.Order) error { return f.pay.StaffCancel(ctx, o, "staff:mei") },
			"time":        func(f *fixture, o order.Order) error { return f.pay.Expire(ctx, o.ID) },
			"the sweep":   func(f *fixture, _ order.Order) error { return f.pay.Sweep(ctx) },
		} {
			t.Run(place+", "+who, func(t *testing.T) {
				t.Parallel()
				f := newFixture(t)
				f.AddProduct(t, "plan", price, 10)
				o := begin(f, t)
				f.provider.deleteAll()
				for what, err := range map[string]error{
					"cancel": f.pay.Cancel(ctx, o, "v:test"), "a look at the status": f.pay.Refresh(ctx, o.ID),
				} {
					if fault.Code(err) != "payment_unavailable" {
						t.Errorf("%s while the order may be paid: %v", what, err)
					}
				}
				if unknown, _ := f.awaitPayment(t, o, time.Millisecond); !unknown {
					t.Error("the return from the payment knows what became of it")
				}
				f.requireState(t, o.ID, order.WaitingPayment, payment.AttemptOpen)
				f.Clock.Advance(moduletest.Window)
				require.NoError(t, end(f, o))
				f.requireState(t, o.ID, order.Cancelled, payment.AttemptCancelled)
				if n := f.log.errors.Load(); n != 1 {
					t.Errorf("%d alerts", n)
				}
				f.requireBalance(t)
			})
		}
	}
}

// Orders that cannot be ended now do not keep the sweep from those behind them.
func TestTheSweepGoesPastOrdersInProcessing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 1000)
	for range 100 {
		_, intent := f.placeOrder(t)
		f.provider.setStatus(intent, payment.IntentProcessing, "")
	}
	f.Clock.Advance(time.Second)
	last, _ := f.placeOrder(t)
	f.Clock.Advance(moduletest.Window)
	for range 3 {
		require.NoError(t, f.pay.Sweep(ctx))
		f.Clock.Advance(time.Minute)
	}
	f.requireState(t, last.ID, order.Cancelled, payment.AttemptCancelled)
}
