package read

import (
	"context"
	"strings"

	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/bff/tenant"
)

// WithDelivery returns a text with the site's table of delivery prices and times as d writes it, where the text asks for it.
func (r *Reader) WithDelivery(ctx context.Context, site tenant.Tenant, locale, text string, d view.Delivery) (string, error) {
	if !strings.Contains(text, d.Mark) {
		return text, nil
	}
	freights, err := r.Orders.Freights(ctx, site.ID)
	if err != nil {
		return "", err
	}
	names, err := r.Catalog.PlaceNames(ctx, site.ID, locale)
	if err != nil {
		return "", err
	}
	return d.In(text, freights, locale,
		func(code string) string { return catalog.CountryName(names, code, locale) },
		func(amount int64) string { return money.Format(amount, site.Currency, site.CurrencySymbol) },
	), nil
}
