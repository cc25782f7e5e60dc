package secret

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"
)

// Signer signs with the current secret and accepts what older ones signed. It is safe for concurrent use.
type Signer struct{ secrets [][]byte }

// NewSigner returns a signer. Every secret needs at least 16 bytes of real randomness; older ones stay good until they are
// left out.
func NewSigner(current []byte, older ...[]byte) (*Signer, error) {
	secrets, err := copies(current, older)
	if err != nil {
		return nil, err
	}
	return &Signer{secrets}, nil
}

// Sign returns value, exp (whole seconds) and a signature as one text that fits a cookie or a URL.
func (s *Signer) Sign(purpose, value string, exp time.Time) string {
	body := base64.RawURLEncoding.EncodeToString([]byte(value)) + "." + strconv.FormatInt(exp.Unix(), 10)
	return body + "." + base64.RawURLEncoding.EncodeToString(signature(s.secrets[0], purpose, body))
}

// Verify returns the value of a text that Sign made for purpose and that has not expired at now.
func (s *Signer) Verify(purpose, text string, now time.Time) (value string, ok bool) {
	cut := strings.LastIndexByte(text, '.')
	if cut < 0 || strings.ContainsAny(text, "\r\n") { // the decoder would skip line breaks
		return "", false
	}
	body := text[:cut]
	// Strict: of several spellings of the same bytes only Sign's is accepted.
	given, err := base64.RawURLEncoding.Strict().DecodeString(text[cut+1:])
	if err != nil || !s.signedBy(purpose, body, given) {
		return "", false
	}
	encoded, seconds, found := strings.Cut(body, ".")
	if !found {
		return "", false
	}
	exp, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil || !now.Before(time.Unix(exp, 0)) {
		return "", false
	}
	raw, err := base64.RawURLEncoding.DecodeString(encoded)
	return string(raw), err == nil
}

func (s *Signer) signedBy(purpose, body string, given []byte) bool {
	good := false
	for _, secret := range s.secrets {
		good = hmac.Equal(signature(secret, purpose, body), given) || good
	}
	return good
}

func signature(secret []byte, purpose, body string) []byte {
	key, err := hkdf.Key(sha256.New, secret, nil, "roamcart-signed-1 "+purpose, sha256.Size)
	if err != nil { // only a length that HKDF cannot give, and the length is a constant
		panic("secret: " + err.Error())
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(body))
	return mac.Sum(nil)
}
