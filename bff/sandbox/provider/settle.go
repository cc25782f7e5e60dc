package provider

import (
	"context"
	"time"
)

// attempt asks the issuer or the wallet for the money. It returns a kept card failure for a decline.
func (u *unit) attempt(ctx context.Context, in *intent, m *method) error {
	if b := behaviour(m); b.code != "" {
		return u.decline(ctx, in, m, b.code, b.decline, declineMessage(b.code, b.decline))
	}
	if wait := u.faults.SettleDelayMs; wait > 0 {
		if err := u.process(ctx, in, m); err != nil {
			return err
		}
		return u.later(ctx, taskSettle, in.ID, time.Duration(wait)*time.Millisecond)
	}
	return u.succeed(ctx, in, m, in.Amount)
}

// process moves in to processing.
func (u *unit) process(ctx context.Context, in *intent, m *method) error {
	in.Status, in.NextAction, in.LastPaymentError = statusProcessing, nil, nil
	in.Processing = map[string]any{"type": m.Type}
	if err := u.put(in); err != nil {
		return err
	}
	return u.emit(ctx, "payment_intent.processing", in, nil)
}

// succeed settles in with amount, which differs from the intent's only when the control API plays a wrong one. m may
// be nil when the control API settles an intent that was never confirmed.
func (u *unit) succeed(ctx context.Context, in *intent, m *method, amount int64) error {
	if m == nil {
		m = u.cardMethod(testCards[0], 12, int64(u.now.Year())+4)
		if in.PaymentMethodTypes[0] != "card" {
			m = u.newMethod(in.PaymentMethodTypes[0])
		}
		if err := u.put(m); err != nil {
			return err
		}
	}
	ch := u.newCharge(in, m, amount)
	ch.Captured, ch.Paid, ch.Status, ch.AmountCaptured = true, true, "succeeded", amount
	ch.Outcome = outcome("authorized", "approved_by_network", "Payment complete.")
	bt, err := u.book(ctx, "charge", ch.ID, amount, ch.Currency)
	if err != nil {
		return err
	}
	ch.BalanceTransaction = &bt.ID
	in.AmountReceived, in.LatestCharge, in.PaymentMethod = amount, &ch.ID, &m.ID
	in.LastPaymentError, in.NextAction, in.Processing = nil, nil, nil
	in.Status = statusSucceeded
	if err := u.put(ch); err != nil {
		return err
	}
	if err := u.put(in); err != nil {
		return err
	}
	if err := u.emit(ctx, "charge.succeeded", ch, nil); err != nil {
		return err
	}
	if err := u.emit(ctx, "payment_intent.succeeded", in, nil); err != nil {
		return err
	}
	if err := u.completeSession(ctx, in, m); err != nil {
		return err
	}
	if behaviour(m).disputed {
		_, err = u.disputeCharge(ctx, ch, "fraudulent")
	}
	return err
}

// decline records a failed charge and returns the card failure that reports it.
func (u *unit) decline(ctx context.Context, in *intent, m *method, code, decline, message string) error {
	ch := u.newCharge(in, m, in.Amount)
	ch.Status, ch.FailureCode, ch.FailureMessage = "failed", &code, &message
	reason := decline
	if reason == "" {
		reason = code
	}
	ch.Outcome = outcome("issuer_declined", reason, "The bank did not return any further details with this decline.")
	if err := u.put(ch); err != nil {
		return err
	}
	f := cardFailure(code, decline, "", message)
	if code == "incorrect_cvc" {
		f.body.Param = "cvc"
	} else if code == "expired_card" {
		f.body.Param = "exp_month"
	}
	f.body.Charge = ch.ID
	f.body.PaymentMethod = render(m)
	in.LatestCharge = &ch.ID
	if err := u.emit(ctx, "charge.failed", ch, nil); err != nil {
		return err
	}
	if err := u.setBack(ctx, in, f.body); err != nil {
		return err
	}
	f.body.PaymentIntent = render(in)
	return f
}

// reject records a failure before any charge, such as a failed 3-D Secure, and returns it.
func (u *unit) reject(ctx context.Context, in *intent, m *method, code, message string) error {
	f := invalid(code, "", message)
	f.status, f.keep = 402, true
	f.body.PaymentMethod = render(m)
	if err := u.setBack(ctx, in, f.body); err != nil {
		return err
	}
	f.body.PaymentIntent = render(in)
	return f
}

// setBack asks for another payment method, with why in last_payment_error.
func (u *unit) setBack(ctx context.Context, in *intent, why problem) error {
	in.LastPaymentError = &why
	in.NextAction, in.PaymentMethod, in.Processing = nil, nil, nil
	in.Status = statusMethod
	if err := u.put(in); err != nil {
		return err
	}
	return u.emit(ctx, "payment_intent.payment_failed", in, nil)
}

// cancel ends an open intent.
func (u *unit) cancel(ctx context.Context, in *intent, reason string) error {
	now := u.unix()
	in.CanceledAt, in.CancellationReason = &now, ref(reason)
	in.NextAction, in.Processing = nil, nil
	in.Status = statusCanceled
	if err := u.put(in); err != nil {
		return err
	}
	return u.emit(ctx, "payment_intent.canceled", in, nil)
}

func (u *unit) newCharge(in *intent, m *method, amount int64) *charge {
	details := map[string]any{"type": m.Type}
	switch m.Type {
	case "card":
		details["card"] = m.Card
	case "alipay":
		details["alipay"] = map[string]any{"buyer_id": nil, "fingerprint": nil, "transaction_id": newID("", 12)}
	case "wechat_pay":
		details["wechat_pay"] = map[string]any{"fingerprint": nil, "transaction_id": newID("", 12)}
	}
	mode := behaviour(m).refunds
	if m.Type != "card" {
		mode = refundPending
	}
	return &charge{
		Amount: amount, BillingDetails: m.BillingDetails, Created: u.unix(), Currency: in.Currency, Customer: in.Customer,
		Description: in.Description, ID: newID("ch_3", 23), Metadata: in.Metadata, Object: "charge", PaymentIntent: in.ID,
		PaymentMethod: &m.ID, PaymentMethodDetails: details, ReceiptEmail: in.ReceiptEmail, RefundMode: mode,
	}
}

func outcome(kind, reason, message string) map[string]any {
	network := "approved_by_network"
	var why any
	if kind != "authorized" {
		network, why = "declined_by_network", reason
	}
	return map[string]any{
		"network_status": network, "reason": why, "risk_level": "normal", "seller_message": message, "type": kind,
	}
}
