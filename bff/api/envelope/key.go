package envelope

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"time"
)

const (
	// DefaultBits is the size of a key unless the configuration says otherwise.
	DefaultBits = 2048
	// MinBits and MaxBits bound the size of a key.
	MinBits, MaxBits = 1024, 4096

	kidBytes = 8
)

// Key is one RSA key of the gateway.
type Key struct {
	// KID is derived from the public key, so the same key has the same name on every replica.
	KID string
	// Private unwraps; its exponent is 65537.
	Private *rsa.PrivateKey
	// CreatedAt orders the keys.
	CreatedAt time.Time
	// RetiredAt is when a newer key took over; zero while this is the newest.
	RetiredAt time.Time
}

// PublicKey is what a client needs to seal: the data of GET /gw/auth/crypto/key.
type PublicKey struct {
	KID string `json:"kid"`
	// Bits is the size of the modulus.
	Bits int `json:"bits"`
	// PublicKey is PEM, SubjectPublicKeyInfo.
	PublicKey string `json:"publicKey"`
	// ServerTime is in milliseconds since the epoch.
	ServerTime int64 `json:"serverTime"`
}

// GenerateKey makes a key of bits, MinBits to MaxBits.
func GenerateKey(bits int, createdAt time.Time) (Key, error) {
	if err := checkBits(bits); err != nil {
		return Key{}, err
	}
	private, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		return Key{}, fmt.Errorf("generate an RSA key of %d bits: %w", bits, err)
	}
	return newKey(private, createdAt)
}

// parseKey reads the PEM that pem wrote, PKCS #8.
func parseKey(text []byte, createdAt time.Time) (Key, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return Key{}, errors.New("gateway key: not a PEM block")
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return Key{}, fmt.Errorf("gateway key: %w", err)
	}
	private, ok := parsed.(*rsa.PrivateKey)
	if !ok {
		return Key{}, errors.New("gateway key: not an RSA key")
	}
	if err := checkBits(private.N.BitLen()); err != nil {
		return Key{}, err
	}
	return newKey(private, createdAt)
}

// Public returns the half that clients get; now becomes the server time.
func (k Key) Public(now time.Time) (PublicKey, error) {
	der, err := x509.MarshalPKIXPublicKey(&k.Private.PublicKey)
	if err != nil {
		return PublicKey{}, fmt.Errorf("encode the public key: %w", err)
	}
	return PublicKey{
		KID:        k.KID,
		Bits:       k.Private.N.BitLen(),
		PublicKey:  string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})),
		ServerTime: now.UnixMilli(),
	}, nil
}

// pem returns the private key as PKCS #8.
func (k Key) pem() ([]byte, error) {
	der, err := x509.MarshalPKCS8PrivateKey(k.Private)
	if err != nil {
		return nil, fmt.Errorf("encode the private key: %w", err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), nil
}

func newKey(private *rsa.PrivateKey, createdAt time.Time) (Key, error) {
	if private.E != 65537 {
		return Key{}, fmt.Errorf("gateway key: exponent %d, want 65537", private.E)
	}
	der, err := x509.MarshalPKIXPublicKey(&private.PublicKey)
	if err != nil {
		return Key{}, fmt.Errorf("encode the public key: %w", err)
	}
	sum := sha256.Sum256(der)
	return Key{KID: hex.EncodeToString(sum[:kidBytes]), Private: private, CreatedAt: createdAt}, nil
}

func checkBits(bits int) error {
	if bits < MinBits || bits > MaxBits || bits%8 != 0 {
		return fmt.Errorf("gateway key: %d bits, want %d to %d in steps of 8 (GW_RSA_BITS)", bits, MinBits, MaxBits)
	}
	return nil
}
