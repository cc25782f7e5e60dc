package desk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/roamcart/roamcart/bff/content"
	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/tenant"
)

const (
	// patience is how long a page may go on showing the former text.
	patience = 10 * time.Second
	pause    = 50 * time.Millisecond
)

// watched is a page of a text as a visitor gets it.
type watched struct {
	locale, path string
	// address is where visitors find it, host what they ask there.
	address, host string
	// before is its entity tag at first.
	before string
	err    error
}

// watch is the pages of a text, looked at before it is published.
type watch struct {
	desk   *Desk
	states map[string]editor.State
	pages  []watched
}

// watch looks at the pages of a text on every site that has it.
func (d *Desk) watch(ctx context.Context, t editor.Text) (*watch, error) {
	states, err := d.Texts.One(ctx, t)
	if err != nil {
		return nil, err
	}
	w := &watch{desk: d, states: states}
	for _, site := range d.Sites {
		if t.Tenant != 0 && t.Tenant != site.ID {
			continue
		}
		address, err := url.Parse(d.address(site))
		if err != nil {
			return nil, fmt.Errorf("address of site %d: %w", site.ID, err)
		}
		for _, locale := range content.Languages {
			page := pages.TextPath(t, locale)
			for _, path := range []string{page, page + ".md"} {
				one := watched{locale: locale, path: path, address: address.JoinPath(path).String(), host: address.Host}
				one.before, one.err = d.tag(ctx, one)
				w.pages = append(w.pages, one)
			}
		}
	}
	return w, nil
}

// fresh waits until the pages in the languages that have changed are other ones, and says how long that took.
func (w *watch) fresh(ctx context.Context, p editor.Publication) []seen {
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var changed []watched
	for _, page := range w.pages {
		shown := w.states[page.locale].Shown
		if p.Stale != page.locale && (shown == nil || shown.ID != p.Versions[page.locale]) {
			changed = append(changed, page)
		}
	}
	out := make([]seen, len(changed))
	var group sync.WaitGroup
	for i, page := range changed {
		out[i].Address = page.address
		group.Go(func() { w.desk.await(ctx, page, began, &out[i]) })
	}
	group.Wait()
	return out
}

func (d *Desk) await(ctx context.Context, page watched, began time.Time, s *seen) {
	if page.err != nil {
		s.Why = page.err.Error()
		return
	}
	for {
		tag, err := d.tag(ctx, page)
		if err == nil && tag != page.before {
			s.Milliseconds = new(time.Since(began).Milliseconds())
			return
		}
		select {
		case <-ctx.Done():
			s.Why = "it still shows the former text"
			if err != nil && !errors.Is(err, context.DeadlineExceeded) {
				s.Why = err.Error()
			}
			return
		case <-time.After(pause):
		}
	}
}

// tag returns the entity tag of a page, "" for one that is not there.
func (d *Desk) tag(ctx context.Context, page watched) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(d.Address, "/")+page.path, nil)
	if err != nil {
		return "", fmt.Errorf("ask for %s: %w", page.address, err)
	}
	req.Host = page.host
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", fmt.Errorf("the shop does not answer at %s: %w", d.Address, err)
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.Copy(io.Discard, res.Body)
	switch {
	case res.StatusCode == http.StatusNotFound:
		return "", nil
	case res.StatusCode != http.StatusOK:
		return "", fmt.Errorf("%s: %s", page.address, res.Status)
	}
	return res.Header.Get("ETag"), nil
}

// address is where a site is for visitors.
func (d *Desk) address(site tenant.Tenant) string {
	if site.WebSite != "" || len(site.Hosts) == 0 {
		return strings.TrimSuffix(site.WebSite, "/")
	}
	u, err := url.Parse(d.Address)
	if err != nil {
		return d.Address
	}
	host := site.Hosts[0]
	if port := u.Port(); port != "" {
		host += ":" + port
	}
	return u.Scheme + "://" + host
}
