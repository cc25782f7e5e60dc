package waittest

import (
	"math"
	"testing"
	"time"
)

// Eventually waits half a minute until f is true; what says what was waited for.
func Eventually(t testing.TB, what string, f func() bool) {
	t.Helper()
	Within(t, 30*time.Second, what, f)
}

// Within asks f every 20 ms until it is true, for at most d; what says what was waited for. A machine that gets no processor
// time gets rounds too: those that fit into d at rest are asked before giving up, for at most half a minute longer.
func Within(t testing.TB, d time.Duration, what string, f func() bool) {
	t.Helper()
	const pause = 20 * time.Millisecond
	began := time.Now()
	for rounds := d / pause; ; rounds-- {
		if f() {
			return
		}
		if took := time.Since(began); took > d && (rounds <= 0 || took > d+30*time.Second) {
			t.Fatalf("waited in vain for %s: %s", took.Round(time.Millisecond), what)
		}
		time.Sleep(pause)
	}
}

// Promptly does f and fails the test when it takes longer than d. On a machine that gets no processor time the fastest of five
// counts.
func Promptly(t testing.TB, d time.Duration, what string, f func()) {
	t.Helper()
	fastest := time.Duration(math.MaxInt64)
	for range 5 {
		began := time.Now()
		f()
		if fastest = min(fastest, time.Since(began)); fastest <= d {
			return
		}
	}
	t.Errorf("%s takes %s at best, more than %s", what, fastest.Round(time.Millisecond), d)
}
