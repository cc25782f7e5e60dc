package envelope

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/roamcart/roamcart/bff/platform/clock"
)

const (
	// PublicKeyMaxAge is how long a client may cache the public key. It is far below the overlap.
	PublicKeyMaxAge = 5 * time.Minute
	// DefaultOverlap is how long a retired key still opens: a page that was loaded yesterday may still hold it.
	DefaultOverlap = 24 * time.Hour

	liveKeys     = 2
	refreshEvery = time.Minute
	// missRefresh bounds how often envelopes with an unknown kid can make a replica read the store.
	missRefresh = 5 * time.Second
)

// KeyStore holds the keys that all replicas share.
type KeyStore interface {
	// Newest returns up to two keys, the newest first.
	Newest(ctx context.Context) ([]Key, error)
	// Append makes k the newest key if after is still the kid of the newest, "" for an empty store. It reports whether
	// it did; false means that another replica was faster. Keys older than the two newest are deleted.
	Append(ctx context.Context, k Key, after string) (bool, error)
}

// RingOptions configure a KeyRing.
type RingOptions struct {
	// Bits is the size of new keys; 0 means DefaultBits.
	Bits int
	// Overlap is how long a retired key still opens; 0 means DefaultOverlap.
	Overlap time.Duration
}

// KeyRing knows the live keys. It is safe for concurrent use, and rings over one store agree within a minute.
type KeyRing struct {
	store   KeyStore
	clock   clock.Clock
	bits    int
	overlap time.Duration

	mu    sync.Mutex // held by the one who reads the store
	state atomic.Pointer[ringState]
}

type ringState struct {
	keys []Key
	at   time.Time
}

// NewKeyRing reads the keys of store and makes one when there is none, or when the newest has another size than o says.
func NewKeyRing(ctx context.Context, store KeyStore, clk clock.Clock, o RingOptions) (*KeyRing, error) {
	if o.Bits == 0 {
		o.Bits = DefaultBits
	}
	if o.Overlap == 0 {
		o.Overlap = DefaultOverlap
	}
	if err := checkBits(o.Bits); err != nil {
		return nil, err
	}
	r := &KeyRing{store: store, clock: clk, bits: o.Bits, overlap: o.Overlap}
	keys, err := store.Newest(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the gateway keys: %w", err)
	}
	r.state.Store(&ringState{keys: keys, at: clk.Now()})
	if len(keys) == 0 || keys[0].Private.N.BitLen() != o.Bits {
		if err := r.Rotate(ctx); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// Public returns the newest public key with the server's time.
func (r *KeyRing) Public(ctx context.Context) (PublicKey, error) {
	if now := r.clock.Now(); now.Sub(r.state.Load().at) >= refreshEvery && r.mu.TryLock() {
		_ = r.refresh(ctx) // the keys at hand still work; the next caller tries again in a minute
		r.mu.Unlock()
	}
	return r.state.Load().keys[0].Public(r.clock.Now())
}

// Rotate makes a new key; the present one opens for the overlap. Two rotations at once, here or on two replicas, make
// one key. Rotating twice drops a key at once, which is what to do when it leaked.
func (r *KeyRing) Rotate(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	created := r.clock.Now().UTC().Truncate(time.Microsecond)
	after := ""
	if keys := r.state.Load().keys; len(keys) > 0 {
		after = keys[0].KID
		if !created.After(keys[0].CreatedAt) { // a replica whose clock is behind must not make an old key
			created = keys[0].CreatedAt.Add(time.Microsecond)
		}
	}
	key, err := GenerateKey(r.bits, created)
	if err != nil {
		return err
	}
	if _, err := r.store.Append(ctx, key, after); err != nil {
		return fmt.Errorf("store the gateway key: %w", err)
	}
	if err := r.refresh(ctx); err != nil {
		return err
	}
	if len(r.state.Load().keys) == 0 {
		return fmt.Errorf("the store of the gateway keys is empty after a key was added")
	}
	return nil
}

// RotateIfOlder rotates when the newest key is older than age, and reports whether it was. For a periodic job.
func (r *KeyRing) RotateIfOlder(ctx context.Context, age time.Duration) (bool, error) {
	r.mu.Lock()
	err := r.refresh(ctx)
	r.mu.Unlock()
	if err != nil {
		return false, err
	}
	if r.clock.Now().Sub(r.state.Load().keys[0].CreatedAt) < age {
		return false, nil
	}
	return true, r.Rotate(ctx)
}

// find returns the live key kid. An unknown kid may be one that another replica just made, so the store is asked.
func (r *KeyRing) find(ctx context.Context, kid string) (Key, bool) {
	if k, ok := r.live(kid); ok {
		return k, true
	}
	if len(kid) != 2*kidBytes {
		return Key{}, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.clock.Now().Sub(r.state.Load().at) >= missRefresh {
		_ = r.refresh(ctx) // without the store the keys at hand decide
	}
	return r.live(kid)
}

func (r *KeyRing) live(kid string) (Key, bool) {
	now := r.clock.Now()
	for _, k := range r.state.Load().keys {
		if k.KID == kid && (k.RetiredAt.IsZero() || now.Before(k.RetiredAt.Add(r.overlap))) {
			return k, true
		}
	}
	return Key{}, false
}

// refresh reads the store; mu is held. After an error or an empty answer the old keys stay.
func (r *KeyRing) refresh(ctx context.Context) error {
	now := r.clock.Now()
	keys, err := r.store.Newest(ctx)
	if err != nil || len(keys) == 0 {
		r.state.Store(&ringState{keys: r.state.Load().keys, at: now})
		if err != nil {
			return fmt.Errorf("read the gateway keys: %w", err)
		}
		return nil
	}
	r.state.Store(&ringState{keys: keys[:min(len(keys), liveKeys)], at: now})
	return nil
}
