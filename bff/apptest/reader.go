package apptest

import (
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/roamcart/roamcart/bff/platform/config"
)

// OpenReplicas opens two front doors of one shop, on one database and one Redis; set is applied last to each.
func OpenReplicas(t testing.TB, set func(i int, c *config.Config)) []*Shop {
	t.Helper()
	var first config.Config
	doors := make([]*Shop, 2)
	for i := range doors {
		doors[i] = Open(t, Options{Config: func(c *config.Config) {
			if i == 0 {
				first = *c
			}
			c.Database.URL, c.Database.RedisURL, c.AppSecret = first.Database.URL, first.Database.RedisURL, first.AppSecret
			set(i, c)
		}})
	}
	return doors
}

// Document is what a shop answers to those who read, and where that came from, as X-Cache says it.
type Document struct {
	Body []byte
	From string
}

// Read reads a document as a balancer before many front doors asks for it, by a name that does not say which of them it is.
// Any status but 200 is an error.
func (s *Shop) Read(path string) (d Document, err error) { return s.ReadAt("localhost", path) }

// ReadAt is Read at the site with the host.
func (s *Shop) ReadAt(host, path string) (d Document, err error) {
	ask, err := http.NewRequest(http.MethodGet, s.URL+path, nil)
	if err != nil {
		return d, err
	}
	ask.Host = host
	res, err := http.DefaultClient.Do(ask)
	if err != nil {
		return d, err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return d, fmt.Errorf("%s: %s", path, res.Status)
	}
	d.From = res.Header.Get("X-Cache")
	d.Body, err = io.ReadAll(res.Body)
	return d, err
}

// ReadAll reads many documents, four at a time.
func (s *Shop) ReadAll(paths []string) map[string]Document {
	s.t.Helper()
	out := make(map[string]Document, len(paths))
	var mu sync.Mutex
	group := errgroup.Group{}
	group.SetLimit(4)
	for _, path := range paths {
		group.Go(func() error {
			d, err := s.Read(path)
			mu.Lock()
			defer mu.Unlock()
			out[path] = d
			return err
		})
	}
	if err := group.Wait(); err != nil {
		s.t.Fatal(err)
	}
	return out
}

// SitemapPaths returns the pages of the default site's sitemaps.
func (s *Shop) SitemapPaths() []string {
	s.t.Helper()
	var out []string
	for _, lang := range []string{"en", "zh"} {
		d, err := s.Read("/sitemaps/" + lang + ".xml")
		if err != nil {
			s.t.Fatal(err)
		}
		var list struct {
			Pages []string `xml:"url>loc"`
		}
		if err := xml.Unmarshal(d.Body, &list); err != nil {
			s.t.Fatal(err)
		}
		for _, page := range list.Pages {
			u, err := url.Parse(page)
			if err != nil {
				s.t.Fatal(err)
			}
			out = append(out, u.RequestURI())
		}
	}
	if len(out) < 150 {
		s.t.Fatalf("only %d pages in the sitemaps", len(out))
	}
	return out
}
