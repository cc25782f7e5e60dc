package seed

import (
	"testing"

	"github.com/stretchr/testify/require"

	data "github.com/roamcart/roamcart/db/seed"
)

// Every name of a market is of a destination, a site and a language that are there, differs from the usual one, and is no other
// destination's.
func TestNamesOfMarketsFit(t *testing.T) {
	t.Parallel()
	f, err := read(data.FS)
	require.NoError(t, err)
	usual := map[string]map[string]string{"en": {}, "zh": {}}
	taken := map[string]map[string]bool{"en": {}, "zh": {}}
	for _, d := range f.Destinations {
		usual["en"][d.Code], usual["zh"][d.Code] = d.Name.En, d.Name.Zh
		taken["en"][d.Name.En], taken["zh"][d.Name.Zh] = true, true
	}
	require.NotEmpty(t, f.Names)
	for _, n := range f.Names {
		require.Contains(t, f.tenantIDs(), n.Tenant)
		require.NotEmpty(t, usual[n.Lang][n.Code], "%+v", n)
		require.True(t, n.Name != "" || n.Symbol != "", "%+v says nothing", n)
		require.False(t, taken[n.Lang][n.Name], "%+v is another's name, or the usual one", n)
	}
}
