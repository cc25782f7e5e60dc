package ratelimit

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/redistest"
)

var testNow = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

// patient takes a slow answer of a busy machine for an answer.
func patient(l *Limiter) *Limiter {
	l.wait = time.Minute
	return l
}

func count(t *testing.T, l *Limiter, key string, limit Limit, calls int) (allowed int, retryAfter time.Duration) {
	t.Helper()
	for range calls {
		ok, after := l.Allow(t.Context(), key, limit)
		if ok {
			allowed++
		} else {
			retryAfter = after
		}
	}
	return allowed, retryAfter
}

func TestInMemory(t *testing.T) {
	t.Parallel()
	clk := clock.NewFake(testNow)
	l := New(nil, clk)
	limit := Limit{Rate: 60, Period: time.Minute, Burst: 3}

	allowed, after := count(t, l, "a", limit, 5)
	require.Equal(t, 3, allowed, "the burst")
	require.Equal(t, time.Second, after)
	allowed, _ = count(t, l, "b", limit, 1)
	require.Equal(t, 1, allowed, "keys do not share")

	clk.Advance(time.Second - time.Microsecond)
	allowed, after = count(t, l, "a", limit, 1)
	require.Zero(t, allowed)
	require.Equal(t, time.Microsecond, after)
	clk.Advance(time.Microsecond)
	allowed, _ = count(t, l, "a", limit, 2)
	require.Equal(t, 1, allowed, "one each interval")
	clk.Advance(time.Hour)
	allowed, _ = count(t, l, "a", limit, 9)
	require.Equal(t, 3, allowed, "a rest does not add to the burst")
}

func TestAClockThatIsSetBackLocksNobodyOut(t *testing.T) {
	t.Parallel()
	clk := clock.NewFake(testNow)
	l := New(nil, clk)
	limit := PerMinute(5)
	count(t, l, "a", limit, 3)
	clk.Advance(-time.Hour)
	allowed, after := count(t, l, "a", limit, 9)
	require.Equal(t, 5, allowed, "the count begins anew")
	require.LessOrEqual(t, after, time.Minute)

	rdb := redistest.New(t)
	shared := patient(New(rdb, clk))
	count(t, shared, "b", limit, 1)
	// What Redis keeps, seconds since 2017, as it would look after its clock was set back by an hour.
	due, err := rdb.Get(t.Context(), "rate:b").Float64()
	require.NoError(t, err)
	require.NoError(t, rdb.Set(t.Context(), "rate:b", due+time.Hour.Seconds(), time.Hour).Err())
	allowed, after = count(t, shared, "b", limit, 9)
	require.Equal(t, 5, allowed, "the count begins anew in Redis too")
	require.LessOrEqual(t, after, time.Minute)

	shared.downUntil.Store(clk.Now().Add(time.Hour).UnixNano())
	count(t, shared, "c", limit, 1)
	require.EqualValues(t, 1, rdb.Exists(t.Context(), "rate:c").Val(), "a pause from the future is over")
}

func TestTimesWidens(t *testing.T) {
	t.Parallel()
	l := New(nil, clock.NewFake(testNow))
	allowed, _ := count(t, l, "a", PerMinute(2).Times(100), 1000)
	require.Equal(t, 200, allowed)
	allowed, _ = count(t, l, "b", Limit{Rate: 60, Period: time.Minute, Burst: 3}.Times(10), 1000)
	require.Equal(t, 30, allowed)
}

func TestALimitWithoutARateLetsNothingThrough(t *testing.T) {
	t.Parallel()
	l := New(nil, clock.NewFake(testNow))
	for _, limit := range []Limit{{}, {Rate: -1, Period: time.Second}, {Rate: 1}, {Rate: 1, Period: time.Second, Burst: -1}} {
		allowed, after := count(t, l, "a", limit, 1)
		require.Zero(t, allowed)
		require.Positive(t, after)
	}
}

func TestMemoryIsBounded(t *testing.T) {
	t.Parallel()
	m := newMemory(100)
	for i := range 10_000 {
		ok, _ := m.allow(fmt.Sprint(i), PerHour(1), testNow)
		require.True(t, ok)
		require.LessOrEqual(t, len(m.due), 100)
	}
	m = newMemory(100)
	for i := range 99 {
		m.allow(fmt.Sprint(i), Limit{Rate: 1, Period: time.Second}, testNow)
	}
	m.allow("kept", PerHour(1), testNow)
	m.allow("new", PerHour(1), testNow.Add(time.Minute))
	ok, _ := m.allow("kept", PerHour(1), testNow.Add(time.Minute))
	require.False(t, ok, "what is not used up is kept when the rest can go")
}

func TestReplicasShareRedis(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	one, two := patient(New(server.Client(t), clock.System{})), patient(New(server.Client(t), clock.System{}))
	limit := PerHour(10)
	first, _ := count(t, one, "a", limit, 7)
	second, after := count(t, two, "a", limit, 7)
	require.Equal(t, 10, first+second)
	require.Greater(t, after, 5*time.Minute)
	require.LessOrEqual(t, after, 6*time.Minute)
}

func TestWithoutRedisTheLimitStillHolds(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	clk := clock.NewFake(testNow)
	l := patient(New(server.Client(t), clk))
	allowed, _ := count(t, l, "a", PerHour(2), 1)
	require.Equal(t, 1, allowed)
	server.Stop()

	start := time.Now()
	allowed, after := count(t, l, "a", PerHour(2), 50)
	require.Equal(t, 2, allowed, "this replica counts by itself")
	require.Positive(t, after)
	require.Less(t, time.Since(start), 4*time.Second, "a dead Redis is waited for once, not by every call")
}

func TestRedisIsTriedAgain(t *testing.T) {
	t.Parallel()
	rdb := redistest.New(t)
	clk := clock.NewFake(testNow)
	l := New(rdb, clk)
	l.downUntil.Store(testNow.Add(redisPause).UnixNano())
	count(t, l, "a", PerHour(5), 1)
	require.Zero(t, rdb.Exists(t.Context(), "rate:a").Val())
	clk.Advance(redisPause)
	count(t, l, "a", PerHour(5), 1)
	require.EqualValues(t, 1, rdb.Exists(t.Context(), "rate:a").Val())
}

func TestACallerWhoWentAwayDoesNotCloseRedis(t *testing.T) {
	t.Parallel()
	l := New(redis.NewClient(&redis.Options{Addr: "127.0.0.1:1"}), clock.NewFake(testNow))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	ok, _ := l.Allow(ctx, "a", PerHour(1))
	require.True(t, ok)
	require.Zero(t, l.downUntil.Load())
	l.Allow(t.Context(), "b", PerHour(1))
	require.NotZero(t, l.downUntil.Load())
}

// Calls at once get as many turns as calls one after the other, in Redis and in memory.
func TestCallsAtOnceGetNoMoreTurns(t *testing.T) {
	t.Parallel()
	for name, l := range map[string]*Limiter{
		"memory": New(nil, clock.NewFake(testNow)),
		"Redis":  patient(New(redistest.Start(t).Client(t), clock.NewFake(testNow))),
	} {
		var allowed atomic.Int64
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				for range 10 {
					if ok, _ := l.Allow(t.Context(), "a", PerHour(20)); ok {
						allowed.Add(1)
					}
				}
			})
		}
		all.Wait()
		require.EqualValues(t, 20, allowed.Load(), name)
	}
}
