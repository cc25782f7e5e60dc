package cache

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/roamcart/roamcart/bff/pages/web"
)

// renderTimeout bounds a render that serves many.
const renderTimeout = 5 * time.Second

// renew makes the page again in the background.
func (c *Cache) renew(ctx context.Context, key string, p *web.PageRequest) {
	if _, running := c.renewing.LoadOrStore(key, true); running {
		return
	}
	ctx, own := context.WithoutCancel(ctx), *p
	c.background.Go(func() {
		defer c.renewing.Delete(key)
		if failed(c.filled(ctx, key, &own)) {
			c.store(p).fail(key, c.o.Clock.Now())
		}
	})
}

// failed reports whether there is no answer, or one that says that there could not be any. 403 is the renderer's word for
// a secret it does not know; no shared page is forbidden.
func failed(a *web.Answer, err error) bool {
	return err != nil || a.Status >= http.StatusInternalServerError || a.Status == http.StatusForbidden
}

// filled returns the page from Redis or the renderer, once for all who wait for it.
func (c *Cache) filled(ctx context.Context, key string, p *web.PageRequest) (*web.Answer, error) {
	own := *p
	own.Admit = nil // a visitor's, who may be gone
	done := c.flights.DoChan(key, func() (result any, err error) {
		defer func() {
			// Nobody else would: the caller's goroutine is another one.
			if r := recover(); r != nil {
				err = fmt.Errorf("fill page: %v", r)
			}
		}()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), renderTimeout)
		defer cancel()
		return c.fill(ctx, key, &own)
	})
	select {
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case r := <-done:
		if r.Err != nil {
			return nil, r.Err
		}
		return r.Val.(*web.Answer), nil
	}
}

func (c *Cache) fill(ctx context.Context, key string, p *web.PageRequest) (*web.Answer, error) {
	now := c.o.Clock.Now()
	s, ok := c.store(p).get(key)
	if ok && s.fresh(now) {
		// Another caller filled the entry after this one missed it.
		return c.give(s.entry, Hit), nil
	}
	var e *entry
	var spans []web.Span
	if c.isShared(p) {
		e, spans = c.shared.get(ctx, key, now), []web.Span{{Name: "redis", Took: c.o.Clock.Now().Sub(now)}}
	}
	if e != nil && now.Sub(e.Born) < softAge && c.isCurrent(e) {
		c.keep(key, p, e)
		return c.made(e, Shared, spans), nil
	}
	a, err := c.o.Next.Fetch(ctx, p)
	if err != nil {
		return nil, err
	}
	missing := a.Status == http.StatusNotFound && web.HasPageName(a.Header) && a.Header.Get("Set-Cookie") == ""
	if !missing && !keepable(a) {
		a.From = Miss
		return a, nil
	}
	began := c.o.Clock.Now()
	if e, err = newEntry(a, now, s.entry, e); err != nil {
		return nil, errors.Join(errors.New("page not kept"), err)
	}
	spans = append(append(spans, a.Spans...), web.Span{Name: "pack", Took: c.o.Clock.Now().Sub(began)})
	if missing {
		c.missing.put(key, e, nil)
		return c.made(e, Miss, spans), nil
	}
	// Something may have changed while the page was made; then the next one asks again.
	c.keep(key, p, e)
	if c.isShared(p) {
		c.shared.put(ctx, key, e, now)
	}
	return c.made(e, Miss, spans), nil
}

// isCurrent reports whether what a page shows is still what the data say, as far as the changes are known.
func (c *Cache) isCurrent(e *entry) bool { return c.o.Feed.IsCurrent(e.Mark, e.Tags) }
