package remote_test

import (
	"errors"
	"testing"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/carrier/remote"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/platform/clock"
)

// As with the payment provider: only what a secret signed is believed, and it is read as it is without its signature.
func FuzzWebhook(f *testing.F) {
	f.Add([]byte(`{"id":"e1","type":"line.active","at":"2026-03-01T12:00:00Z","line":"l1","order":"o1","clientRef":"c","kyc":"k"}`), "00")
	f.Add([]byte(`{"type":7}`), "")
	f.Add([]byte(`{"at":"yesterday"}`), "zz")
	f.Add([]byte{}, "\x00")
	c := remote.New(remote.Options{URL: "http://127.0.0.1:1", Token: "token", WebhookSecrets: []string{"old", "new"}, Clock: clock.System{}, Log: (&moduletest.Log{}).Logger()})
	f.Fuzz(func(t *testing.T, body []byte, signature string) {
		if _, err := c.ParseWebhook(body, signature); !errors.Is(err, carrier.ErrSignature) {
			t.Fatalf("a message with the signature %q is believed: %v", signature, err)
		}
		ev, err := c.ParseWebhook(body, remote.Sign("new", body))
		read, readErr := c.ReadEvent(body)
		if ev != read || (err == nil) != (readErr == nil) || errors.Is(err, carrier.ErrSignature) {
			t.Fatalf("%+v %v, but without its signature %+v %v", ev, err, read, readErr)
		}
		if err == nil && ev.Key == "" {
			t.Fatalf("an event without a key: %+v", ev)
		}
		if _, err := c.ParseWebhook(append(body, ' '), remote.Sign("new", body)); !errors.Is(err, carrier.ErrSignature) {
			t.Fatalf("a message that was changed is believed: %v", err)
		}
	})
}
