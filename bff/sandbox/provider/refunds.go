package provider

import (
	"context"
	"fmt"
	"slices"
	"time"
)

const (
	refundFailed    = "failed"
	refundPending   = "pending"
	refundSucceeded = "succeeded"
	// refundAfter is how long a pending refund takes in the sandbox; for the real wallets it is days.
	refundAfter = time.Second
)

func (p *Provider) routeRefunds() {
	p.api("POST /v1/refunds", route{params: []string{"amount", "charge", "metadata", "payment_intent", "reason"}, do: createRefund})
	p.api("GET /v1/refunds", list("refund", "/v1/refunds", "charge", "payment_intent"))
	p.api("GET /v1/refunds/{id}", route{do: func(ctx context.Context, c *call) (any, error) {
		return find[refund](ctx, c.unit, c.r.PathValue("id"), "id")
	}})
}

func createRefund(ctx context.Context, c *call) (any, error) {
	ch, err := c.refundable(ctx)
	if err != nil {
		return nil, err
	}
	amount, sent, err := c.p.integer("amount")
	if err != nil {
		return nil, err
	}
	left := ch.Amount - ch.AmountRefunded
	if !sent {
		amount = left
	}
	reason := c.p.str("reason")
	switch {
	case amount < 1:
		return nil, invalid("parameter_invalid_integer", "amount", "This value must be greater than or equal to 1.")
	case amount > left:
		return nil, invalid("", "amount", fmt.Sprintf("Refund amount (%s) is greater than unrefunded amount on charge (%s)",
			plainAmount(amount, ch.Currency), plainAmount(left, ch.Currency)))
	case reason != "" && !slices.Contains([]string{"duplicate", "fraudulent", "requested_by_customer"}, reason):
		return nil, invalid("", "reason", "Invalid reason: must be one of duplicate, fraudulent, or requested_by_customer")
	}
	rf := &refund{
		Amount: amount, Charge: ch.ID, Created: c.unix(), Currency: ch.Currency, ID: newID("re_3", 23),
		Metadata: c.p.flat("metadata"), Object: "refund", PaymentIntent: ch.PaymentIntent, Reason: ref(reason),
		Status: refundSucceeded,
	}
	return rf, c.refund(ctx, ch, rf)
}

// refundable returns the held charge the request names, by its id or by that of its intent.
func (c *call) refundable(ctx context.Context) (*charge, error) {
	id, intentID := c.p.str("charge"), c.p.str("payment_intent")
	switch {
	case id == "" && intentID == "":
		return nil, missing("payment_intent")
	case id != "" && intentID == "":
		ch, err := find[charge](ctx, c.unit, id, "charge")
		if err != nil {
			return nil, err
		}
		intentID = ch.PaymentIntent
	}
	in, err := lock[intent](ctx, c.unit, intentID, "payment_intent")
	if err != nil {
		return nil, err
	}
	if id == "" {
		if in.Status != statusSucceeded || in.LatestCharge == nil {
			return nil, invalid("", "payment_intent", "This PaymentIntent ("+in.ID+") does not have a successful charge to refund.")
		}
		id = *in.LatestCharge
	}
	ch, err := lock[charge](ctx, c.unit, id, "charge")
	switch {
	case err != nil:
		return nil, err
	case ch.PaymentIntent != in.ID:
		return nil, invalid("", "charge", "The charge does not belong to the PaymentIntent.")
	case !ch.Paid:
		return nil, invalid("", "charge", "This charge failed and cannot be refunded.")
	case ch.Disputed:
		return nil, invalid("charge_disputed", "", "Charge "+ch.ID+" has been charged back; cannot issue a refund.")
	case ch.Refunded:
		return nil, invalid("charge_already_refunded", "", "Charge "+ch.ID+" has already been refunded.")
	}
	return ch, nil
}

// refund gives rf back from ch, which is held.
func (u *unit) refund(ctx context.Context, ch *charge, rf *refund) error {
	mode := u.faults.RefundMode
	if mode == "" {
		mode = ch.RefundMode
	}
	if mode != "" {
		// A refund that will fail has succeeded at first, as with the card 4000 0000 0000 5126: the bank returns the money.
		kind := taskRefundFail
		if mode == refundPending {
			kind, rf.Status = taskRefund, refundPending
		}
		if err := u.later(ctx, kind, rf.ID, refundAfter); err != nil {
			return err
		}
	}
	bt, err := u.book(ctx, "refund", rf.ID, -rf.Amount, rf.Currency)
	if err != nil {
		return err
	}
	rf.BalanceTransaction = &bt.ID
	was := ch.AmountRefunded
	ch.AmountRefunded += rf.Amount
	ch.Refunded = ch.AmountRefunded == ch.Amount
	if err := u.put(rf); err != nil {
		return err
	}
	if err := u.put(ch); err != nil {
		return err
	}
	if err := u.emit(ctx, "refund.created", rf, nil); err != nil {
		return err
	}
	return u.emit(ctx, "charge.refunded", ch, map[string]any{"amount_refunded": was})
}

// settleRefund ends a pending refund well, or any refund badly.
func (u *unit) settleRefund(ctx context.Context, id string, ok bool) error {
	rf, err := find[refund](ctx, u, id, "refund")
	if err != nil {
		return err
	}
	if _, err := lock[intent](ctx, u, rf.PaymentIntent, "payment_intent"); err != nil {
		return err
	}
	if rf, err = lock[refund](ctx, u, id, "refund"); err != nil || rf.Status == refundFailed || (ok && rf.Status != refundPending) {
		return err
	}
	was := map[string]any{"status": rf.Status}
	rf.Status = refundSucceeded
	if !ok {
		if err := u.failRefund(ctx, rf); err != nil {
			return err
		}
	}
	if err := u.put(rf); err != nil {
		return err
	}
	if err := u.emit(ctx, "charge.refund.updated", rf, was); err != nil {
		return err
	}
	if err := u.emit(ctx, "refund.updated", rf, was); err != nil || ok {
		return err
	}
	return u.emit(ctx, "refund.failed", rf, nil)
}

// failRefund takes the money of a refund that did not arrive back into the balance and the charge.
func (u *unit) failRefund(ctx context.Context, rf *refund) error {
	rf.Status, rf.FailureReason = refundFailed, "lost_or_stolen_card"
	ch, err := lock[charge](ctx, u, rf.Charge, "charge")
	if err != nil {
		return err
	}
	ch.AmountRefunded -= rf.Amount
	ch.Refunded = false
	if err := u.put(ch); err != nil {
		return err
	}
	_, err = u.book(ctx, "refund_failure", rf.ID, rf.Amount, rf.Currency)
	return err
}
