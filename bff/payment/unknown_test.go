package payment_test

import (
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// An attempt that the provider does not know any more, as after a change of its account, keeps its order as long as that may be paid,
// because the account may be back. Then it ends, and somebody is told.
func TestAnAttemptThatTheProviderDoesNotKnow(t *testing.T) {
	t.Parallel()
	for place, begin := range map[string]func(w *till, t *testing.T) order.Order{
		"our page": func(w *till, t *testing.T) order.Order {
			o, _ := w.placed(t)
			return o
		},
		"their page": func(w *till, t *testing.T) order.Order {
			o, _ := w.hosted(t)
			return o
		},
	} {
		for who, end := range map[string]func(w *till, o order.Order) error{
			"the shopper": func(w *till, o order.Order) error { return w.pay.Cancel(ctx, o, "v:test") },
			"staff":       func(w *till, o order.Order) error { return w.pay.StaffCancel(ctx, o, "staff:mei") },
			"time":        func(w *till, o order.Order) error { return w.pay.Expire(ctx, o.ID) },
			"the sweep":   func(w *till, _ order.Order) error { return w.pay.Sweep(ctx) },
		} {
			t.Run(place+", "+who, func(t *testing.T) {
				t.Parallel()
				w := newTill(t)
				w.AddProduct(t, "plan", price, 10)
				o := begin(w, t)
				w.prov.forgets()
				for what, err := range map[string]error{
					"cancel": w.pay.Cancel(ctx, o, "v:test"), "a look at the status": w.pay.Refresh(ctx, o.ID),
				} {
					if fault.Code(err) != "payment_unavailable" {
						t.Errorf("%s while the order may be paid: %v", what, err)
					}
				}
				if unknown, _ := w.await(t, o, time.Millisecond); !unknown {
					t.Error("the return from the payment knows what became of it")
				}
				w.wants(t, o.ID, order.WaitingPayment, payment.AttemptOpen)
				w.Clock.Advance(moduletest.Window)
				if err := end(w, o); err != nil {
					t.Fatal(err)
				}
				w.wants(t, o.ID, order.Cancelled, payment.AttemptCancelled)
				if n := w.log.rung.Load(); n != 1 {
					t.Errorf("%d alerts", n)
				}
				w.balanced(t)
			})
		}
	}
}

// Orders that cannot be ended now do not keep the sweep from those behind them.
func TestTheSweepGoesPastWhatItCannotEnd(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.AddProduct(t, "plan", price, 1000)
	for range 100 {
		_, intent := w.placed(t)
		w.prov.move(intent, payment.IntentProcessing, "")
	}
	w.Clock.Advance(time.Second)
	last, _ := w.placed(t)
	w.Clock.Advance(moduletest.Window)
	for range 3 {
		if err := w.pay.Sweep(ctx); err != nil {
			t.Fatal(err)
		}
		w.Clock.Advance(time.Minute)
	}
	w.wants(t, last.ID, order.Cancelled, payment.AttemptCancelled)
}
