package envelope

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ErrReadOnly is returned by Append of a StaticStore: its keys are rotated by changing the configuration.
var ErrReadOnly = errors.New("envelope: the gateway keys come from the configuration")

// StaticStore holds keys that were given by the configuration; both stay live for as long as it says so.
type StaticStore struct{ keys []Key }

// NewStaticStore reads one or two PEM private keys, the newest first.
func NewStaticStore(pems ...[]byte) (*StaticStore, error) {
	if len(pems) == 0 || len(pems) > liveKeys {
		return nil, fmt.Errorf("gateway keys: %d given, want 1 or %d", len(pems), liveKeys)
	}
	s := &StaticStore{}
	for _, p := range pems {
		k, err := ParseKey(p, time.Time{})
		if err != nil {
			return nil, err
		}
		s.keys = append(s.keys, k)
	}
	return s, nil
}

// Newest returns the given keys.
func (s *StaticStore) Newest(context.Context) ([]Key, error) { return s.keys, nil }

// Append returns ErrReadOnly.
func (s *StaticStore) Append(context.Context, Key, string) (bool, error) { return false, ErrReadOnly }
