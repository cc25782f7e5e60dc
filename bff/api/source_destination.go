package api

import (
	"context"
	"net/http"
	"strings"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/catalog/landmark"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/money"
)

// Destination gathers the page of a destination. Its address has the code; another name of the destination leads there. Fault:
// not_found, where no visible product works.
func (s *Source) Destination(ctx context.Context, a pages.Ask) (gen.DestinationPage, error) {
	name := a.Params[pages.ParamCountry]
	o, err := s.Catalog.Overview(ctx, a.Tenant.ID, a.Locale, strings.ToUpper(name))
	if fault.Code(err) == "not_found" {
		code, known, aliasErr := s.Catalog.Alias(ctx, a.Tenant.ID, name)
		if aliasErr != nil {
			return gen.DestinationPage{}, aliasErr
		}
		if known {
			to := pages.RedirectTo(pages.Destination, a.Locale, destinationParams(code))
			to.Status = http.StatusPermanentRedirect
			return gen.DestinationPage{}, to
		}
	}
	if err != nil {
		return gen.DestinationPage{}, err
	}
	out := view.DestinationPage(o, a.Locale,
		func(amount int64) string { return money.Format(amount, a.Tenant.Currency, a.Tenant.CurrencySymbol) },
		func(g catalog.Goods) string {
			return pages.Path(pages.Detail, a.Locale, map[string]string{pages.ParamGroup: g.Group, pages.ParamGoods: g.ID})
		})
	out.Art = landmark.Of(o.Destination.Code)
	return out, nil
}

// destinationParams are the parameters of the path of a destination's page.
func destinationParams(code string) map[string]string {
	return map[string]string{pages.ParamCountry: strings.ToLower(code)}
}
