package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"mime"
	"net/http"
)

// routeControl mounts the API with which tests and people make the provider misbehave, below /sandbox/stripe/control.
func (p *Provider) routeControl() {
	p.control("GET", "", func(_ context.Context, u *unit, _ json.RawMessage) (any, error) { return u.faults, nil })
	p.control("POST", "/faults", setFaults)
	p.control("POST", "/reset", resetFaults)
	p.control("GET", "/webhooks", listDeliveries)
	p.control("POST", "/webhooks/release", releaseDeliveries)
	p.control("POST", "/webhooks/redeliver", redeliver)
	p.control("POST", "/intents/{id}/succeed", forceSuccess)
	p.control("POST", "/intents/{id}/fail", forceFailure)
	p.control("POST", "/intents/{id}/process", forceProcessing)
	p.control("POST", "/intents/{id}/approve", answerAction(true))
	p.control("POST", "/intents/{id}/decline", answerAction(false))
	p.control("POST", "/intents/{id}/dispute", openDispute)
	p.control("POST", "/disputes/{id}/close", endDispute)
	p.control("POST", "/sessions/{id}/expire", expireNow)
}

// control mounts one call. The request is JSON or empty, the answer JSON, an error Stripe's error body.
func (p *Provider) control(verb, path string, do func(ctx context.Context, u *unit, body json.RawMessage) (any, error)) {
	p.mux.HandleFunc(verb+" "+apiRoot+"/control"+path, func(w http.ResponseWriter, r *http.Request) {
		body, f := controlBody(w, r)
		if f != nil {
			writeFailure(w, newID("req_", 14), f)
			return
		}
		var result any
		err := p.atomically(r.Context(), r, func(ctx context.Context, u *unit) error {
			var err error
			result, err = do(ctx, u, body)
			return ignoreRecorded(err)
		})
		if errors.As(err, &f) {
			writeFailure(w, newID("req_", 14), f)
			return
		}
		if err == nil {
			body, err = json.Marshal(result)
		}
		if err != nil {
			p.internal(w, r, err)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write(body)
	})
}

// controlBody reads the body, {} for none. It insists on JSON so that a page elsewhere cannot post a form here.
func controlBody(w http.ResponseWriter, r *http.Request) (json.RawMessage, *failure) {
	body := json.RawMessage(`{}`)
	if r.Method != http.MethodPost {
		return body, nil
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		f := invalid("", "", "The control API takes application/json.")
		f.status = http.StatusUnsupportedMediaType
		return nil, f
	}
	if r.ContentLength == 0 {
		return body, nil
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 16<<10)).Decode(&body); err != nil {
		return nil, invalid("", "", "The body is not JSON: "+err.Error())
	}
	return body, nil
}

// decodeControl fills v from body and refuses names it does not know.
func decodeControl(body json.RawMessage, v any) error {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return invalid("", "", "The body does not fit: "+err.Error())
	}
	return nil
}

// setFaults changes the faults that are named and leaves the others.
func setFaults(ctx context.Context, u *unit, body json.RawMessage) (any, error) {
	if _, err := u.tx.ExecContext(ctx, `SELECT FROM sandbox.fault FOR UPDATE`); err != nil {
		return nil, err
	}
	f, err := readFaults(ctx, u.tx)
	if err != nil {
		return nil, err
	}
	if err := decodeControl(body, &f); err != nil {
		return nil, err
	}
	if wrong := f.check(); wrong != "" {
		return nil, invalid("", "", wrong)
	}
	return f, writeFaults(ctx, u.tx, f)
}

// resetFaults ends all faults and releases what was held.
func resetFaults(ctx context.Context, u *unit, _ json.RawMessage) (any, error) {
	if err := writeFaults(ctx, u.tx, faults{}); err != nil {
		return nil, err
	}
	tx, err := u.stored(ctx)
	if err != nil {
		return nil, err
	}
	_, err = tx.ExecContext(ctx, `UPDATE sandbox.delivery SET state = 'pending', due_at = $1 WHERE state = 'held'`, u.now)
	return faults{}, err
}

// forceSuccess settles an intent whatever its status, canceled included, which is how a late success looks. amount
// plays a provider that took another amount.
func forceSuccess(ctx context.Context, u *unit, body json.RawMessage) (any, error) {
	var in struct {
		Amount int64 `json:"amount"`
	}
	return u.force(ctx, body, &in, func(it *intent, m *method) error {
		if it.Status == statusSucceeded {
			return unexpected(it, "The PaymentIntent has succeeded already.")
		}
		if in.Amount < 0 || in.Amount > maxAmount {
			return invalid("", "amount", "amount must be between 1 and 99999999.")
		}
		if in.Amount == 0 {
			in.Amount = it.Amount
		}
		return u.succeed(ctx, it, m, in.Amount)
	})
}

// forceFailure declines an open intent with a code and a decline code.
func forceFailure(ctx context.Context, u *unit, body json.RawMessage) (any, error) {
	in := struct {
		Code        string `json:"code"`
		DeclineCode string `json:"declineCode"`
	}{Code: "card_declined", DeclineCode: "generic_decline"}
	return u.force(ctx, body, &in, func(it *intent, m *method) error {
		if it.Status == statusSucceeded || it.Status == statusCanceled {
			return unexpected(it, "The PaymentIntent has a status of "+it.Status+".")
		}
		if m == nil {
			m = u.newMethod(it.PaymentMethodTypes[0])
		}
		if m.Type != "card" {
			return u.reject(ctx, it, m, "payment_intent_payment_attempt_failed", "The customer declined the payment.")
		}
		return u.decline(ctx, it, m, in.Code, in.DeclineCode, declineMessage(in.Code, in.DeclineCode))
	})
}

// forceProcessing leaves an open intent in processing until a control call ends it.
func forceProcessing(ctx context.Context, u *unit, body json.RawMessage) (any, error) {
	return u.force(ctx, body, &struct{}{}, func(it *intent, m *method) error {
		if it.Status == statusSucceeded || it.Status == statusCanceled {
			return unexpected(it, "The PaymentIntent has a status of "+it.Status+".")
		}
		if m == nil {
			m = u.newMethod(it.PaymentMethodTypes[0])
		}
		return u.process(ctx, it, m)
	})
}

// answerAction is the shopper's click on approve or decline.
func answerAction(approve bool) func(context.Context, *unit, json.RawMessage) (any, error) {
	return func(ctx context.Context, u *unit, body json.RawMessage) (any, error) {
		return u.force(ctx, body, &struct{}{}, func(it *intent, _ *method) error { return u.act(ctx, it, approve) })
	}
}

// force holds the intent in the path, decodes body into v and lets change work on it.
func (u *unit) force(ctx context.Context, body json.RawMessage, v any, change func(it *intent, m *method) error) (any, error) {
	if err := decodeControl(body, v); err != nil {
		return nil, err
	}
	it, err := lock[intent](ctx, u, u.r.PathValue("id"), "intent")
	if err != nil {
		return nil, err
	}
	var m *method
	if it.PaymentMethod != nil {
		if m, err = find[method](ctx, u, *it.PaymentMethod, "payment_method"); err != nil {
			return nil, err
		}
	}
	if err := ignoreRecorded(change(it, m)); err != nil {
		return nil, err
	}
	return render(it), nil
}

func openDispute(ctx context.Context, u *unit, body json.RawMessage) (any, error) {
	var in struct {
		Reason string `json:"reason"`
	}
	if err := decodeControl(body, &in); err != nil {
		return nil, err
	}
	return u.disputeIntent(ctx, u.r.PathValue("id"), in.Reason)
}

func endDispute(ctx context.Context, u *unit, body json.RawMessage) (any, error) {
	in := struct {
		Status string `json:"status"`
	}{Status: disputeLost}
	if err := decodeControl(body, &in); err != nil {
		return nil, err
	}
	if in.Status != disputeLost && in.Status != disputeWon {
		return nil, invalid("", "status", "status must be won or lost.")
	}
	return u.closeDispute(ctx, u.r.PathValue("id"), in.Status)
}

// expireNow ends an open checkout session without waiting.
func expireNow(ctx context.Context, u *unit, _ json.RawMessage) (any, error) {
	s, in, err := u.lockSession(ctx, u.r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	if s.Status != sessionOpen {
		return nil, invalid("", "session", "The session is not open.")
	}
	if err := u.expire(ctx, s, in); err != nil {
		return nil, err
	}
	return render(s), nil
}
