// Package clock is where the rules of the shop read the time, so that tests can move it.
package clock

import (
	"sync"
	"time"
)

// Clock returns the time.
type Clock interface {
	Now() time.Time
}

// System is the machine's clock, in UTC at the database's precision.
type System struct{}

// Now returns the current instant, truncated to the microseconds that Postgres keeps.
func (System) Now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// Fake is a clock that stands still until it is moved. It is safe for concurrent use.
type Fake struct {
	mu  sync.Mutex
	now time.Time
}

// NewFake returns a clock that stands at now.
func NewFake(now time.Time) *Fake { return &Fake{now: now.UTC().Truncate(time.Microsecond)} }

// Now returns the instant the clock stands at.
func (f *Fake) Now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

// Advance moves the clock forward by d.
func (f *Fake) Advance(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
}
