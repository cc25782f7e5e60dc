package envelope

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"time"
)

// StampField is the name of the send-time stamp in the plain text.
const StampField = "secSendTime"

// Sealed is the part of a sealed body that carries the secret.
type Sealed struct {
	// AESSign is base64 of the wrapped key.
	AESSign string `json:"aesSign"`
	// Message is base64 of iv, ciphertext and MAC.
	Message string `json:"message"`
	// KID names the RSA key that wraps.
	KID string `json:"kid"`
}

// Seal seals body for one call of method and path (no query). body is a string, which becomes {"value": body}, or
// anything that encodes to a JSON object. at is the present by the server's clock.
func Seal(pub PublicKey, method, path string, body any, at time.Time) (Sealed, error) {
	plain, err := stamp(body, at)
	if err != nil {
		return Sealed{}, err
	}
	rsaKey, err := parsePublic(pub.PublicKey)
	if err != nil {
		return Sealed{}, err
	}
	key, iv := make([]byte, keySize), make([]byte, ivSize)
	_, _ = rand.Read(key) // crypto/rand never returns an error, it ends the program
	_, _ = rand.Read(iv)
	wrapped, err := rsa.EncryptOAEP(sha256.New(), rand.Reader, rsaKey, key, nil)
	if err != nil {
		return Sealed{}, fmt.Errorf("wrap the message key: %w", err)
	}
	message, err := sealMessage(key, iv, plain, aad(pub.KID, method, path))
	if err != nil {
		return Sealed{}, err
	}
	return Sealed{
		AESSign: base64.StdEncoding.EncodeToString(wrapped),
		Message: base64.StdEncoding.EncodeToString(message),
		KID:     pub.KID,
	}, nil
}

func stamp(body any, at time.Time) ([]byte, error) {
	if s, ok := body.(string); ok {
		body = map[string]string{"value": s}
	}
	text, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("encode the body: %w", err)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil || fields == nil {
		return nil, errors.New("a sealed body is a string or a JSON object")
	}
	fields[StampField] = json.RawMessage(fmt.Sprint(at.UnixMilli()))
	return json.Marshal(fields)
}

func parsePublic(text string) (*rsa.PublicKey, error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil, errors.New("gateway public key: not a PEM block")
	}
	parsed, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("gateway public key: %w", err)
	}
	key, ok := parsed.(*rsa.PublicKey)
	if !ok {
		return nil, errors.New("gateway public key: not an RSA key")
	}
	return key, nil
}
