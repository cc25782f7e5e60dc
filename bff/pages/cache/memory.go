package cache

import (
	"container/list"
	"sync"
	"time"
)

// memory keeps entries by key, the least recently used of which go first when it is full.
type memory struct {
	limit int

	mu     sync.Mutex
	byKey  map[string]*list.Element
	byTag  map[string]map[string]bool
	recent list.List
	size   int
}

// slot is an entry with what is known about it here.
type slot struct {
	key   string
	entry *entry
	// size is what of memory.size is the entry's.
	size int
	// expired entries are served only when no newer one can be had; failed is when that was last tried in vain.
	expired bool
	failed  time.Time
	// hits is how often visitors were given the entry from here.
	hits int
}

// fresh reports whether the entry may be served without a thought.
func (s slot) fresh(now time.Time) bool { return !s.expired && now.Sub(s.entry.Born) < softAge }

func newMemory(limit int) *memory {
	return &memory{limit: limit, byKey: map[string]*list.Element{}, byTag: map[string]map[string]bool{}}
}

// get returns a copy of the slot.
func (m *memory) get(key string) (slot, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.used(m.byKey[key], 0)
}

// getCounted is get for a visitor, who is counted; the key is only read.
func (m *memory) getCounted(key []byte) (slot, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.used(m.byKey[string(key)], 1)
}

// used returns a copy of what lies there, which is the most recently used now; nil is nothing.
func (m *memory) used(at *list.Element, visitors int) (slot, bool) {
	if at == nil {
		return slot{}, false
	}
	m.recent.MoveToFront(at)
	s := at.Value.(*slot)
	s.hits += visitors
	return *s, true
}

// swap puts an entry in the place of another one with the same tags, if that is still there.
func (m *memory) swap(key string, was, is *entry) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	at, ok := m.byKey[key]
	if !ok || at.Value.(*slot).entry != was {
		return false
	}
	m.hold(at.Value.(*slot), is)
	return true
}

// grown takes into account that another form of an entry was made.
func (m *memory) grown(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if at, ok := m.byKey[key]; ok {
		m.measure(at.Value.(*slot))
		m.shrink()
	}
}

// hold puts an entry, which nobody else has yet, into a slot.
func (m *memory) hold(s *slot, e *entry) {
	e.home, e.key = m, s.key
	s.entry = e
	m.measure(s)
}

// measure notes what an entry takes now.
func (m *memory) measure(s *slot) {
	n := s.entry.size()
	m.size += n - s.size
	s.size = n
}

// shrink drops what was not used for longest until the rest fits.
func (m *memory) shrink() {
	for m.size > m.limit {
		m.drop(m.recent.Back())
	}
}

// put keeps an entry in the place of the one before it. One that does not fit at all is not kept. Whether it holds is asked
// where no change can pass in between: one that is not known then expires the entry afterwards. nil is yes.
func (m *memory) put(key string, e *entry, holds func() bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	expired := holds != nil && !holds()
	m.drop(m.byKey[key])
	if e.size() > m.limit {
		return
	}
	s := &slot{key: key, expired: expired}
	m.byKey[key] = m.recent.PushFront(s)
	m.hold(s, e)
	for _, t := range e.Tags {
		if m.byTag[t] == nil {
			m.byTag[t] = map[string]bool{}
		}
		m.byTag[t][key] = true
	}
	m.shrink()
}

func (m *memory) drop(at *list.Element) {
	if at == nil {
		return
	}
	s := m.recent.Remove(at).(*slot)
	delete(m.byKey, s.key)
	m.size -= s.size
	for _, t := range s.entry.Tags {
		delete(m.byTag[t], s.key)
		if len(m.byTag[t]) == 0 {
			delete(m.byTag, t)
		}
	}
}

// expire marks everything that shows one of the tags and returns how many pages that were.
func (m *memory) expire(tags []string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := 0
	for _, t := range tags {
		for key := range m.byTag[t] {
			if s := m.byKey[key].Value.(*slot); !s.expired {
				s.expired, s.failed = true, time.Time{}
				n++
			}
		}
	}
	return n
}

// fail notes that a newer entry was not to be had.
func (m *memory) fail(key string, now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if at, ok := m.byKey[key]; ok {
		at.Value.(*slot).failed = now
	}
}

func (m *memory) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for m.recent.Len() > 0 {
		m.drop(m.recent.Back())
	}
}

func (m *memory) stats() (entries, bytes int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.byKey), m.size
}
