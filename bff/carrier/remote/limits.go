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
	clock        clock.Clock
	perSIMMinute int
	turns        turns

	mu sync.Mutex
	// quietUntil is when the partner wants to be called again, quietFor how long it asked for, why its error message.
	quietUntil time.Time
	quietFor   time.Duration
	why        carrier.Class
	// reads counts the reads of each kind of each SIM in the running minute.
	reads  map[string]int
	minute time.Time
}

func newLimits(o Options) *limits {
	return &limits{
		clock: o.Clock, perSIMMinute: o.PerSIMMinute, turns: turns{pause: time.Second / time.Duration(o.PerSecond)}, reads: map[string]int{},
	}
}

// call waits for its turn. The error is an *Error with the time to wait.
func (l *limits) call(ctx context.Context, call string) error {
	if err := l.quiet(call); err != nil {
		return err
	}
	if wait, ok := l.turns.take(ctx, carrier.IsForPage(ctx)); !ok {
		return &carrier.Error{Class: carrier.RateLimited, Call: call, RetryAfter: wait, Cause: ctx.Err()}
	}
	return l.quiet(call) // the partner may have asked for it meanwhile
}

// quiet returns an *Error while the partner wants to be left alone.
func (l *limits) quiet(call string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if wait := l.quietUntil.Sub(l.clock.Now()); wait > 0 && wait <= l.quietFor {
		return &carrier.Error{Class: l.why, Call: call, RetryAfter: wait}
	}
	return nil
}

// paused reports whether calls are refused because the partner wants to be left alone.
func (l *limits) paused() bool { return l.quiet("") != nil }

// sim counts a read of a SIM, of its registrations or of its top-ups: call says of which.
func (l *limits) sim(call, ref string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.clock.Now()
	if now.Sub(l.minute).Abs() >= time.Minute { // or the clock went back
		l.minute, l.reads = now, map[string]int{}
	}
	read := call + " " + ref
	if l.reads[read] >= l.perSIMMinute {
		return &carrier.Error{Class: carrier.RateLimited, Call: call, RetryAfter: l.minute.Add(time.Minute).Sub(now)}
	}
	l.reads[read]++
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
