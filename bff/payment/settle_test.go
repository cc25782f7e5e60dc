package payment_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// failRefund ends a refund at the provider in these states, of which the last is "failed".
func (f *fixture) failRefund(t testing.TB, refundID int64, states ...string) {
	t.Helper()
	f.provider.pendingFirst = true
	require.NoError(t, f.pay.Refund(ctx, refundID))
	id := f.providerRefund(t)
	for _, state := range states {
		f.provider.endRefund(id, state)
		f.workEvent(t, "refund."+state, id)
	}
}

// A refund of a paid order that failed, or came back, waits for staff until they ask for it again, give the money back another way, or
// find that nothing is owed. Then it waits for nobody, and its order goes on.
func TestStaffSettleARefundThatFailed(t *testing.T) {
	t.Parallel()
	for how, want := range map[string]struct {
		status   order.Status
		given    int
		provider int64
	}{
		payment.SettleAgain:     {order.Refunded, price, price},
		payment.SettleElsewhere: {order.Refunded, price, 0},
		payment.SettleNothing:   {order.Processing, 0, 0},
	} {
		for name, states := range map[string][]string{"failed": {"failed"}, "came back": {"succeeded", "failed"}} {
			t.Run(how+" "+name, func(t *testing.T) {
				t.Parallel()
				f := newFixture(t)
				f.AddProduct(t, "plan", price, 10)
				o, intent := f.placePaidOrder(t)
				r := f.requestRefund(t, o, "WRONG_PURCHASE").Refund
				f.failRefund(t, r.ID, states...)
				f.requireWaiting(t, 1, "refund")
				settle := func(reason string) error {
					return f.pay.SettleRefund(ctx, payment.Settlement{RefundID: r.ID, How: how, Reason: reason, Actor: "staff:eve"})
				}
				if err := settle(" "); fault.Code(err) != "reason_required" {
					t.Errorf("without a reason: %v", err)
				}
				require.NoError(t, settle("talked to the buyer"))
				if err := settle("once more"); fault.Code(err) != "refund_decided" {
					t.Errorf("twice: %v", err)
				}
				f.provider.pendingFirst = false
				require.NoError(t, f.settleRefunds())
				f.requireWaiting(t, 0)
				f.requireStatus(t, o, want.status)
				if n := f.Count(t, `select refunded_amount from orders`); n != want.given || f.provider.refunded[intent] != want.provider {
					t.Errorf("%d are booked, the provider gave %d", n, f.provider.refunded[intent])
				}
				if n := f.Count(t, `select count(*) from order_line where state = 'refunded'`); (n == 1) != (want.given > 0 || name == "came back") {
					t.Errorf("%d lines have ended", n)
				}
				found, err := f.pay.Reconcile(ctx, f.Clock.Now())
				if err != nil || len(found.Differences) != 0 {
					t.Errorf("the day: %+v %v", found.Differences, err)
				}
			})
		}
	}
}

// What staff gave back meanwhile is not given twice: then nothing is owed.
func TestARefundThatWasReplacedIsNotGivenAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, _ := f.placePaidOrder(t)
	r := f.requestRefund(t, o, "WRONG_PURCHASE").Refund
	f.failRefund(t, r.ID, "failed")
	f.provider.pendingFirst = false
	f.giveRefund(t, o, price)
	for _, how := range []string{payment.SettleAgain, payment.SettleElsewhere, payment.SettleNothing} {
		err := f.pay.SettleRefund(ctx, payment.Settlement{RefundID: r.ID, How: how, Reason: "given", Actor: "staff:eve"})
		if want := map[bool]string{false: "refund_too_much"}[how == payment.SettleNothing]; fault.Code(err) != want || (err == nil) != (want == "") {
			t.Errorf("%s: %v", how, err)
		}
	}
	f.requireBalance(t)
	f.requireWaiting(t, 0)
}

// Money that did not match is given back as a whole, or another way; as long as some of it is here the order stays held.
func TestHeldMoneyIsNotForgottenWithItsRefund(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placeOrder(t)
	f.payWrong(t, intent, price+5)
	require.NoError(t, f.pay.GiveBackHeld(ctx, o.ID, "staff:eve", "a fee"))
	if held, err := f.pay.HeldMoney(ctx, o.ID); err != nil || held != (payment.HeldMoney{}) {
		t.Errorf("on its way: %+v %v", held, err)
	}
	id := int64(f.Count(t, `select id from refund`))
	f.failRefund(t, id, "failed")
	if held, err := f.pay.HeldMoney(ctx, o.ID); err != nil || held != (payment.HeldMoney{Waits: true, Left: true}) {
		t.Errorf("after the failure: %+v %v", held, err)
	}
	for how, want := range map[string]string{payment.SettleAgain: "payment_review", payment.SettleNothing: "payment_review"} {
		err := f.pay.SettleRefund(ctx, payment.Settlement{RefundID: id, How: how, Reason: "x", Actor: "staff:eve"})
		if fault.Code(err) != want {
			t.Errorf("%s: %v", how, err)
		}
	}
	f.requireWaiting(t, 1, "payment", "refund")
	err := f.pay.SettleRefund(ctx, payment.Settlement{RefundID: id, How: payment.SettleElsewhere, Reason: "by transfer", Actor: "staff:eve"})
	require.NoError(t, err)
	f.requireWaiting(t, 0)
	if n := f.Count(t, `select count(*) from refund where source = ? and state = 'succeeded'`, fmt.Sprint("elsewhere:", id)); n != 1 {
		t.Errorf("%d refunds elsewhere", n)
	}
}
