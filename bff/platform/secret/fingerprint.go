package secret

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
)

// Fingerprinter makes fingerprints with the current secret and can say what older ones would have made. It is safe for
// concurrent use.
type Fingerprinter struct{ secrets [][]byte }

// NewFingerprinter returns a fingerprinter. Every secret needs at least 16 bytes of real randomness.
func NewFingerprinter(current []byte, older ...[]byte) (*Fingerprinter, error) {
	secrets, err := copies(current, older)
	if err != nil {
		return nil, err
	}
	return &Fingerprinter{secrets}, nil
}

// Of returns 43 characters that stand for text within a purpose and a site. Text must be in its normal form.
func (f *Fingerprinter) Of(purpose string, tenantID int64, text string) string {
	return fingerprint(f.secrets[0], purpose, tenantID, text)
}

// All returns the fingerprints of text under every secret, the current one first: for comparing with what was kept
// before a rotation.
func (f *Fingerprinter) All(purpose string, tenantID int64, text string) []string {
	all := make([]string, len(f.secrets))
	for i, secret := range f.secrets {
		all[i] = fingerprint(secret, purpose, tenantID, text)
	}
	return all
}

func fingerprint(secret []byte, purpose string, tenantID int64, text string) string {
	h := hmac.New(sha256.New, secret)
	fmt.Fprintf(h, "%d:%s%d:%s", len(purpose), purpose, tenantID, text)
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}
