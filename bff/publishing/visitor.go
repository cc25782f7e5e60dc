package publishing

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/roamcart/roamcart/bff/tenant"
)

// visitor is how pages are asked for; who does not answer a visitor in time does not answer.
var visitor = &http.Client{Timeout: patience}

// tag returns the entity tag of a page, "" for one that is not there.
func (s *Service) tag(ctx context.Context, host, path string) (string, error) {
	res, err := s.ask(ctx, host, path)
	if err != nil {
		return "", err
	}
	defer func() { _ = res.Body.Close() }()
	_, _ = io.Copy(io.Discard, res.Body)
	switch {
	case res.StatusCode == http.StatusNotFound:
		return "", nil
	case res.StatusCode != http.StatusOK:
		return "", fmt.Errorf("the shop answers %s", res.Status)
	}
	return res.Header.Get("ETag"), nil
}

// sitemap returns the pages of a site in a language, none when the shop does not say.
func (s *Service) sitemap(ctx context.Context, host, locale string) []string {
	res, err := s.ask(ctx, host, "/sitemaps/"+locale+".xml")
	if err != nil {
		return nil
	}
	defer func() { _ = res.Body.Close() }()
	var list struct {
		Pages []string `xml:"url>loc"`
	}
	if res.StatusCode != http.StatusOK || xml.NewDecoder(res.Body).Decode(&list) != nil {
		return nil
	}
	var out []string
	for _, page := range list.Pages {
		if u, err := url.Parse(page); err == nil {
			out = append(out, u.EscapedPath())
		}
	}
	return out
}

func (s *Service) ask(ctx context.Context, host, path string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(s.Address, "/")+path, nil)
	if err != nil {
		return nil, fmt.Errorf("ask for %s: %w", path, err)
	}
	req.Host = host
	res, err := visitor.Do(req)
	if err != nil {
		return nil, fmt.Errorf("the shop does not answer at %s: %w", s.Address, err)
	}
	return res, nil
}

// SiteAddress is where visitors find a site, "" when nobody does.
func (s *Service) SiteAddress(site tenant.Tenant) string {
	if site.WebSite != "" || len(site.Hosts) == 0 {
		return strings.TrimSuffix(site.WebSite, "/")
	}
	u, err := url.Parse(s.Address)
	if err != nil {
		return s.Address
	}
	host := site.Hosts[0]
	if port := u.Port(); port != "" {
		host += ":" + port
	}
	return u.Scheme + "://" + host
}
