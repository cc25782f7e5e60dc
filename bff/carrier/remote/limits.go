package remote

import (
	"context"
	"sync"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/clock"
)

// limits keeps one process within what the partner allows.
type limits struct {
	clock                   clock.Clock
	perSecond, perSIMMinute int

	mu sync.Mutex
	// next is when the next call may go out; calls queue behind each other.
	next time.Time
	// quietUntil is when the partner wants to be called again, quietFor how long it asked for, why what it said then.
	quietUntil time.Time
	quietFor   time.Duration
	why        carrier.Class
	// reads counts the reads of each SIM in the running minute.
	reads  map[string]int
	minute time.Time
}

func newLimits(o Options) *limits {
	return &limits{clock: o.Clock, perSecond: o.PerSecond, perSIMMinute: o.PerSIMMinute, reads: map[string]int{}}
}

// patience is how long a call waits for its turn before it is refused.
const patience = 3 * time.Second

// call waits for its turn. The error is an *Error with the time to wait.
func (l *limits) call(ctx context.Context, call string) error {
	l.mu.Lock()
	now := l.clock.Now()
	if wait := l.quietUntil.Sub(now); wait > 0 && wait <= l.quietFor {
		why := l.why
		l.mu.Unlock()
		return &carrier.Error{Class: why, Call: call, RetryAfter: wait}
	}
	if l.next.Before(now) || l.next.After(now.Add(patience+time.Second)) { // so far ahead only when the clock went back
		l.next = now
	}
	wait := l.next.Sub(now)
	if wait > patience {
		l.mu.Unlock()
		return &carrier.Error{Class: carrier.RateLimited, Call: call, RetryAfter: wait}
	}
	l.next = l.next.Add(time.Second / time.Duration(l.perSecond))
	l.mu.Unlock()
	if wait <= 0 {
		return nil
	}
	turn := time.NewTimer(wait)
	defer turn.Stop()
	select {
	case <-turn.C:
		return nil
	case <-ctx.Done():
		return &carrier.Error{Class: carrier.RateLimited, Call: call, Cause: ctx.Err()}
	}
}

// paused reports whether calls are refused because the partner wants to be left alone.
func (l *limits) paused() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	wait := l.quietUntil.Sub(l.clock.Now())
	return wait > 0 && wait <= l.quietFor
}

// sim counts a read of a SIM.
func (l *limits) sim(ref string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.clock.Now()
	if now.Sub(l.minute).Abs() >= time.Minute { // or the clock went back
		l.minute, l.reads = now, map[string]int{}
	}
	if l.reads[ref] >= l.perSIMMinute {
		return &carrier.Error{Class: carrier.RateLimited, Call: "read SIM", RetryAfter: l.minute.Add(time.Minute).Sub(now)}
	}
	l.reads[ref]++
	return nil
}

// pause keeps calls from going out for a while.
func (l *limits) pause(d time.Duration, why carrier.Class) {
	if why != carrier.RateLimited && why != carrier.Maintenance {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.clock.Now()
	if until := now.Add(d); until.After(l.quietUntil) || l.quietUntil.Sub(now) > l.quietFor {
		l.quietUntil, l.quietFor, l.why = until, d, why
	}
}
