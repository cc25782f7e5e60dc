package provider_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/stripe/stripe-go/v76"
)

func TestRefunds(t *testing.T) {
	b := newBench(t)
	in := b.paid()
	rf, err := b.stripe.Refunds.New(&stripe.RefundParams{PaymentIntent: stripe.String(in.ID), Amount: stripe.Int64(290)})
	require.NoError(t, err)
	require.Equal(t, stripe.RefundStatusSucceeded, rf.Status)
	_, err = b.stripe.Refunds.New(&stripe.RefundParams{PaymentIntent: stripe.String(in.ID), Amount: stripe.Int64(1001)})
	e := refused(t, err)
	require.Equal(t, "amount", e.Param)
	require.Equal(t, http.StatusBadRequest, e.HTTPStatusCode)
	_, err = b.stripe.Refunds.New(&stripe.RefundParams{Charge: stripe.String(in.LatestCharge.ID)})
	require.NoError(t, err, "without an amount, what is left")
	_, err = b.stripe.Refunds.New(&stripe.RefundParams{PaymentIntent: stripe.String(in.ID)})
	require.EqualValues(t, "charge_already_refunded", refused(t, err).Code)
	ch, err := b.stripe.Charges.Get(in.LatestCharge.ID, nil)
	require.NoError(t, err)
	require.True(t, ch.Refunded)
	require.EqualValues(t, 1290, ch.AmountRefunded)

	params := &stripe.BalanceTransactionListParams{}
	params.Filters.AddFilter("created", "gte", "1")
	var sum int64
	kinds := map[stripe.BalanceTransactionType]int{}
	for i := b.stripe.BalanceTransactions.List(params); i.Next(); {
		sum += i.BalanceTransaction().Amount
		kinds[i.BalanceTransaction().Type]++
	}
	require.Zero(t, sum, "everything was given back")
	require.Equal(t, map[stripe.BalanceTransactionType]int{"charge": 1, "refund": 2}, kinds)
	require.Contains(t, b.wait(in.ID, 7), "charge.refunded")

	_, err = b.stripe.Refunds.New(&stripe.RefundParams{PaymentIntent: stripe.String(b.intent("card").ID)})
	require.Equal(t, "payment_intent", refused(t, err).Param)
}

func TestConcurrentRefundsNeverExceedTheCharge(t *testing.T) {
	b := newBench(t)
	in := b.paid()
	var wait sync.WaitGroup
	for range 6 {
		wait.Go(func() {
			_, _ = b.stripe.Refunds.New(&stripe.RefundParams{PaymentIntent: stripe.String(in.ID), Amount: stripe.Int64(500)})
		})
	}
	wait.Wait()
	ch, err := b.stripe.Charges.Get(in.LatestCharge.ID, nil)
	require.NoError(t, err)
	require.EqualValues(t, 1000, ch.AmountRefunded)
}

func TestPendingAndFailingRefunds(t *testing.T) {
	b := newBench(t)
	for method, want := range map[string]stripe.RefundStatus{"pm_card_pendingRefund": "succeeded", "pm_card_refundFail": "failed"} {
		in, err := b.confirm(b.intent("card").ID, method)
		require.NoError(t, err)
		rf, err := b.stripe.Refunds.New(&stripe.RefundParams{PaymentIntent: stripe.String(in.ID)})
		require.NoError(t, err)
		// As documented for the two cards: one is pending and then succeeds, the other has succeeded and then fails.
		first, told, last := stripe.RefundStatusPending, 7, "refund.updated"
		if want == stripe.RefundStatusFailed {
			first, told, last = stripe.RefundStatusSucceeded, 8, "refund.failed"
		}
		require.Equal(t, first, rf.Status)
		b.clock.Advance(2 * time.Second)
		require.Equal(t, last, b.wait(in.ID, told)[told-1])
		rf, err = b.stripe.Refunds.Get(rf.ID, nil)
		require.NoError(t, err)
		require.Equal(t, want, rf.Status)
		ch, err := b.stripe.Charges.Get(in.LatestCharge.ID, nil)
		require.NoError(t, err)
		require.Equal(t, want == "succeeded", ch.Refunded)
	}
}

func TestDispute(t *testing.T) {
	b := newBench(t)
	in := b.paid()
	d := b.control("/intents/"+in.ID+"/dispute", map[string]any{"reason": "product_not_received"})
	require.Contains(t, b.wait(in.ID, 5), "charge.dispute.created")
	_, err := b.stripe.Refunds.New(&stripe.RefundParams{PaymentIntent: stripe.String(in.ID)})
	require.EqualValues(t, "charge_disputed", refused(t, err).Code)
	b.control("/disputes/"+d["id"].(string)+"/close", map[string]any{"status": "won"})
	require.Contains(t, b.wait(in.ID, 7), "charge.dispute.closed")
	got, err := b.stripe.Disputes.Get(d["id"].(string), nil)
	require.NoError(t, err)
	require.Equal(t, stripe.DisputeStatusWon, got.Status)
}

func TestLateSuccessAndWrongAmount(t *testing.T) {
	b := newBench(t)
	in := b.intent("card")
	_, err := b.stripe.PaymentIntents.Cancel(in.ID, nil)
	require.NoError(t, err)
	b.control("/intents/"+in.ID+"/succeed", map[string]any{})
	late, err := b.stripe.PaymentIntents.Get(in.ID, nil)
	require.NoError(t, err)
	require.Equal(t, stripe.PaymentIntentStatusSucceeded, late.Status)
	require.Equal(t, []string{"payment_intent.created", "payment_intent.canceled", "charge.succeeded", "payment_intent.succeeded"},
		b.wait(in.ID, 4))
	_, err = b.stripe.Refunds.New(&stripe.RefundParams{PaymentIntent: stripe.String(in.ID)})
	require.NoError(t, err)

	wrong := b.intent("card")
	b.control("/intents/"+wrong.ID+"/succeed", map[string]any{"amount": 990})
	wrong, err = b.stripe.PaymentIntents.Get(wrong.ID, nil)
	require.NoError(t, err)
	require.EqualValues(t, 990, wrong.AmountReceived)
	require.EqualValues(t, 1290, wrong.Amount)
}

func TestProcessing(t *testing.T) {
	b := newBench(t)
	b.control("/faults", map[string]any{"settleDelayMs": 60000})
	in, err := b.confirm(b.intent("card").ID, "pm_card_visa")
	require.NoError(t, err)
	require.Equal(t, stripe.PaymentIntentStatusProcessing, in.Status)
	_, err = b.stripe.PaymentIntents.Cancel(in.ID, nil)
	require.EqualValues(t, "payment_intent_unexpected_state", refused(t, err).Code)
	b.clock.Advance(61 * time.Second)
	require.Equal(t, []string{"payment_intent.created", "payment_intent.processing", "charge.succeeded", "payment_intent.succeeded"},
		b.wait(in.ID, 4))
}

func TestConfirmAgainstCancelHasOneWinner(t *testing.T) {
	b := newBench(t)
	for range 5 {
		in := b.intent("card")
		var confirmed, canceled error
		var wait sync.WaitGroup
		wait.Go(func() { _, confirmed = b.confirm(in.ID, "pm_card_visa") })
		wait.Go(func() { _, canceled = b.stripe.PaymentIntents.Cancel(in.ID, nil) })
		wait.Wait()
		require.True(t, (confirmed == nil) != (canceled == nil), "confirm: %v, cancel: %v", confirmed, canceled)
	}
}
