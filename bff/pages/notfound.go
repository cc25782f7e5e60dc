package pages

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// NotFound is every address that is no page.
const NotFound Kind = "not_found"

var notFoundPage = Page[gen.NotFoundPage]{
	Row: Row{Kind: NotFound, Pattern: "/*", Tier: TierNone, OGType: "website"},
	Data: func(context.Context, *Source, PageContext) (gen.NotFoundPage, error) {
		return gen.NotFoundPage{}, fault.New("not_found")
	},
}

// IsMissing reports whether an error means that there is no such page.
func IsMissing(err error) bool {
	code := fault.Code(err)
	return code == "not_found" || code == "validation_failed"
}

// asNotFound turns a module's word for "no such thing" into the page's. What cannot be a text is no thing's name.
func asNotFound(err error, codes ...string) error {
	if pg.IsBadText(err) {
		return fault.New("not_found")
	}
	for _, code := range codes {
		if fault.Code(err) == code {
			return fault.New("not_found")
		}
	}
	return err
}
