package cache

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/roamcart/roamcart/bff/pages/web"
	"github.com/roamcart/roamcart/bff/platform/clock"
)

const (
	// settle is how long a warmer waits for more changes before it begins.
	settle = time.Second
	// progressEvery is how often it says how far it has come.
	progressEvery = 5 * time.Second
)

// Warmer asks for every page of the sitemaps, so that no visitor waits for a render: when the program starts, and after
// changes. Pages that are still good cost nothing.
type Warmer struct {
	cache *Cache
	clock clock.Clock
	list  func(ctx context.Context) ([]*web.PageRequest, error)
	again chan struct{}

	mu       sync.Mutex
	progress Progress
}

// Progress is how far a warmer has come with the pages as they are now.
type Progress struct{ Done, Of, Failed int }

// String says it in a line.
func (p Progress) String() string {
	text := fmt.Sprintf("pages warm: %d of %d", p.Done-p.Failed, p.Of)
	if p.Failed > 0 {
		text += fmt.Sprintf(", %d failed", p.Failed)
	}
	return text
}

// NewWarmer returns a warmer of the pages that list names.
func NewWarmer(c *Cache, cl clock.Clock, list func(ctx context.Context) ([]*web.PageRequest, error)) *Warmer {
	w := &Warmer{cache: c, clock: cl, list: list, again: make(chan struct{}, 1)}
	w.Trigger()
	return w
}

// Progress returns how far the warmer has come. From a change until the round after it begins, nothing is done.
func (w *Warmer) Progress() Progress {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.again) > 0 {
		// The round that is under way is not the last.
		return Progress{Of: w.progress.Of}
	}
	return w.progress
}

func (w *Warmer) note(done, of, failed int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.progress = Progress{Done: done, Of: of, Failed: failed}
}

// Trigger starts another round of the warmer. It does not wait for it.
func (w *Warmer) Trigger() {
	w.note(0, w.Progress().Of, 0)
	select {
	case w.again <- struct{}{}:
	default:
	}
}

// Run goes round whenever it was asked to, until ctx ends. It returns when it has stopped.
func (w *Warmer) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.again:
			w.note(0, w.Progress().Of, 0)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(settle):
		}
		if err := w.round(ctx); err != nil && ctx.Err() == nil {
			w.cache.o.Log.WarnContext(ctx, "pages not warmed", "error", err)
		}
	}
}

// round asks for one page after the other and rests as long as each took, so that visitors have the renderer for
// themselves at least half of the time.
func (w *Warmer) round(ctx context.Context) error {
	list, err := w.list(ctx)
	if err != nil {
		return err
	}
	began, logged, made, failures := w.clock.Now(), w.clock.Now(), 0, 0
	w.note(0, len(list), 0)
	for i, p := range list {
		start := w.clock.Now()
		a, err := w.cache.Fetch(ctx, p)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		switch {
		case failed(a, err):
			failures++
		case a.From == Miss:
			made++
		}
		w.note(i+1, len(list), failures)
		now := w.clock.Now()
		if now.Sub(logged) >= progressEvery {
			w.cache.o.Log.InfoContext(ctx, "warming pages", "done", i+1, "of", len(list))
			logged = now
		}
		if a != nil && a.From == Hit {
			continue
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(min(now.Sub(start), settle)):
		}
	}
	w.cache.o.Log.InfoContext(ctx, "pages are warm", "pages", len(list), "rendered", made, "failed", failures,
		"seconds", w.clock.Now().Sub(began).Seconds())
	return nil
}
