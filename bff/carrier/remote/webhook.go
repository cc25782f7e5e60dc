package remote

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
)

// Sign returns the signature of a message: the hexadecimal HMAC-SHA256 of its bytes.
func Sign(secret string, payload []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(payload)
	return hex.EncodeToString(mac.Sum(nil))
}

// ParseWebhook verifies and reads a message.
func (c *Carrier) ParseWebhook(payload []byte, signature string) (carrier.Event, error) {
	trusted := false
	for _, secret := range c.o.WebhookSecrets {
		trusted = hmac.Equal([]byte(Sign(secret, payload)), []byte(strings.ToLower(signature))) || trusted
	}
	if !trusted {
		return carrier.Event{}, carrier.ErrSignature
	}
	return c.ReadEvent(payload)
}

// ReadEvent reads a message. Two messages with the same id are the same; one without an id is known by its bytes.
func (c *Carrier) ReadEvent(payload []byte) (carrier.Event, error) {
	var in struct {
		ID        string    `json:"id"`
		Type      string    `json:"type"`
		At        time.Time `json:"at"`
		SIM       string    `json:"line"`
		Order     string    `json:"order"`
		ClientRef string    `json:"clientRef"`
	}
	if err := json.Unmarshal(payload, &in); err != nil {
		return carrier.Event{}, errors.New("carrier: the message is not JSON of the expected shape")
	}
	if in.ID == "" {
		sum := sha256.Sum256(payload)
		in.ID = hex.EncodeToString(sum[:])
	}
	return carrier.Event{
		Key: in.ID, Type: mapValue(c, "event", eventTypes, in.Type, carrier.UnknownEvent), At: in.At, SIMRef: in.SIM, OrderRef: in.Order,
		ClientRef: in.ClientRef,
	}, nil
}
