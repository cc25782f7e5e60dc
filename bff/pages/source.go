package pages

import (
	"context"
	"strings"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/read"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/platform/secret"
)

// Source is what pages are made of: the data of the shop's modules, and how this installation is set up.
type Source struct {
	*read.Reader
	// Box opens the mailboxes that links of mails carry.
	Box *secret.Box
	// PublishableKey is the provider's, for the browser.
	PublishableKey string
	// BuildID names the renderer's build that browsers are given.
	BuildID func() string
	// StripeJS is the address of the provider's script.
	StripeJS string
	// Features are the parts of the shop that are switched on, as the contract names them.
	Features []string
	// TestPages is for the test pages.
	TestPages TestPages
}

var (
	_ Shell     = (*Source)(nil)
	_ Inventory = (*Source)(nil)
)

// Shell returns the data of header and footer.
type Shell interface {
	// Shell gives what header and footer need. PageService fills in Languages; no other list is nil.
	Shell(ctx context.Context, a PageContext) (gen.Shell, error)
	// Freights are the ways in which the site sends cards.
	Freights(ctx context.Context, a PageContext) ([]Freight, error)
}

// Shell gives what header and footer need, and which destinations are shown by a tile.
func (s *Source) Shell(ctx context.Context, a PageContext) (gen.Shell, error) {
	var tiles []string
	if byKind[a.Kind].Tiles {
		var err error
		if tiles, err = s.Catalog.NeutralTiles(ctx, a.Tenant.ID, a.Locale); err != nil {
			return gen.Shell{}, err
		}
	}
	proto, host, _ := strings.Cut(a.Origin, "://")
	return gen.Shell{
		Tiles: tiles,
		Menus: view.Menus(a.Tenant.Menus(a.Locale, 1)), Tenants: view.Sites(s.Sites.Sites(a.Locale, proto, host)),
		Tenant: view.Tenant(a.Tenant, a.Locale), Pk: s.PublishableKey, BuildId: s.BuildID(), Features: append([]string{}, s.Features...),
		Crypto: gen.ShellCrypto{Sealed: true},
	}, nil
}
