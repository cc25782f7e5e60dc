package cache

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/roamcart/roamcart/bff/platform/changes"
)

const (
	// sharedFor is shorter than the log of changes remembers, or an old page could pass for a new one.
	sharedFor = changes.Kept / 2
	// redisRetryAfter is how long Redis is left alone after it failed.
	redisRetryAfter = time.Second
	// redisLogInterval is how long Redis must have answered for its next failure to be news.
	redisLogInterval = time.Minute
)

// shared keeps pages for all replicas, and over their restarts.
type shared struct {
	redis redis.UniversalClient
	// timeout bounds a reading; a writing has four times as long.
	timeout time.Duration
	log     *slog.Logger
	// restUntil is when Redis is asked again, in Unix nanoseconds.
	restUntil atomic.Int64
}

func (s *shared) get(ctx context.Context, key string, now time.Time) *entry {
	if s.suspended(now) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	raw, err := s.redis.Get(ctx, sharedKey(key)).Bytes()
	if errors.Is(err, redis.Nil) {
		return nil
	}
	if err != nil {
		s.suspend(ctx, now, err)
		return nil
	}
	e, err := unmarshal(raw)
	if err != nil {
		s.log.WarnContext(ctx, "page in Redis not read", "error", err)
		return nil
	}
	return e
}

func (s *shared) put(ctx context.Context, key string, e *entry, now time.Time) {
	if s.suspended(now) {
		return
	}
	raw, err := e.marshal()
	if err != nil {
		s.log.WarnContext(ctx, "page not kept in Redis", "error", err)
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 4*s.timeout)
	defer cancel()
	if err := s.redis.Set(ctx, sharedKey(key), raw, sharedFor).Err(); err != nil {
		s.suspend(ctx, now, err)
	}
}

// swap puts an entry in the place of another one, if that is still there, for the rest of its time.
func (s *shared) swap(ctx context.Context, key string, was, is *entry, now time.Time) {
	if s.suspended(now) {
		return
	}
	raw, err := is.marshal()
	if err != nil {
		s.log.WarnContext(ctx, "page not kept in Redis", "error", err)
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 4*s.timeout)
	defer cancel()
	name := sharedKey(key)
	err = s.redis.Watch(ctx, func(tx *redis.Tx) error {
		there, err := tx.Get(ctx, name).Bytes()
		if err != nil {
			return err
		}
		if e, err := unmarshal(there); err != nil || !e.sameRender(was) {
			return redis.Nil
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error { return p.Set(ctx, name, raw, redis.KeepTTL).Err() })
		return err
	}, name)
	if err != nil && !errors.Is(err, redis.Nil) && !errors.Is(err, redis.TxFailedErr) {
		s.suspend(ctx, now, err)
	}
}

// suspended reports whether Redis is left alone. A rest that is longer than one is from before the clock was set back.
func (s *shared) suspended(now time.Time) bool {
	rest := time.Duration(s.restUntil.Load() - now.UnixNano())
	return s.redis == nil || rest > 0 && rest <= redisRetryAfter
}

func (s *shared) suspend(ctx context.Context, now time.Time, err error) {
	before := s.restUntil.Swap(now.Add(redisRetryAfter).UnixNano())
	if now.Add(-redisLogInterval).UnixNano() > before {
		s.log.WarnContext(ctx, "Redis failed; page cache uses memory only", "error", err)
	}
}

// sharedKey keeps what visitors type out of the names of keys. The number is of the format: replicas of two versions run side by side.
func sharedKey(key string) string {
	sum := sha256.Sum256([]byte(key))
	return "page:2:" + hex.EncodeToString(sum[:20])
}
