package remote

import (
	"context"
	"slices"
	"sync"
	"time"
)

const (
	// patience is the longest wait for a turn that a caller is let in for.
	patience = 3 * time.Second
	// jobsPerPage is how many jobs go before a page that waits, so that a rush of deliveries does not stop all pages.
	jobsPerPage = 3
)

// turns gives out the moments at which calls may go out, pause apart: to jobs before pages, and otherwise in the order in which the
// callers came. They are measured by the machine's time, because setting a clock does not change how long a pause is.
type turns struct {
	pause time.Duration

	mu sync.Mutex
	// next is when the next call may go out. While somebody waits, a timer is set that gives the turn away.
	next  time.Time
	timed bool
	// jobs and pages are those that wait: closing a channel gives its caller the turn. inRow counts the jobs that went before a page
	// that waits.
	jobs, pages []chan struct{}
	inRow       int
}

// take waits for a turn. A caller is refused at once, with how long the wait would be, when it would be patience, or half of the
// time that ctx leaves, or longer: the other half is for the answer. A turn whose caller leaves is given to the next.
func (t *turns) take(ctx context.Context, page bool) (wait time.Duration, ok bool) {
	limit := patience
	if end, limited := ctx.Deadline(); limited {
		half := time.Until(end) / 2
		limit = min(limit, half)
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, half)
		defer cancel()
	}
	turn, wait := t.queue(page, limit)
	if turn == nil {
		return wait, false
	}
	select {
	case <-turn:
	case <-ctx.Done():
	}
	if ctx.Err() != nil {
		t.leave(turn)
		return t.pause, false
	}
	return 0, true
}

// queue adds a caller to those that wait, unless the wait reaches limit.
func (t *turns) queue(page bool, limit time.Duration) (turn chan struct{}, wait time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	from, before := &t.jobs, len(t.jobs)+min(len(t.pages), (t.inRow+len(t.jobs))/jobsPerPage)
	if page {
		from, before = &t.pages, len(t.pages)+min(len(t.jobs), jobsPerPage*(len(t.pages)+1))
	}
	wait = max(time.Until(t.next), 0) + time.Duration(before)*t.pause
	if wait >= limit {
		return nil, wait
	}
	turn = make(chan struct{})
	*from = append(*from, turn)
	t.giveDue()
	return turn, wait
}

// giveDue gives the next turn away if it is due, and sees to it that the one after it is given away in time.
func (t *turns) giveDue() {
	now := time.Now()
	if !t.next.After(now) && t.give() {
		t.next = now.Add(t.pause)
	}
	if t.timed || len(t.jobs)+len(t.pages) == 0 {
		return
	}
	t.timed = true
	time.AfterFunc(t.next.Sub(now), func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.timed = false
		t.giveDue()
	})
}

// give gives a turn to whoever comes next. It reports whether somebody waited.
func (t *turns) give() bool {
	from := &t.jobs
	switch {
	case len(t.pages) == 0:
		t.inRow = 0
	case len(t.jobs) == 0 || t.inRow >= jobsPerPage:
		from, t.inRow = &t.pages, 0
	default:
		t.inRow++
	}
	if len(*from) == 0 {
		return false
	}
	close((*from)[0])
	*from = slices.Delete(*from, 0, 1)
	return true
}

// leave removes a caller who waits no longer. The turn, if the caller was given it meanwhile, is the next one's.
func (t *turns) leave(turn chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, from := range []*[]chan struct{}{&t.jobs, &t.pages} {
		if n := slices.Index(*from, turn); n >= 0 {
			*from = slices.Delete(*from, n, n+1)
			return
		}
	}
	if !t.give() {
		t.next = time.Now()
	}
}
