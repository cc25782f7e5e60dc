package api

import (
	"context"
	"slices"
	"strings"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/read"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/secret"
)

// Source gathers what the pages show, by the same functions as the calls.
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
	// Trial is for the test pages.
	Trial Trial
}

var (
	_ pages.Source    = (*Source)(nil)
	_ pages.Shell     = (*Source)(nil)
	_ pages.Inventory = (*Source)(nil)
	_ pages.Shelves   = (*Source)(nil)
)

// flagged are the kinds of pages that show destinations by their pictures. The others do not need the catalogue.
var flagged = []pages.Kind{pages.Home, pages.Listing, pages.Group, pages.Detail, pages.Destination, pages.Which, pages.Cart}

// Shell gives what header and footer need, and which destinations are shown by a tile.
func (s *Source) Shell(ctx context.Context, a pages.Ask) (gen.Shell, error) {
	var tiles []string
	if slices.Contains(flagged, a.Kind) {
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
