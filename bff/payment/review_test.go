package payment_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

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
			require.NoError(t, err)
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

// requireWaiting checks which kinds of cases wait for a person, and how many orders are held.
func (f *fixture) requireWaiting(t testing.TB, held int, kinds ...string) {
	t.Helper()
	cases, err := f.pay.OpenCases(ctx, 100)
	require.NoError(t, err)
	got := make([]string, len(cases))
	for n, c := range cases {
		got[n] = c.Kind
	}
	if slices.Sort(got); !slices.Equal(got, kinds) {
		t.Errorf("open cases: %+v, want %v", cases, kinds)
	}
	if todo, err := f.Orders.CountTodo(ctx, 20); err != nil || todo.Held != held {
		t.Errorf("%d orders are held, want %d: %v", todo.Held, held, err)
	}
	if err := f.CheckLedger(); err != nil {
		t.Error(err)
	}
}

// payWrong pays an intent with another amount than its attempt asks for.
func (f *fixture) payWrong(t testing.TB, intent string, amount int64) {
	t.Helper()
	f.provider.intents[intent].Amount = amount
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	f.applyIntent(t, intent)
}

// Money that did not match and went back waits for nobody, until the bank returns it. Then staff give it back again.
func TestMoneyThatWentBackNeedsNoReview(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placeOrder(t)
	f.payWrong(t, intent, price+5)
	f.requireWaiting(t, 1, "payment")
	f.provider.pendingFirst = true
	for round := range 2 {
		for range 2 {
			require.NoError(t, f.pay.GiveBackHeld(ctx, o.ID, "staff:eve", "the bank added a fee"))
		}
		require.NoError(t, f.settleRefunds())
		f.requireWaiting(t, 0)
		id := f.providerRefund(t)
		f.provider.endRefund(id, "succeeded")
		f.workEvent(t, "refund.updated", id)
		f.requireWaiting(t, 0)
		if round > 0 {
			break
		}
		f.provider.endRefund(id, "failed")
		f.workEvent(t, "refund.failed", id)
		f.requireWaiting(t, 1, "payment", "refund")
		if err := f.Orders.Lift(ctx, o.ID, "staff:eve", "fine"); fault.Code(err) != "payment_review" {
			t.Errorf("lifted: %v", err)
		}
	}
	f.requireState(t, o.ID, order.Cancelled, payment.AttemptReview)
	if kept := f.provider.netReceived(o.OrderNo); kept != 0 {
		t.Errorf("kept %d", kept)
	}
}

// providerRefund returns the provider's id of the newest refund.
func (f *fixture) providerRefund(t testing.TB) string {
	t.Helper()
	var id string
	require.NoError(t, f.DB.Gorm.Raw(`select provider_id from refund order by id desc limit 1`).Scan(&id).Error)
	return id
}

// Money that did not match and that somebody gave back at the provider, in part or wholly, is no case either; staff give back the rest.
func TestHeldMoneyThatWasGivenBackAtTheProvider(t *testing.T) {
	t.Parallel()
	for name, back := range map[string]int64{"a part": 5, "all of it": price + 5} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.AddProduct(t, "plan", price, 10)
			o, intent := f.placeOrder(t)
			f.payWrong(t, intent, price+5)
			f.workEvent(t, "refund.created", f.provider.refundInDashboard(t, intent, back))
			if back == price+5 {
				f.requireWaiting(t, 1)
				require.NoError(t, f.Orders.Lift(ctx, o.ID, "staff:eve", "it went back"))
				f.requireWaiting(t, 0)
				return
			}
			f.requireWaiting(t, 1, "payment")
			require.NoError(t, f.pay.GiveBackHeld(ctx, o.ID, "staff:eve", "the bank added a fee"))
			f.requireBalance(t)
			f.requireWaiting(t, 0)
			if kept := f.provider.netReceived(o.OrderNo); kept != 0 {
				t.Errorf("kept %d", kept)
			}
		})
	}
}

// Money that does not match can come for an order that another attempt has paid. It goes back, and the order goes on.
func TestHeldMoneyOfAPaidOrderIsGivenBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, late := f.placeOrder(t)
	if _, err := f.pay.Hosted(ctx, o, payment.URLs{}); err != nil {
		t.Fatal(err)
	}
	f.provider.setStatus("pi_2", payment.IntentSucceeded, "")
	f.applyIntent(t, "pi_2")
	f.payWrong(t, late, price+5)
	f.requireWaiting(t, 1, "payment")
	require.NoError(t, f.pay.GiveBackHeld(ctx, o.ID, "staff:eve", "paid twice"))
	f.requireBalance(t)
	f.requireWaiting(t, 0)
	f.requireState(t, o.ID, order.Processing, payment.AttemptSucceeded)
	if kept := f.provider.netReceived(o.OrderNo); kept != price {
		t.Errorf("kept %d", kept)
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
			require.NoError(t, f.pay.Cancel(ctx, o, "test"))
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
