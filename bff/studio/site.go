package studio

import (
	"slices"
	"strconv"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/tenant"
)

// Site is a site as the application names it.
type Site struct {
	ID   int64  `json:"id,string"`
	Name string `json:"name"`
}

// SitesIn names sites in a language. Never nil.
func SitesIn(sites []tenant.Tenant, locale string) []Site {
	out := []Site{}
	for _, s := range sites {
		out = append(out, Site{s.ID, s.Name.In(locale)})
	}
	return out
}

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
