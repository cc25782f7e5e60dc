package payment_test

import (
	"testing"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// Money that does not match is neither fulfilled nor lost: the order waits for somebody to look, whatever comes.
func TestMoneyThatDoesNotMatchIsHeld(t *testing.T) {
	t.Parallel()
	for name, bend := range map[string]func(*payment.Intent){
		"less":          func(in *payment.Intent) { in.AmountReceived-- },
		"more":          func(in *payment.Intent) { in.AmountReceived++ },
		"nothing":       func(in *payment.Intent) { in.AmountReceived = 0 },
		"currency":      func(in *payment.Intent) { in.Currency = "HKD" },
		"live mode":     func(in *payment.Intent) { in.Livemode = true },
		"another order": func(in *payment.Intent) { in.OrderNo = "260301000000000" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newTill(t)
			w.AddProduct(t, "plan", price, 10)
			o, intent := w.placed(t)
			w.prov.move(intent, payment.IntentSucceeded, "")
			in, err := w.prov.Intent(ctx, intent)
			if err != nil {
				t.Fatal(err)
			}
			bend(&in)
			for range 2 {
				if _, err := w.pay.Apply(ctx, in); err != nil {
					t.Fatal(err)
				}
			}
			w.Clock.Advance(2 * moduletest.Window)
			if err := w.pay.Cancel(ctx, o, "test"); fault.Code(err) != "payment_review" {
				t.Errorf("cancel: %v", err)
			}
			if err := w.pay.Expire(ctx, o.ID); err != nil {
				t.Errorf("expire: %v", err)
			}
			if err := w.pay.Sweep(ctx); err != nil {
				t.Errorf("sweep: %v", err)
			}
			w.wants(t, o.ID, order.WaitingPayment, payment.AttemptReview)
			if n := w.Count(t, `select count(*) from audit_log where action = 'hold'`); n != 1 {
				t.Errorf("%d holds", n)
			}
			w.balanced(t)
		})
	}
}

// Another shop at the same provider has an attempt of the same number.
func TestAForeignIntentIsUnknown(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.AddProduct(t, "plan", price, 10)
	o := w.Place(t, w.Submission("plan", 1, price))
	w.whileAt(t, "intent created", func() { w.create(t, o) }, func() {
		for _, s := range []payment.IntentStatus{payment.IntentCanceled, payment.IntentSucceeded} {
			foreign := payment.Intent{ID: "pi_foreign", Status: s, Amount: price, AmountReceived: price, Currency: "USD", AttemptID: 1, OrderNo: "260301ABCDEFGH0"}
			if outcome, err := w.pay.Apply(ctx, foreign); err != nil || outcome != payment.OutcomeUnknown {
				t.Errorf("%s: %s %v", s, outcome, err)
			}
		}
	})
	w.wants(t, o.ID, order.WaitingPayment, payment.AttemptOpen)
	if n := w.Count(t, `select count(*) from payment_attempt where intent_id = 'pi_1'`); n != 1 {
		t.Fatal("the foreign intent took the place")
	}
	w.balanced(t)
}

func TestSettlingTakesFewStatements(t *testing.T) {
	t.Parallel()
	w := newTill(t)
	w.AddProduct(t, "plan", price, 10)
	w.AddPromoCode(t, "OFF", 100, 10, 1)
	s := w.Submission("plan", 1, price-100)
	s.Coupon = "OFF"
	paid, late := w.Place(t, s), w.Place(t, w.Submission("plan", 1, price))
	for name, o := range map[string]order.Order{"paid": paid, "late": late} {
		intent := w.create(t, o)
		if name == "late" {
			if err := w.pay.Cancel(ctx, o, "test"); err != nil {
				t.Fatal(err)
			}
		}
		w.prov.move(intent, payment.IntentSucceeded, "")
		in, _ := w.prov.Intent(ctx, intent)
		counted, n := countStatements()
		if _, err := w.pay.Apply(counted, in); err != nil {
			t.Fatal(err)
		}
		if t.Logf("%s: %d statements", name, n.Count()); n.Count() > 14 {
			t.Errorf("%s took %d statements: %q", name, n.Count(), n.All())
		}
	}
	w.balanced(t)
}
