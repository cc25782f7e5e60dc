package secret

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
)

// ErrOpen is returned for a value that was not sealed for the purpose by one of the secrets, or was changed since.
var ErrOpen = errors.New("secret: value does not open")

const (
	version     = 1
	headerSize  = 2 // version, key id
	nonceSize   = 12
	tagSize     = 16
	keyInfo     = "roamcart-seal-1 key "
	keyIDInfo   = "roamcart-seal-1 id"
	aesKeyBytes = 32
)

// Box seals with the newest secret and opens with any of them. It is safe for concurrent use.
type Box struct{ secrets []boxSecret }

type boxSecret struct {
	id    byte
	bytes []byte
}

// NewBox returns a box that seals with current and also opens what older secrets sealed. Every secret needs at least 16
// bytes of real randomness.
func NewBox(current []byte, older ...[]byte) (*Box, error) {
	secrets, err := copies(current, older)
	if err != nil {
		return nil, err
	}
	b := &Box{}
	for _, s := range secrets {
		id, err := hkdf.Key(sha256.New, s, nil, keyIDInfo, 1)
		if err != nil {
			return nil, fmt.Errorf("secret: derive key id: %w", err)
		}
		b.secrets = append(b.secrets, boxSecret{id: id[0], bytes: s})
	}
	return b, nil
}

// Seal encrypts plain for purpose. The result is 30 bytes longer than plain and differs every time.
func (b *Box) Seal(purpose string, plain []byte) ([]byte, error) {
	s := b.secrets[0]
	aead, err := s.aead(purpose)
	if err != nil {
		return nil, err
	}
	out := make([]byte, headerSize+nonceSize, headerSize+nonceSize+len(plain)+tagSize)
	out[0], out[1] = version, s.id
	if _, err := rand.Read(out[headerSize:]); err != nil {
		return nil, fmt.Errorf("secret: nonce: %w", err)
	}
	return aead.Seal(out, out[headerSize:], plain, out[:headerSize]), nil
}

// Open decrypts what Seal made for the same purpose. The error is ErrOpen.
func (b *Box) Open(purpose string, sealed []byte) ([]byte, error) {
	if len(sealed) < headerSize+nonceSize+tagSize || sealed[0] != version {
		return nil, ErrOpen
	}
	head, nonce, text := sealed[:headerSize], sealed[headerSize:headerSize+nonceSize], sealed[headerSize+nonceSize:]
	// An id is one byte, so two secrets may share it: each candidate is tried.
	for _, s := range b.secrets {
		if s.id != sealed[1] {
			continue
		}
		aead, err := s.aead(purpose)
		if err != nil {
			return nil, err
		}
		if plain, err := aead.Open(nil, nonce, text, head); err == nil {
			return plain, nil
		}
	}
	return nil, ErrOpen
}

func (s boxSecret) aead(purpose string) (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, s.bytes, nil, keyInfo+purpose, aesKeyBytes)
	if err != nil {
		return nil, fmt.Errorf("secret: derive key: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("secret: cipher: %w", err)
	}
	return cipher.NewGCM(block)
}
