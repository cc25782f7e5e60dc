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
			f := newFixture(t)
			f.AddProduct(t, "plan", price, 10)
			o, intent := f.placeOrder(t)
			f.provider.setStatus(intent, payment.IntentSucceeded, "")
			in, err := f.provider.Intent(ctx, intent)
			if err != nil {
				t.Fatal(err)
			}
			bend(&in)
			for range 2 {
				if _, err := f.pay.Apply(ctx, in); err != nil {
					t.Fatal(err)
				}
			}
			f.Clock.Advance(2 * moduletest.Window)
			if err := f.pay.Cancel(ctx, o, "test"); fault.Code(err) != "payment_review" {
				t.Errorf("cancel: %v", err)
			}
			if err := f.pay.Expire(ctx, o.ID); err != nil {
				t.Errorf("expire: %v", err)
			}
			if err := f.pay.Sweep(ctx); err != nil {
				t.Errorf("sweep: %v", err)
			}
			f.requireState(t, o.ID, order.WaitingPayment, payment.AttemptReview)
			if n := f.Count(t, `select count(*) from audit_log where action = 'hold'`); n != 1 {
				t.Errorf("%d holds", n)
			}
			f.requireBalance(t)
		})
	}
}

// Another shop at the same provider has an attempt of the same number.
func TestAForeignIntentIsUnknown(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o := f.Place(t, f.Submission("plan", 1, price))
	f.pauseAt(t, "intent created", func() { f.createIntent(t, o) }, func() {
		for _, s := range []payment.IntentStatus{payment.IntentCanceled, payment.IntentSucceeded} {
			foreign := payment.Intent{ID: "pi_foreign", Status: s, Amount: price, AmountReceived: price, Currency: "USD", AttemptID: 1, OrderNo: "260301ABCDEFGH0"}
			if outcome, err := f.pay.Apply(ctx, foreign); err != nil || outcome != payment.OutcomeUnknown {
				t.Errorf("%s: %s %v", s, outcome, err)
			}
		}
	})
	f.requireState(t, o.ID, order.WaitingPayment, payment.AttemptOpen)
	if n := f.Count(t, `select count(*) from payment_attempt where intent_id = 'pi_1'`); n != 1 {
		t.Fatal("the foreign intent took the place")
	}
	f.requireBalance(t)
}

func TestSettlingTakesFewStatements(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	f.AddPromoCode(t, "OFF", 100, 10, 1)
	s := f.Submission("plan", 1, price-100)
	s.Coupon = "OFF"
	paid, late := f.Place(t, s), f.Place(t, f.Submission("plan", 1, price))
	for name, o := range map[string]order.Order{"paid": paid, "late": late} {
		intent := f.createIntent(t, o)
		if name == "late" {
			if err := f.pay.Cancel(ctx, o, "test"); err != nil {
				t.Fatal(err)
			}
		}
		f.provider.setStatus(intent, payment.IntentSucceeded, "")
		in, _ := f.provider.Intent(ctx, intent)
		counted, n := countStatements()
		if _, err := f.pay.Apply(counted, in); err != nil {
			t.Fatal(err)
		}
		if t.Logf("%s: %d statements", name, n.Count()); n.Count() > 14 {
			t.Errorf("%s took %d statements: %q", name, n.Count(), n.All())
		}
	}
	f.requireBalance(t)
}
