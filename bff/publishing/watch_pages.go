package publishing

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"github.com/roamcart/roamcart/bff/tenant"
)

// Page is a page of a site; Path has the language.
type Page struct {
	Site tenant.Tenant
	Path string
}

// PageWatch is pages that a change shows on, looked at before it is made.
type PageWatch struct {
	service *Service
	pages   []*watched
}

// WatchPages looks at pages of sites that somebody can open.
func (s *Service) WatchPages(ctx context.Context, list []Page) (*PageWatch, error) {
	w := &PageWatch{service: s}
	for _, p := range list {
		if s.SiteAddress(p.Site) == "" {
			continue
		}
		address, err := url.Parse(s.SiteAddress(p.Site))
		if err != nil {
			return nil, fmt.Errorf("address of site %d: %w", p.Site.ID, err)
		}
		w.pages = append(w.pages, &watched{kind: kindOf(p.Path), path: p.Path, address: address.JoinPath(p.Path).String(), host: address.Host})
	}
	since := s.newProgressTimeout()
	forEachParallel(len(w.pages), func(i int) {
		if w.pages[i].err = since.expired(); w.pages[i].err != nil {
			return
		}
		if w.pages[i].before, w.pages[i].err = s.tag(ctx, w.pages[i].host, w.pages[i].path); w.pages[i].err == nil {
			since.reset()
		}
	})
	return w, nil
}

// Fresh waits until the pages are other ones, and says how long that took. Never nil.
func (w *PageWatch) Fresh(ctx context.Context) []Seen {
	began, since := time.Now(), w.service.newProgressTimeout()
	out := make([]Seen, len(w.pages))
	forEachParallel(len(w.pages), func(i int) { out[i] = w.service.await(ctx, w.pages[i], began, since) })
	return out
}
