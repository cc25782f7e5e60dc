package payment_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// What was handed over waits for staff. Their no brings the order back to where it stood.
func TestStaffDecideRefundsOfDeliveredOrders(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placePaidOrder(t)
	f.deliver(t, o)
	require.NoError(t, f.Orders.CompleteDigital(ctx, o.ID))
	a := f.requestRefund(t, o, "WRONG_PURCHASE")
	if a.Refund == nil || a.Refund.State != payment.RefundRequested {
		t.Fatalf("answer: %+v", a)
	}
	f.requireStatus(t, o, order.PendingRefund)
	if err := f.pay.Refund(ctx, a.Refund.ID); err != nil || f.provider.refunded[intent] != 0 {
		t.Fatalf("the provider was asked before staff: %v", err)
	}
	f.Clock.Advance(25 * time.Hour)
	for range 3 {
		require.NoError(t, f.pay.Sweep(ctx))
	}
	waiting, err := f.pay.WaitingRefunds(ctx)
	if err != nil || len(waiting) != 1 || !waiting[0].Late || waiting[0].OrderNo != o.OrderNo || f.log.errors.Load() != 1 {
		t.Fatalf("after the SLA: %+v, %d alerts, %v", waiting, f.log.errors.Load(), err)
	}
	if cases, err := f.pay.OpenCases(ctx, 10); err != nil || len(cases) != 1 || cases[0].Kind != "refund" || cases[0].OrderNo != o.OrderNo {
		t.Fatalf("cases of the back office: %+v %v", cases, err)
	}
	if _, err := f.pay.DecideRefund(ctx, a.Refund.ID, false, "staff:eve", ""); fault.Code(err) != "reason_required" {
		t.Fatalf("without a reason: %v", err)
	}
	if r, err := f.pay.DecideRefund(ctx, a.Refund.ID, false, "staff:eve", "it was used"); err != nil || r.State != payment.RefundRefused {
		t.Fatalf("refused: %+v %v", r, err)
	}
	f.requireStatus(t, o, order.Completed)
	if _, err := f.pay.DecideRefund(ctx, a.Refund.ID, true, "staff:bob", "why not"); fault.Code(err) != "refund_decided" {
		t.Fatalf("decided twice: %v", err)
	}
	f.requireBalance(t)
	again := f.requestRefund(t, o, "NO_COVERAGE")
	if again.Refund == nil {
		t.Fatalf("asked again: %+v", again)
	}
	if _, err := f.pay.DecideRefund(ctx, again.Refund.ID, true, "staff:bob", "checked"); err != nil {
		t.Fatal(err)
	}
	f.requireBalance(t)
	f.requireStatus(t, o, order.Refunded)
	if n := f.Count(t, `select count(*) from river_job where kind = 'order_mail' and args->>'template' in ('refund_asked', 'refund_refused', 'order_refunded')`); n != 4 {
		t.Fatalf("%d mails about refunds", n)
	}
}

func TestARefundRequestNeedsAReason(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, _ := f.placePaidOrder(t)
	for _, ask := range []payment.ShopperRefund{
		{OrderID: o.ID, Reason: "WHIM"}, {OrderID: o.ID}, {OrderID: o.ID, Reason: "OTHERS", Notes: " \n"},
		{OrderID: o.ID, Reason: "OTHERS", Notes: fmt.Sprintf("%01001d", 1)},
	} {
		if _, err := f.pay.RequestRefund(ctx, ask); fault.Code(err) != "validation_failed" {
			t.Errorf("%+v: %v", ask, err)
		}
	}
	other, _ := f.placePaidOrder(t)
	if a := f.requestRefund(t, o, "QR_ISSUE", other.Lines[0].ID); a.Why != "refund_line_unknown" {
		t.Errorf("a line of another order: %+v", a)
	}
	waiting, _ := f.placeOrder(t)
	if a := f.requestRefund(t, waiting, "QR_ISSUE"); a.Why != "refund_not_paid" {
		t.Errorf("an unpaid order: %+v", a)
	}
	f.requireBalance(t)
}

// Staff give what they like, but never more than came in, also at the same time.
func TestStaffNeverGiveMoreThanCameIn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placePaidOrder(t)
	give := func(amount int64) error {
		_, err := f.pay.GiveRefund(ctx, payment.StaffRefund{OrderID: o.ID, Amount: amount, Reason: "goodwill", Actor: "staff:eve"})
		return err
	}
	if err := give(price + 1); fault.Code(err) != "refund_too_much" {
		t.Fatalf("too much: %v", err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if err := give(100); err != nil && fault.Code(err) != "refund_too_much" {
				t.Errorf("give: %v", err)
			}
		})
	}
	wg.Wait()
	f.requireBalance(t)
	f.requireStatus(t, o, order.PartiallyRefunded)
	if f.provider.refunded[intent] != 600 {
		t.Fatalf("given back %d", f.provider.refunded[intent])
	}
	require.NoError(t, give(0))
	if err := give(0); fault.Code(err) != "refund_done" {
		t.Fatalf("after all: %v", err)
	}
	f.requireBalance(t)
	f.requireStatus(t, o, order.Refunded)
	if _, err := f.pay.GiveRefund(ctx, payment.StaffRefund{OrderID: o.ID, Actor: "staff:eve"}); fault.Code(err) != "reason_required" {
		t.Fatalf("without a reason: %v", err)
	}
}

// Money that does not match can be given back; the order ends with it.
func TestHeldMoneyIsGivenBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placeOrder(t)
	f.provider.intents[intent].Amount = price + 5
	f.provider.setStatus(intent, payment.IntentSucceeded, "")
	f.applyIntent(t, intent)
	f.requireState(t, o.ID, order.WaitingPayment, payment.AttemptReview)
	for range 2 {
		require.NoError(t, f.pay.GiveBackHeld(ctx, o.ID, "staff:eve", "the bank added a fee"))
	}
	f.requireBalance(t)
	f.requireState(t, o.ID, order.Cancelled, payment.AttemptReview)
	if f.provider.netReceived(o.OrderNo) != 0 || f.Count(t, `select sum(allocated) from stock`) != 0 {
		t.Fatalf("kept %d", f.provider.netReceived(o.OrderNo))
	}
}

// A refund that fails, at once or after it had succeeded, puts the order back and holds it for staff.
func TestAFailedRefundHoldsItsOrder(t *testing.T) {
	t.Parallel()
	for name, after := range map[string]string{"at once": "", "later": "succeeded"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.AddProduct(t, "plan", price, 10)
			o, _ := f.placePaidOrder(t)
			f.provider.pendingFirst = true
			r := f.requestRefund(t, o, "WRONG_PURCHASE").Refund
			for range 2 {
				require.NoError(t, f.pay.Refund(ctx, r.ID))
			}
			f.requireStatus(t, o, order.PendingRefund)
			id := fmt.Sprintf("re_%d", r.ID)
			for n, state := range []string{after, "failed", "failed"} {
				if state == "" {
					continue
				}
				f.provider.endRefund(id, state)
				evt := fmt.Sprint("evt_", n)
				require.NoError(t, f.pay.Receive(ctx, eventPayload(evt, "refund.updated", id), "good"))
				require.NoError(t, f.pay.ProcessEvent(ctx, evt))
			}
			got := f.readOrder(t, o.ID)
			if got.Status != order.Processing || got.RefundedAmount != 0 || got.HoldReason == "" || f.log.errors.Load() == 0 {
				t.Fatalf("order: %s, %d refunded, held %q", got.Status, got.RefundedAmount, got.HoldReason)
			}
			if a := f.requestRefund(t, o, "WRONG_PURCHASE"); a.Why == "" {
				t.Fatal("a held order was refunded without a look")
			}
		})
	}
}

// A refund that fails while staff hold its order for something else is not forgotten with that.
func TestAFailedRefundIsAddedToAnExistingHold(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, _ := f.placePaidOrder(t)
	require.NoError(t, f.Orders.StaffHold(ctx, o.ID, "staff:mei", "address looks wrong"))
	f.provider.pendingFirst = true
	r, err := f.pay.GiveRefund(ctx, payment.StaffRefund{OrderID: o.ID, Reason: "asked by phone", Actor: "staff:mei"})
	require.NoError(t, err)
	require.NoError(t, f.settleRefunds())
	f.provider.endRefund(fmt.Sprint("re_", r.ID), "failed")
	f.workEvent(t, "refund.updated", fmt.Sprint("re_", r.ID))
	if got := f.readOrder(t, o.ID); got.Status != order.Processing || got.HoldReason != "address looks wrong; refund 1 failed" {
		t.Fatalf("%s, held %q", got.Status, got.HoldReason)
	}
}

// The provider's final no ends a refund; it is not asked for ever.
func TestARefusedRefundEnds(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, intent := f.placePaidOrder(t)
	r := f.requestRefund(t, o, "WRONG_PURCHASE").Refund
	// Somebody was faster, at the provider.
	outside := f.provider.refundInDashboard(t, intent, price)
	work := func(id string) error {
		require.NoError(t, f.pay.Receive(ctx, eventPayload(id, "charge.refunded", intent), "good"))
		return f.pay.ProcessEvent(ctx, id)
	}
	if err := work("evt_1"); err == nil {
		t.Fatal("both refunds were booked")
	}
	require.NoError(t, f.pay.Refund(ctx, r.ID))
	require.NoError(t, work("evt_1"))
	f.requireStatus(t, o, order.Refunded)
	f.requireBalance(t)
	if n := f.Count(t, `select count(*) from refund where source = ? and state = 'succeeded'`, "provider:"+outside); n != 1 {
		t.Fatalf("%d refunds from outside", n)
	}
}

// The job that brings a refund to the provider is in the transaction that opens it.
func TestARefundIsOpenedWithItsJob(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddProduct(t, "plan", price, 10)
	o, _ := f.placePaidOrder(t)
	cut, cancel := context.WithCancel(ctx)
	f.hook = func(point string) {
		if point == "refund weighed" {
			cancel()
		}
	}
	if _, err := f.pay.RequestRefund(cut, payment.ShopperRefund{OrderID: o.ID, Reason: "QR_ISSUE"}); err == nil {
		t.Fatal("a call that was cut off has answered")
	}
	f.hook = nil
	if n := f.Count(t, `select count(*) from refund`) + f.Count(t, `select count(*) from river_job where kind = 'payment_refund'`); n != 0 {
		t.Fatalf("%d rows were left behind", n)
	}
	f.requireStatus(t, o, order.Processing)
	f.requestRefund(t, o, "QR_ISSUE")
	if n := f.Count(t, `select count(*) from refund`) + f.Count(t, `select count(*) from river_job where kind = 'payment_refund'`); n != 2 {
		t.Fatalf("%d rows for one refund and one job", n)
	}
	f.requireBalance(t)
}
