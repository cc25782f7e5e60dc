package stripe_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v76/webhook"

	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/payment/stripe"
)

// A message is believed when one of the secrets signed it within the tolerance, whatever its API version.
func TestSignatures(t *testing.T) {
	t.Parallel()
	p := stripe.New(stripe.Options{SecretKey: "sk_test_123", WebhookSecrets: []string{"whsec_new", "whsec_old"}})
	body := []byte(`{"id":"evt_1","object":"event","type":"payment_intent.succeeded","api_version":"2099-01-01","data":{"object":{"id":"pi_1","object":"payment_intent"}}}`)
	sign := func(secret string, age time.Duration) string {
		return webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{
			Payload: body, Secret: secret, Timestamp: time.Now().Add(-age),
		}).Header
	}
	for _, c := range []struct {
		name, signature string
		good            bool
	}{
		{"the new secret", sign("whsec_new", 0), true},
		{"the old secret", sign("whsec_old", 0), true},
		{"both at once", sign("whsec_stranger", 0) + ",v1=" + sign("whsec_old", 0)[len("t=1234567890,v1="):], true},
		{"four minutes old", sign("whsec_new", 4*time.Minute), true},
		{"six minutes old", sign("whsec_new", 6*time.Minute), false},
		{"four minutes ahead", sign("whsec_new", -4*time.Minute), true},
		{"six minutes ahead", sign("whsec_new", -6*time.Minute), false},
		{"a secret of the past", sign("whsec_gone", 0), false},
		{"no signature", "", false},
		{"no time", sign("whsec_new", 0)[len("t=1234567890,"):], false},
		{"an empty secret", sign("", 0), false},
	} {
		ev, err := p.ParseWebhook(body, c.signature)
		if good := err == nil && ev.IntentID == "pi_1" && ev.ID == "evt_1"; good != c.good || (!good && !errors.Is(err, payment.ErrSignature)) {
			t.Errorf("%s: %+v %v", c.name, ev, err)
		}
	}
	if _, err := p.ParseWebhook(append(body, ' '), sign("whsec_new", 0)); !errors.Is(err, payment.ErrSignature) {
		t.Errorf("a changed message: %v", err)
	}
}

func TestAnEventNamesItsObject(t *testing.T) {
	t.Parallel()
	p := stripe.New(stripe.Options{SecretKey: "sk_test_123"})
	for object, want := range map[string]payment.Event{
		`{"id":"pi_1","object":"payment_intent"}`:                                    {IntentID: "pi_1"},
		`{"id":"ch_1","object":"charge","payment_intent":"pi_1"}`:                    {IntentID: "pi_1"},
		`{"id":"re_1","object":"refund","payment_intent":"pi_1"}`:                    {IntentID: "pi_1", RefundID: "re_1"},
		`{"id":"dp_1","object":"dispute","payment_intent":{"id":"pi_1"}}`:            {IntentID: "pi_1", DisputeID: "dp_1"},
		`{"id":"cs_1","object":"checkout.session","payment_intent":null}`:            {SessionID: "cs_1"},
		`{"id":"cus_1","object":"customer","payment_intent":{"object":"who knows"}}`: {},
	} {
		want.ID, want.Type = "evt_1", "some.thing"
		got, err := p.ReadEvent(fmt.Appendf(nil, `{"id":"evt_1","type":"some.thing","data":{"object":%s}}`, object))
		if err != nil || got != want {
			t.Errorf("%s: %+v %v", object, got, err)
		}
	}
	for _, broken := range []string{``, `{}`, `{"id":"evt_1"}`, `[]`} {
		if _, err := p.ReadEvent([]byte(broken)); err == nil {
			t.Errorf("%q was read", broken)
		}
	}
}
