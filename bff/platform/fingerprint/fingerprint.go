// Package fingerprint stands in for an address or a number where the shop must recognise it and must not know it: a
// keyed hash that nobody can compute, or search by trying addresses, without the shop's secret.
package fingerprint

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
)

const minSecret = 16

// Maker makes fingerprints with the current secret and can say what older ones would have made. It is safe for
// concurrent use.
type Maker struct{ secrets [][]byte }

// New returns a maker. Every secret needs at least 16 bytes of real randomness.
func New(current []byte, older ...[]byte) (*Maker, error) {
	m := &Maker{}
	for _, secret := range append([][]byte{current}, older...) {
		if len(secret) < minSecret {
			return nil, fmt.Errorf("fingerprint: a secret needs at least %d bytes", minSecret)
		}
		m.secrets = append(m.secrets, append([]byte(nil), secret...))
	}
	return m, nil
}

// Of returns 43 characters that stand for text within a purpose and a site. Text must be in its normal form.
func (m *Maker) Of(purpose string, tenantID int64, text string) string {
	return of(m.secrets[0], purpose, tenantID, text)
}

// All returns the fingerprints of text under every secret, the current one first: for comparing with what was kept
// before a rotation.
func (m *Maker) All(purpose string, tenantID int64, text string) []string {
	all := make([]string, len(m.secrets))
	for i, secret := range m.secrets {
		all[i] = of(secret, purpose, tenantID, text)
	}
	return all
}

func of(secret []byte, purpose string, tenantID int64, text string) string {
	h := hmac.New(sha256.New, secret)
	fmt.Fprintf(h, "%d:%s%d:%s", len(purpose), purpose, tenantID, text)
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}
