package ratelimit

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/go-redis/redis_rate/v10"
	"github.com/redis/go-redis/v9"

	"github.com/roamcart/roamcart/bff/platform/clock"
)

const (
	// redisTimeout bounds what a limit may cost a call.
	redisTimeout = 100 * time.Millisecond
	// redisPause is how long Redis is left alone after it failed, so that calls do not all wait for it.
	redisPause = time.Second
)

// Limit is Rate calls per Period in the long run, at most Burst of them at once.
type Limit struct {
	Rate   int
	Period time.Duration
	// Burst is at least 1; 0 means Rate.
	Burst int
}

// PerMinute allows n calls a minute, all at once if need be.
func PerMinute(n int) Limit { return Limit{Rate: n, Period: time.Minute} }

// PerHour allows n calls an hour, all at once if need be.
func PerHour(n int) Limit { return Limit{Rate: n, Period: time.Hour} }

// PerDay allows n calls a day, all at once if need be.
func PerDay(n int) Limit { return Limit{Rate: n, Period: 24 * time.Hour} }

// Times returns a limit that is n times as wide.
func (l Limit) Times(n int) Limit {
	return Limit{Rate: l.Rate * n, Period: l.Period, Burst: l.Burst * n}
}

// interval is the time that one call uses up.
func (l Limit) interval() time.Duration { return l.Period / time.Duration(l.Rate) }

// window is how long a whole burst takes to be used up: nobody who keeps to the clock ever waits longer.
func (l Limit) window() time.Duration { return l.interval() * time.Duration(l.burst()) }

func (l Limit) burst() int {
	if l.Burst == 0 {
		return l.Rate
	}
	return l.Burst
}

func (l Limit) valid() bool { return l.Rate > 0 && l.Burst >= 0 && l.interval() > 0 }

// Limiter counts. It is safe for concurrent use.
type Limiter struct {
	redis  *redis_rate.Limiter
	memory *memory
	clock  clock.Clock
	// wait bounds one call of Redis.
	wait      time.Duration
	downUntil atomic.Int64 // ns since the epoch
}

// New returns a limiter that counts in rdb, or in memory only when rdb is nil.
func New(rdb redis.UniversalClient, clk clock.Clock) *Limiter {
	l := &Limiter{memory: newMemory(maxKeys), clock: clk, wait: redisTimeout}
	if rdb != nil {
		l.redis = redis_rate.NewLimiter(rdb)
	}
	return l
}

// Allow counts one call of key and reports whether it fits limit; if not, retryAfter is when one will. A limit without
// a positive rate lets nothing through.
func (l *Limiter) Allow(ctx context.Context, key string, limit Limit) (ok bool, retryAfter time.Duration) {
	if !limit.valid() {
		return false, time.Minute
	}
	now := l.clock.Now().UnixNano()
	if rest := time.Duration(l.downUntil.Load() - now); l.redis == nil || (rest > 0 && rest <= redisPause) {
		return l.AllowLocally(key, limit)
	}
	shared, cancel := context.WithTimeout(ctx, l.wait)
	defer cancel()
	res, err := l.shared(shared, key, limit)
	if err != nil {
		if ctx.Err() == nil { // a caller who went away says nothing about Redis
			l.downUntil.Store(now + int64(redisPause))
		}
		return l.AllowLocally(key, limit)
	}
	return res.Allowed > 0, max(res.RetryAfter, 0)
}

// shared counts in Redis. A count that is further ahead than a limit can bring it is from before Redis' clock went back; it
// is begun anew.
func (l *Limiter) shared(ctx context.Context, key string, limit Limit) (*redis_rate.Result, error) {
	allow := redis_rate.Limit{Rate: limit.Rate, Period: limit.Period, Burst: limit.burst()}
	res, err := l.redis.Allow(ctx, key, allow)
	if err != nil || res.RetryAfter <= limit.window() {
		return res, err
	}
	if err := l.redis.Reset(ctx, key); err != nil {
		return nil, err
	}
	return l.redis.Allow(ctx, key, allow)
}

// AllowLocally is Allow for this replica alone. It costs no network, so it suits wide limits on cheap calls.
func (l *Limiter) AllowLocally(key string, limit Limit) (ok bool, retryAfter time.Duration) {
	if !limit.valid() {
		return false, time.Minute
	}
	return l.memory.allow(key, limit, l.clock.Now())
}
