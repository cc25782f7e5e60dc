package publishing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/tenant"
)

const (
	// patience is how long the shop may show nothing new, unless a service says otherwise.
	patience = 10 * time.Second
	pause    = 50 * time.Millisecond
	// atOnce is how many pages are asked for at a time.
	atOnce = 8
	// plansOfAKind is how many pages of plans are looked at, of those of a site in a language that quote the same questions: each has to
	// be asked for before a text is published, and whoever publishes it waits.
	plansOfAKind = 50
)

// watched is a page as a visitor gets it.
type watched struct {
	kind pages.Kind
	path string
	// own says that it is the text's own page, or the Markdown twin of that.
	own bool
	// address is where visitors find it, host what they ask there.
	address, host string
	// text is what it read of the texts, before its entity tag, both at first.
	text, before string
	err          error
}

// twin reports whether it is the Markdown twin of a page.
func (p *watched) twin() bool { return strings.HasSuffix(p.path, pages.TwinSuffix) }

// part is the pages of a site in a language.
type part struct {
	site   tenant.Tenant
	locale string
	pages  []*watched
}

// Watch is the pages that a text may change, looked at before it is published.
type Watch struct {
	service *Service
	text    editor.Text
	parts   []part
}

// Watch looks at the pages of a text, and at those that quote it, on every site that has it and that somebody can open.
func (s *Service) Watch(ctx context.Context, t editor.Text) (*Watch, error) {
	w := &Watch{service: s, text: t}
	var all []*watched
	for _, site := range s.Sites() {
		if t.Tenant != 0 && t.Tenant != site.ID || s.SiteAddress(site) == "" {
			continue
		}
		for _, locale := range content.Languages {
			p, err := s.pagesOf(ctx, site, locale, t)
			if err != nil {
				return nil, err
			}
			w.parts, all = append(w.parts, p), append(all, p.pages...)
		}
	}
	since := s.newProgressTimeout()
	forEachParallel(len(all), func(i int) {
		if all[i].err = since.expired(); all[i].err != nil {
			return
		}
		if all[i].before, all[i].err = s.tag(ctx, all[i].host, all[i].path); all[i].err == nil {
			since.reset()
		}
	})
	return w, nil
}

// pagesOf lists the pages that take something from a text, of many plans that quote the same questions the first ones.
func (s *Service) pagesOf(ctx context.Context, site tenant.Tenant, locale string, t editor.Text) (part, error) {
	out := part{site: site, locale: locale}
	address, err := url.Parse(s.SiteAddress(site))
	if err != nil {
		return out, fmt.Errorf("address of site %d: %w", site.ID, err)
	}
	texts, err := s.read(ctx, site, locale, t)
	if err != nil {
		return out, err
	}
	own := pages.TextPath(t, locale)
	paths := []string{own, own + pages.TwinSuffix}
	for _, path := range s.sitemap(ctx, address.Host, locale) {
		if path != own {
			paths = append(paths, path)
		}
	}
	plans := map[string]int{}
	for _, path := range paths {
		page := &watched{
			kind: kindOf(strings.TrimSuffix(path, pages.TwinSuffix)), path: path, own: strings.TrimSuffix(path, pages.TwinSuffix) == own,
			address: address.JoinPath(path).String(), host: address.Host,
		}
		if text, takes := texts.on(page); takes {
			if page.planRank() > 0 {
				if plans[text]++; plans[text] > plansOfAKind {
					continue
				}
			}
			page.text = text
			out.pages = append(out.pages, page)
		}
	}
	return out, nil
}

// kindOf returns the kind of the page at a path that begins with a language.
func kindOf(path string) pages.Kind {
	_, rest := pages.SplitLocale(path)
	row, _, _ := table.Match(rest)
	return row.Kind
}

var table = pages.NewTable(pages.Options{})

// Fresh waits until the pages that are to say something else by now are other ones, and says how long that took.
func (w *Watch) Fresh(ctx context.Context) ([]Seen, error) {
	began := time.Now()
	var changed []*watched
	for _, p := range w.parts {
		texts, err := w.service.read(ctx, p.site, p.locale, w.text)
		if err != nil {
			return nil, err
		}
		for _, page := range p.pages {
			if now, _ := texts.on(page); now != page.text {
				changed = append(changed, page)
			}
		}
	}
	// Plans are many, and whoever asks for their pages has them rendered: the others must not wait behind them.
	slices.SortStableFunc(changed, func(a, b *watched) int { return cmp.Compare(a.planRank(), b.planRank()) })
	out, since := make([]Seen, len(changed)), w.service.newProgressTimeout()
	forEachParallel(len(changed), func(i int) { out[i] = w.service.await(ctx, changed[i], began, since) })
	return out, nil
}

// planRank sorts the pages of plans, of which there are many, behind the others.
func (p *watched) planRank() int {
	if p.kind == pages.Detail {
		return 1
	}
	return 0
}

// progressTimeout ends a round of requests when none has succeeded for a while.
type progressTimeout struct {
	last     atomic.Pointer[time.Time]
	patience time.Duration
}

func (s *Service) newProgressTimeout() *progressTimeout {
	p := &progressTimeout{patience: cmp.Or(s.Patience, patience)}
	p.reset()
	return p
}

// reset begins the time anew, after a request that succeeded.
func (p *progressTimeout) reset() { p.last.Store(new(time.Now())) }

// expired returns an error once the time is over.
func (p *progressTimeout) expired() error {
	if time.Since(*p.last.Load()) > p.patience {
		return errors.New("the shop does not answer in time")
	}
	return nil
}

// forEachParallel does something for each of n things, several at a time.
func forEachParallel(n int, do func(i int)) {
	var group errgroup.Group
	group.SetLimit(atOnce)
	for i := range n {
		group.Go(func() error {
			do(i)
			return nil
		})
	}
	_ = group.Wait()
}

func (s *Service) await(ctx context.Context, page *watched, began time.Time, since *progressTimeout) Seen {
	out := Seen{Address: page.address, Plan: page.planRank() > 0}
	if page.err != nil {
		out.Why = page.err.Error()
		return out
	}
	for {
		tag, err := s.tag(ctx, page.host, page.path)
		if err == nil && tag != page.before {
			since.reset()
			out.Milliseconds = new(time.Since(began).Milliseconds())
			return out
		}
		if since.expired() != nil || ctx.Err() != nil {
			out.Why = "it still shows the former text"
			if err != nil {
				out.Why = err.Error()
			}
			return out
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}
