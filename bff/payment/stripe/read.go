package stripe

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v76"
	"github.com/stripe/stripe-go/v76/webhook"

	"github.com/roamcart/roamcart/bff/payment"
)

// tolerance is how far the time of a signature may be from now, in the past and in the future.
const tolerance = 300 * time.Second

var _ payment.Provider = (*Provider)(nil)

// ParseWebhook verifies the signature against each secret, then reads the message. The message's own API version does not
// matter: only ids are read from it, and the objects are retrieved.
func (p *Provider) ParseWebhook(payload []byte, signature string) (payment.Event, error) {
	for _, secret := range p.secrets {
		// The library looks at the age only: a signature that is too young even for the negative tolerance is from the future.
		fromFuture := webhook.ValidatePayloadWithTolerance(payload, signature, secret, -tolerance) == nil
		if !fromFuture && webhook.ValidatePayloadWithTolerance(payload, signature, secret, tolerance) == nil {
			return p.ReadEvent(payload)
		}
	}
	return payment.Event{}, payment.ErrSignature
}

// ReadEvent reads a message that was verified before.
func (p *Provider) ReadEvent(payload []byte) (payment.Event, error) {
	var ev struct {
		ID         string `json:"id"`
		Type       string `json:"type"`
		APIVersion string `json:"api_version"`
		Data       struct {
			Object struct {
				ID            string          `json:"id"`
				Object        string          `json:"object"`
				PaymentIntent json.RawMessage `json:"payment_intent"`
			} `json:"object"`
		} `json:"data"`
	}
	if err := json.Unmarshal(payload, &ev); err != nil {
		return payment.Event{}, fmt.Errorf("read event: %w", err)
	}
	if ev.ID == "" || ev.Type == "" {
		return payment.Event{}, fmt.Errorf("read event: no id or type")
	}
	out := payment.Event{ID: ev.ID, Type: ev.Type, APIVersion: ev.APIVersion, IntentID: reference(ev.Data.Object.PaymentIntent)}
	switch ev.Data.Object.Object {
	case "payment_intent":
		out.IntentID = ev.Data.Object.ID
	case "checkout.session":
		out.SessionID = ev.Data.Object.ID
	case "refund":
		out.RefundID = ev.Data.Object.ID
	case "dispute":
		out.DisputeID = ev.Data.Object.ID
	}
	return out, nil
}

// reference reads a field that holds an id, or the object when it was expanded.
func reference(raw json.RawMessage) string {
	var id string
	if json.Unmarshal(raw, &id) == nil {
		return id
	}
	var object struct {
		ID string `json:"id"`
	}
	_ = json.Unmarshal(raw, &object)
	return object.ID
}

func intent(pi *stripe.PaymentIntent) payment.Intent {
	in := payment.Intent{
		ID: pi.ID, Status: payment.IntentOpen, Amount: pi.Amount, AmountReceived: pi.AmountReceived,
		Currency: strings.ToUpper(string(pi.Currency)), Livemode: pi.Livemode, ClientSecret: pi.ClientSecret,
		OrderNo: pi.Metadata["order_no"],
	}
	in.AttemptID, _ = strconv.ParseInt(pi.Metadata["attempt_id"], 10, 64)
	switch pi.Status {
	case stripe.PaymentIntentStatusSucceeded:
		in.Status = payment.IntentSucceeded
	case stripe.PaymentIntentStatusProcessing:
		in.Status = payment.IntentProcessing
	case stripe.PaymentIntentStatusCanceled:
		in.Status = payment.IntentCanceled
	case stripe.PaymentIntentStatusRequiresPaymentMethod:
		in.LastError = messageKey(pi.LastPaymentError)
	}
	if pi.NextAction != nil && pi.NextAction.WeChatPayDisplayQRCode != nil {
		in.QRData = pi.NextAction.WeChatPayDisplayQRCode.Data
	} else if pi.NextAction != nil && pi.NextAction.AlipayHandleRedirect != nil {
		in.QRData = pi.NextAction.AlipayHandleRedirect.URL
	}
	if in.QRData != "" {
		t := time.Unix(pi.Created, 0).UTC().Add(codeLife)
		in.QRExpires = &t
	}
	return in
}

// codeLife is how long a scan-to-pay code is shown: the wallets let theirs die after about ten minutes.
const codeLife = 10 * time.Minute

// known are the reasons that a shopper can do something about; each is a message key.
var known = []string{
	"card_declined", "insufficient_funds", "expired_card", "incorrect_cvc", "incorrect_number", "processing_error",
	"authentication_required",
}

func messageKey(e *stripe.Error) string {
	if e == nil {
		return ""
	}
	for _, code := range []string{string(e.DeclineCode), string(e.Code)} {
		switch {
		case code == "payment_intent_authentication_failure":
			return "authentication_required"
		case code == "lost_card", code == "stolen_card", code == "fraudulent":
			// The reason would warn a thief.
			return "card_declined"
		case slices.Contains(known, code):
			return code
		}
	}
	return "card_declined"
}

func session(cs *stripe.CheckoutSession) payment.Session {
	s := payment.Session{
		ID: cs.ID, URL: cs.URL, Expired: cs.Status == stripe.CheckoutSessionStatusExpired,
		Completed: cs.Status == stripe.CheckoutSessionStatusComplete,
	}
	if cs.PaymentIntent != nil {
		s.IntentID = cs.PaymentIntent.ID
	}
	return s
}

func refund(rf *stripe.Refund) payment.ProviderRefund {
	out := payment.ProviderRefund{
		ID: rf.ID, Amount: rf.Amount, Currency: strings.ToUpper(string(rf.Currency)), State: "pending", At: time.Unix(rf.Created, 0).UTC(),
	}
	if rf.PaymentIntent != nil {
		out.IntentID = rf.PaymentIntent.ID
	}
	out.RefundID, _ = strconv.ParseInt(rf.Metadata["refund_id"], 10, 64)
	out.Source, out.Reason = rf.Metadata["source"], rf.Metadata["reason"]
	_ = json.Unmarshal([]byte(rf.Metadata["lines"]), &out.Lines)
	_ = json.Unmarshal([]byte(rf.Metadata["parts"]), &out.Parts)
	switch rf.Status {
	case stripe.RefundStatusSucceeded:
		out.State = "succeeded"
	case stripe.RefundStatusFailed, stripe.RefundStatusCanceled:
		out.State = "failed"
	}
	return out
}

func charge(ch *stripe.Charge) payment.ProviderCharge {
	out := payment.ProviderCharge{
		ID: ch.ID, Amount: ch.AmountCaptured, Currency: strings.ToUpper(string(ch.Currency)), At: time.Unix(ch.Created, 0).UTC(),
	}
	if ch.PaymentIntent != nil {
		out.IntentID = ch.PaymentIntent.ID
	}
	return out
}

// dispute reads a dispute. An inquiry that was closed has cost nothing: it counts as won.
func dispute(d *stripe.Dispute) payment.ProviderDispute {
	out := payment.ProviderDispute{
		ID: d.ID, Amount: d.Amount, Currency: strings.ToUpper(string(d.Currency)), Reason: string(d.Reason), State: payment.DisputeOpen,
		At: time.Unix(d.Created, 0).UTC(),
	}
	if d.PaymentIntent != nil {
		out.IntentID = d.PaymentIntent.ID
	}
	switch d.Status {
	case stripe.DisputeStatusWon, stripe.DisputeStatusWarningClosed:
		out.State = payment.DisputeWon
	case stripe.DisputeStatusLost:
		out.State = payment.DisputeLost
	}
	return out
}
