package studio

import (
	"slices"
	"strconv"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/tenant"
)

// SiteOf returns the site whose number a call names, the first of sites, at least one, where it names none. Fault: not_found.
func SiteOf(sites []tenant.Tenant, number string) (tenant.Tenant, error) {
	if number == "" {
		return sites[0], nil
	}
	i := slices.IndexFunc(sites, func(s tenant.Tenant) bool { return strconv.FormatInt(s.ID, 10) == number })
	if i < 0 {
		return tenant.Tenant{}, fault.New("not_found")
	}
	return sites[i], nil
}
