package web

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

const (
	// codeField is the field of a one-time code in every form.
	codeField = "code"
	// repeatFor is how long the answer to a form with a code is given again to the same form, and maxRepeats how many are kept.
	repeatFor  = 5 * time.Second
	maxRepeats = 256
)

// repeats answers a form with a one-time code that is submitted twice, as two clicks do where no scripts run, once: the browser drops
// the first answer, and the code is used up by then. Only the same form of the same browser, with the same cookies, gets it again. It
// is safe for concurrent use.
type repeats struct {
	flights singleflight.Group
	mu      sync.Mutex
	kept    map[string]*Answer
}

// repeatKey returns what is the same for two submissions of a form with a code by one browser, "" for another form.
func repeatKey(req *http.Request, target string, body []byte) string {
	fields, err := url.ParseQuery(string(body))
	if err != nil || fields.Get(codeField) == "" {
		return ""
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %q %q", req.Host, target, req.Header.Get("Cookie"), req.UserAgent(), body))
	return string(sum[:])
}

// once has a form answered, or returns the answer that the same form has got or is about to get. The submission goes on when the browser
// that sent it first has gone; the others wait until their own ctx ends.
func (r *repeats) once(ctx context.Context, key string, timeout time.Duration, submit func(context.Context) (*Answer, error)) (*Answer, error) {
	flight := r.flights.DoChan(key, func() (any, error) {
		if answer := r.answer(key); answer != nil {
			return answer, nil
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
		defer cancel()
		answer, err := submit(ctx)
		if err == nil && answer.Status < http.StatusInternalServerError {
			r.keep(key, answer)
		}
		return answer, err
	})
	select {
	case result := <-flight:
		answer, _ := result.Val.(*Answer)
		return answer, result.Err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (r *repeats) answer(key string) *Answer {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.kept[key]
}

func (r *repeats) keep(key string, answer *Answer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.kept) >= maxRepeats {
		return
	}
	if r.kept == nil {
		r.kept = map[string]*Answer{}
	}
	r.kept[key] = answer
	time.AfterFunc(repeatFor, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.kept, key)
	})
}
