package account

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"github.com/roamcart/roamcart/bff/platform/fault"
)

// The cost of a hash: OWASP's second choice for argon2id, whose memory two cores can bear many times at once.
const (
	hashMemoryKiB = 19 * 1024
	hashPasses    = 2
	hashLanes     = 1
	hashSalt      = 16
	hashKey       = 32
)

// Hasher makes and checks argon2id hashes, only so many at a time: each takes 19 MiB. It is safe for concurrent use.
type Hasher struct {
	slots chan struct{}
	wait  time.Duration
	// nobody is what the password of an account that does not exist is compared with.
	nobody string
}

// NewHasher returns a hasher that works on at most parallel passwords at once and lets the next wait for at most wait.
func NewHasher(parallel int, wait time.Duration) *Hasher {
	var password [hashKey]byte
	_, _ = rand.Read(password[:])
	return &Hasher{slots: make(chan struct{}, parallel), wait: wait, nobody: hashPHC(string(password[:]))}
}

// Hash returns a PHC string. Fault: unavailable, when too many others wait.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	if err := h.acquire(ctx); err != nil {
		return "", err
	}
	defer h.release()
	return hashPHC(password), nil
}

// Matches reports whether a PHC string is of a password. An empty one is of none, which takes just as long to find out.
// Fault: unavailable, when too many others wait.
func (h *Hasher) Matches(ctx context.Context, hash, password string) (bool, error) {
	if err := h.acquire(ctx); err != nil {
		return false, err
	}
	defer h.release()
	known := hash != ""
	if !known {
		hash = h.nobody
	}
	same, err := matches(hash, password)
	return same && known, err
}

func (h *Hasher) acquire(ctx context.Context) error {
	patience := time.NewTimer(h.wait)
	defer patience.Stop()
	select {
	case h.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait to hash a password: %w", ctx.Err())
	case <-patience.C:
		return fmt.Errorf("wait to hash a password: %w", fault.New("unavailable"))
	}
}

func (h *Hasher) release() { <-h.slots }

func hashPHC(password string) string {
	salt := make([]byte, hashSalt)
	_, _ = rand.Read(salt)
	key := argon2.IDKey(normalizePassword(password), salt, hashPasses, hashMemoryKiB, hashLanes, hashKey)
	text := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, hashMemoryKiB, hashPasses, hashLanes, text(salt), text(key))
}

// matches follows the cost that is written in the hash, so that hashes of another cost stay good.
func matches(hash, password string) (bool, error) {
	var version int
	var memory, passes uint32
	var lanes uint8
	var salt64, key64 string
	_, err := fmt.Sscanf(strings.ReplaceAll(hash, "$", " "), " argon2id v=%d m=%d,t=%d,p=%d %s %s",
		&version, &memory, &passes, &lanes, &salt64, &key64)
	if err != nil {
		return false, fmt.Errorf("a password hash is not argon2id in PHC form: %w", err)
	}
	salt, saltErr := base64.RawStdEncoding.DecodeString(salt64)
	key, keyErr := base64.RawStdEncoding.DecodeString(key64)
	if saltErr != nil || keyErr != nil || len(key) == 0 || version != argon2.Version {
		return false, errors.New("a password hash has another version, or no salt or key")
	}
	given := argon2.IDKey(normalizePassword(password), salt, passes, memory, lanes, uint32(len(key)))
	return subtle.ConstantTimeCompare(given, key) == 1, nil
}

// normalizePassword is one spelling of letters that keyboards spell differently.
func normalizePassword(password string) []byte { return []byte(norm.NFC.String(password)) }
