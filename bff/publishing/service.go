package publishing

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/roamcart/roamcart/bff/editor"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/tenant"
)

// Service watches the pages of a shop. It is safe for concurrent use.
type Service struct {
	Texts *editor.Service
	Shown Shown
	// Catalog are what links of texts may lead to besides texts.
	Catalog Catalog
	// Sites lists those of the shop as they are now, at least one.
	Sites func() []tenant.Tenant
	// Address is where the shop answers, "http://localhost:8080"; sites are selected by the Host header.
	Address string
	// Patience is how long the shop may show nothing new; 0 means 10 s. As long as it does, the other pages are waited for.
	Patience time.Duration
	// Log gets an entry when a receipt could not be stored; nil means slog.Default.
	Log *slog.Logger
}

func (s *Service) log() *slog.Logger {
	if s.Log == nil {
		return slog.Default()
	}
	return s.Log
}

// Seen is when a page was first seen with the new text.
type Seen struct {
	Address string `json:"address"`
	// Milliseconds after the publication, absent when the page was not seen fresh; then Why says more.
	Milliseconds *int64 `json:"milliseconds,omitempty"`
	Why          string `json:"why,omitempty"`
	// Plan says that it is the page of a plan, of which there are many.
	Plan bool `json:"-"`
}

// PreviewLink returns the address of a preview of a text, made for a token, at the first site that has the text. Fault: site_hidden
// for a text of a site that nobody finds yet.
func (s *Service) PreviewLink(t editor.Text, token string) (string, error) {
	for _, site := range s.Sites() {
		if t.Tenant == 0 || t.Tenant == site.ID {
			if site.Hidden {
				return "", fault.New("site_hidden")
			}
			return s.SiteAddress(site) + pages.PreviewPath(token), nil
		}
	}
	return "", fmt.Errorf("there is no site %d", t.Tenant)
}

// Link returns the address of a preview of a text as it stands now.
func (s *Service) Link(ctx context.Context, t editor.Text, good time.Duration) (string, error) {
	token, err := s.Texts.Link(ctx, t, good)
	if err != nil {
		return "", err
	}
	return s.PreviewLink(t, token)
}

// TextAddress is where visitors find a text, at the first site that has it.
func (s *Service) TextAddress(t editor.Text, locale string) string {
	for _, site := range s.Sites() {
		if t.Tenant == 0 || t.Tenant == site.ID {
			return s.SiteAddress(site) + pages.TextPath(t, locale)
		}
	}
	return pages.TextPath(t, locale)
}
