package ratelimit

import (
	"errors"
	"sync"
)

// Slots.Take returns ErrFull when all slots are taken, and ErrShare when a key has all of its own.
var (
	ErrFull  = errors.New("ratelimit: all slots are taken")
	ErrShare = errors.New("ratelimit: this key has all of its slots")
)

// Slots bounds what is under way at the same time, in total and per key. It is safe for concurrent use. What it holds in memory
// is one entry per key that has something under way.
type Slots[K comparable] struct {
	total, perKey int

	mu    sync.Mutex
	taken int
	of    map[K]int
}

// NewSlots returns slots of which none is taken. A bound of 0 is none.
func NewSlots[K comparable](total, perKey int) *Slots[K] {
	return &Slots[K]{total: total, perKey: perKey, of: map[K]int{}}
}

// Take takes a slot for key, which has to be returned with Free, or returns ErrFull or ErrShare.
func (s *Slots[K]) Take(key K) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.perKey > 0 && s.of[key] >= s.perKey {
		return ErrShare
	}
	if s.total > 0 && s.taken >= s.total {
		return ErrFull
	}
	s.taken++
	s.of[key]++
	return nil
}

// Free returns a slot that was taken for key.
func (s *Slots[K]) Free(key K) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken--
	if s.of[key]--; s.of[key] == 0 {
		delete(s.of, key)
	}
}

// Taken returns how many slots are taken.
func (s *Slots[K]) Taken() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.taken
}
