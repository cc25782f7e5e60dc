package ratelimit

import (
	"sync"
	"time"
)

// maxKeys bounds the memory to about 10 MB.
const maxKeys = 100_000

// memory is GCRA in this process.
type memory struct {
	mu  sync.Mutex
	max int
	// due maps a key to its theoretical arrival time: when the calls so far are used up.
	due map[string]time.Time
}

func newMemory(maxKeys int) *memory { return &memory{max: maxKeys, due: map[string]time.Time{}} }

func (m *memory) allow(key string, limit Limit, now time.Time) (bool, time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	due, known := m.due[key]
	if !known && len(m.due) >= m.max {
		m.shrink(now)
	}
	if due.Before(now) || due.After(now.Add(limit.window())) { // so far ahead only when the clock went back
		due = now
	}
	due = due.Add(limit.interval())
	if wait := due.Sub(now) - limit.window(); wait > 0 {
		return false, wait
	}
	m.due[key] = due
	return true, 0
}

// shrink drops the keys that are used up. In a flood of new keys that is not enough: half of the rest goes too,
// whichever comes first, so that a sweep is paid for by many calls.
func (m *memory) shrink(now time.Time) {
	for key, due := range m.due {
		if !due.After(now) {
			delete(m.due, key)
		}
	}
	for key := range m.due {
		if len(m.due) <= m.max/2 {
			return
		}
		delete(m.due, key)
	}
}
