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
	f := newFixture(t)
	in := f.newPaidIntent()
	rf, err := f.stripe.Refunds.New(&stripe.RefundParams{PaymentIntent: stripe.String(in.ID), Amount: stripe.Int64(290)})
	require.NoError(t, err)
	require.Equal(t, stripe.RefundStatusSucceeded, rf.Status)
	_, err = f.stripe.Refunds.New(&stripe.RefundParams{PaymentIntent: stripe.String(in.ID), Amount: stripe.Int64(1001)})
	e := requireStripeError(t, err)
	require.Equal(t, "amount", e.Param)
	require.Equal(t, http.StatusBadRequest, e.HTTPStatusCode)
	_, err = f.stripe.Refunds.New(&stripe.RefundParams{Charge: stripe.String(in.LatestCharge.ID)})
	require.NoError(t, err, "without an amount, what is left")
	_, err = f.stripe.Refunds.New(&stripe.RefundParams{PaymentIntent: stripe.String(in.ID)})
	require.EqualValues(t, "charge_already_refunded", requireStripeError(t, err).Code)
	ch, err := f.stripe.Charges.Get(in.LatestCharge.ID, nil)
	require.NoError(t, err)
	require.True(t, ch.Refunded)
	require.EqualValues(t, 1290, ch.AmountRefunded)

	params := &stripe.BalanceTransactionListParams{}
	params.Filters.AddFilter("created", "gte", "1")
	var sum int64
	kinds := map[stripe.BalanceTransactionType]int{}
	for i := f.stripe.BalanceTransactions.List(params); i.Next(); {
		sum += i.BalanceTransaction().Amount
		kinds[i.BalanceTransaction().Type]++
	}
	require.Zero(t, sum, "everything was given back")
	require.Equal(t, map[stripe.BalanceTransactionType]int{"charge": 1, "refund": 2}, kinds)
	require.Contains(t, f.waitForEvents(in.ID, 7), "charge.refunded")

	_, err = f.stripe.Refunds.New(&stripe.RefundParams{PaymentIntent: stripe.String(f.newIntent("card").ID)})
	require.Equal(t, "payment_intent", requireStripeError(t, err).Param)
}

func TestConcurrentRefundsNeverExceedTheCharge(t *testing.T) {
	f := newFixture(t)
	in := f.newPaidIntent()
	var wait sync.WaitGroup
	for range 6 {
		wait.Go(func() {
			_, _ = f.stripe.Refunds.New(&stripe.RefundParams{PaymentIntent: stripe.String(in.ID), Amount: stripe.Int64(500)})
		})
	}
	wait.Wait()
	ch, err := f.stripe.Charges.Get(in.LatestCharge.ID, nil)
	require.NoError(t, err)
	require.EqualValues(t, 1000, ch.AmountRefunded)
}

func TestPendingAndFailingRefunds(t *testing.T) {
	f := newFixture(t)
	for method, want := range map[string]stripe.RefundStatus{"pm_card_pendingRefund": "succeeded", "pm_card_refundFail": "failed"} {
		in, err := f.confirm(f.newIntent("card").ID, method)
		require.NoError(t, err)
		rf, err := f.stripe.Refunds.New(&stripe.RefundParams{PaymentIntent: stripe.String(in.ID)})
		require.NoError(t, err)
		// As documented for the two cards: one is pending and then succeeds, the other has succeeded and then fails.
		first, told, last := stripe.RefundStatusPending, 7, "refund.updated"
		if want == stripe.RefundStatusFailed {
			first, told, last = stripe.RefundStatusSucceeded, 8, "refund.failed"
		}
		require.Equal(t, first, rf.Status)
		f.clock.Advance(2 * time.Second)
		require.Equal(t, last, f.waitForEvents(in.ID, told)[told-1])
		rf, err = f.stripe.Refunds.Get(rf.ID, nil)
		require.NoError(t, err)
		require.Equal(t, want, rf.Status)
		ch, err := f.stripe.Charges.Get(in.LatestCharge.ID, nil)
		require.NoError(t, err)
		require.Equal(t, want == "succeeded", ch.Refunded)
	}
}

func TestDispute(t *testing.T) {
	f := newFixture(t)
	in := f.newPaidIntent()
	d := f.control("/intents/"+in.ID+"/dispute", map[string]any{"reason": "product_not_received"})
	require.Contains(t, f.waitForEvents(in.ID, 5), "charge.dispute.created")
	_, err := f.stripe.Refunds.New(&stripe.RefundParams{PaymentIntent: stripe.String(in.ID)})
	require.EqualValues(t, "charge_disputed", requireStripeError(t, err).Code)
	f.control("/disputes/"+d["id"].(string)+"/close", map[string]any{"status": "won"})
	require.Contains(t, f.waitForEvents(in.ID, 7), "charge.dispute.closed")
	got, err := f.stripe.Disputes.Get(d["id"].(string), nil)
	require.NoError(t, err)
	require.Equal(t, stripe.DisputeStatusWon, got.Status)
}

func TestLateSuccessAndWrongAmount(t *testing.T) {
	f := newFixture(t)
	in := f.newIntent("card")
	_, err := f.stripe.PaymentIntents.Cancel(in.ID, nil)
	require.NoError(t, err)
	f.control("/intents/"+in.ID+"/succeed", map[string]any{})
	late, err := f.stripe.PaymentIntents.Get(in.ID, nil)
	require.NoError(t, err)
	require.Equal(t, stripe.PaymentIntentStatusSucceeded, late.Status)
	require.Equal(t, []string{"payment_intent.created", "payment_intent.canceled", "charge.succeeded", "payment_intent.succeeded"},
		f.waitForEvents(in.ID, 4))
	_, err = f.stripe.Refunds.New(&stripe.RefundParams{PaymentIntent: stripe.String(in.ID)})
	require.NoError(t, err)

	wrong := f.newIntent("card")
	f.control("/intents/"+wrong.ID+"/succeed", map[string]any{"amount": 990})
	wrong, err = f.stripe.PaymentIntents.Get(wrong.ID, nil)
	require.NoError(t, err)
	require.EqualValues(t, 990, wrong.AmountReceived)
	require.EqualValues(t, 1290, wrong.Amount)
}

func TestProcessing(t *testing.T) {
	f := newFixture(t)
	f.control("/faults", map[string]any{"settleDelayMs": 60000})
	in, err := f.confirm(f.newIntent("card").ID, "pm_card_visa")
	require.NoError(t, err)
	require.Equal(t, stripe.PaymentIntentStatusProcessing, in.Status)
	_, err = f.stripe.PaymentIntents.Cancel(in.ID, nil)
	require.EqualValues(t, "payment_intent_unexpected_state", requireStripeError(t, err).Code)
	f.clock.Advance(61 * time.Second)
	require.Equal(t, []string{"payment_intent.created", "payment_intent.processing", "charge.succeeded", "payment_intent.succeeded"},
		f.waitForEvents(in.ID, 4))
}

func TestConfirmAgainstCancelHasOneWinner(t *testing.T) {
	f := newFixture(t)
	for range 5 {
		in := f.newIntent("card")
		var confirmed, canceled error
		var wait sync.WaitGroup
		wait.Go(func() { _, confirmed = f.confirm(in.ID, "pm_card_visa") })
		wait.Go(func() { _, canceled = f.stripe.PaymentIntents.Cancel(in.ID, nil) })
		wait.Wait()
		require.True(t, (confirmed == nil) != (canceled == nil), "confirm: %v, cancel: %v", confirmed, canceled)
	}
}
