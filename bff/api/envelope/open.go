package envelope

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"runtime"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// Window is how far a stamp may be from the server's clock, either way.
const Window = 5 * time.Minute

var (
	// ErrInvalid is the one answer to an envelope that does not open, whatever the reason.
	ErrInvalid error = fault.New("envelope_invalid")
	// ErrBusy is returned when too many envelopes wait to be opened. The caller may send the same envelope again.
	ErrBusy error = fault.New("unavailable")
)

// maxWait is how long an envelope waits for a free CPU before ErrBusy.
const maxWait = 2 * time.Second

// Opener opens sealed bodies. It is safe for concurrent use.
type Opener struct {
	ring  *KeyRing
	seen  Seen
	clock clock.Clock
	slots chan struct{}
}

// NewOpener returns an opener with the keys of ring that remembers what it opened in seen.
func NewOpener(ring *KeyRing, seen Seen, clk clock.Clock) *Opener {
	return &Opener{ring: ring, seen: seen, clock: clk, slots: make(chan struct{}, runtime.GOMAXPROCS(0))}
}

// Open returns the plain text of s, a JSON object with its stamp, when it was sealed for method and path (no query) and
// has not been opened before. The error is ErrInvalid, ErrBusy, ctx's error, or one of the store.
func (o *Opener) Open(ctx context.Context, method, path string, s Sealed) ([]byte, error) {
	message, ok := decode(s.Message, maxMessage)
	if !ok || len(message) < minMessage {
		return nil, ErrInvalid
	}
	wrapped, ok := decode(s.AESSign, MaxBits/8)
	if !ok {
		return nil, ErrInvalid
	}
	key, ok := o.ring.find(ctx, s.KID)
	if !ok || len(wrapped) != key.Private.Size() {
		return nil, ErrInvalid
	}
	messageKey, err := o.unwrap(ctx, key.Private, wrapped)
	if err != nil {
		return nil, err
	}
	plain, err := openMessage(messageKey, message, aad(key.KID, method, path))
	if err != nil {
		return nil, ErrInvalid
	}
	now := o.clock.Now()
	if !validPlain(plain, now) {
		return nil, ErrInvalid
	}
	fresh, err := o.seen.Remember(ctx, sha256.Sum256(wrapped), now)
	if err != nil {
		return nil, fmt.Errorf("remember the envelope: %w", err)
	}
	if !fresh {
		return nil, ErrInvalid
	}
	return plain, nil
}

// unwrap returns the message key. When the wrapped key is not valid it returns random bytes: the envelope then fails at
// its MAC like any other, and the two failures cannot be distinguished.
func (o *Opener) unwrap(ctx context.Context, private *rsa.PrivateKey, wrapped []byte) ([]byte, error) {
	timer := time.NewTimer(maxWait)
	defer timer.Stop()
	select {
	case o.slots <- struct{}{}:
		defer func() { <-o.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-timer.C:
		return nil, ErrBusy
	}
	substitute := make([]byte, keySize)
	_, _ = rand.Read(substitute)
	key, err := rsa.DecryptOAEP(sha256.New(), nil, private, wrapped, nil)
	if err != nil || len(key) != keySize {
		return substitute, nil
	}
	return key, nil
}

// decode reads padded standard base64 of at most limit bytes, in its one canonical spelling.
func decode(text string, limit int) ([]byte, bool) {
	if text == "" || len(text) > base64.StdEncoding.EncodedLen(limit) || strings.ContainsAny(text, "\r\n") {
		return nil, false
	}
	data, err := base64.StdEncoding.Strict().DecodeString(text)
	return data, err == nil && len(data) <= limit
}

// validPlain reports whether plain is a JSON object in UTF-8 whose stamp is in the window around now.
func validPlain(plain []byte, now time.Time) bool {
	if !utf8.Valid(plain) {
		return false
	}
	var fields map[string]json.RawMessage // a map, because struct fields would match the name in any case
	if json.Unmarshal(plain, &fields) != nil {
		return false
	}
	sent, err := strconv.ParseFloat(string(fields[StampField]), 64)
	if err != nil {
		return false
	}
	return math.Abs(float64(now.UnixMilli())-sent) <= float64(Window.Milliseconds())
}
