package pages

import (
	"context"
	"slices"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"github.com/roamcart/roamcart/bff/address"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/catalog"
)

// countries are those that the site sends parcels to, as a dictionary of the page's language has them: every country where a
// freight is for the rest of the world.
func (s *Source) countries(ctx context.Context, a PageContext) ([]gen.CountryName, error) {
	freights, err := s.Orders.Freights(ctx, a.Tenant.ID)
	if err != nil {
		return nil, err
	}
	var codes []string
	for _, f := range freights {
		if len(f.Countries) == 0 {
			codes = address.Countries()
			break
		}
		codes = append(codes, f.Countries...)
	}
	slices.Sort(codes)
	names, err := s.Catalog.PlaceNames(ctx, a.Tenant.ID, a.Locale)
	if err != nil {
		return nil, err
	}
	out := []gen.CountryName{}
	for _, code := range slices.Compact(codes) {
		out = append(out, gen.CountryName{Code: code, Name: catalog.CountryName(names, code, a.Locale)})
	}
	byName := collate.New(language.Make(a.Locale))
	slices.SortFunc(out, func(x, y gen.CountryName) int { return byName.CompareString(x.Name, y.Name) })
	return out, nil
}

func shipsTo(countries []gen.CountryName, code string) bool {
	return slices.ContainsFunc(countries, func(c gen.CountryName) bool { return c.Code == code })
}
