package pages

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/gen"
)

// Contact is the page with the form for support.
const Contact Kind = "contact"

var contactPage = Page[gen.EmptyPage]{
	Row: Row{
		Kind: Contact, Pattern: "/contact", Tier: TierContent, JSONLD: []string{organization, breadcrumbs}, OGType: "website",
	},
	Data: func(context.Context, *Source, PageContext) (gen.EmptyPage, error) { return gen.EmptyPage{}, nil },
}
