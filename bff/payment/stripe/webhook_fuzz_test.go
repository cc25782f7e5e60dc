package stripe_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v76/webhook"

	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/payment/stripe"
)

// Nobody without the secret makes a message that is believed; one that was signed is read as it is without its signature, and is not
// believed once a byte of it has changed.
func FuzzWebhook(f *testing.F) {
	const good = `{"id":"evt_1","type":"payment_intent.succeeded","data":{"object":{"id":"pi_1","object":"payment_intent"}}}`
	f.Add([]byte(good), "t=1700000000,v1=00", uint(3))
	f.Add([]byte(good), "t=99999999999999999999,v1=,v0=", uint(0))
	f.Add([]byte(`{"id":"evt_1","type":"x","data":{"object":{"object":"refund","payment_intent":{"id":7}}}}`), "v1=zz", uint(1))
	f.Add([]byte(`{"id":"a\u0000b","type":"\ud800","data":null}`), ",,==,t=,t=-1", uint(9))
	f.Add([]byte(`[]`), "", uint(0))
	f.Add([]byte{}, "t=1,v1=\x00", uint(0))
	p := stripe.New(stripe.Options{SecretKey: "sk_test_123", WebhookSecrets: []string{"whsec_new", "whsec_old"}})
	f.Fuzz(func(t *testing.T, body []byte, signature string, at uint) {
		if _, err := p.ParseWebhook(body, signature); !errors.Is(err, payment.ErrSignature) {
			t.Fatalf("a message with the signature %q is believed: %v", signature, err)
		}
		signed := webhook.GenerateTestSignedPayload(&webhook.UnsignedPayload{Payload: body, Secret: "whsec_old", Timestamp: time.Now()}).Header
		ev, err := p.ParseWebhook(body, signed)
		read, readErr := p.ReadEvent(body)
		if ev != read || (err == nil) != (readErr == nil) || errors.Is(err, payment.ErrSignature) {
			t.Fatalf("%+v %v, but without its signature %+v %v", ev, err, read, readErr)
		}
		if err == nil && (ev.ID == "" || ev.Type == "") {
			t.Fatalf("an event without a name: %+v", ev)
		}
		if len(body) == 0 {
			return
		}
		body[at%uint(len(body))] ^= 1
		if _, err := p.ParseWebhook(body, signed); !errors.Is(err, payment.ErrSignature) {
			t.Fatalf("a message that was changed is believed: %v", err)
		}
	})
}
