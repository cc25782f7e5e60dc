package pages_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/pages/pagestest"
)

// A destination's page follows its destination, which the log of changes names whenever a plan begins or ends to work there,
// and each of its plans.
func TestTagsOfDestinationsAndComparisons(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"site:20", "shelves:20", "destinations", "place:20:JP", "goods:20:jp-3g-7"},
		pagestest.Query(t, "/en/travel-card/destination/jp").Tags)
	require.Equal(t, []string{"site:20", "shelves:20", "destinations", "goods:20:jp-3g-7", "list:20"},
		pagestest.Query(t, "/en/travel-card/compare?plans=jp-3g-7,gone").Tags, "a comparison follows what it lacks, too")
	require.Equal(t, []string{"site:20", "shelves:20", "destinations", "list:20"},
		pagestest.Query(t, "/en/travel-card/which?countries=JP&days=7").Tags, "any plan may begin or cease to fit")
	require.Equal(t, []string{"site:20", "shelves:20", "destinations"}, pagestest.Query(t, "/en/travel-card/which").Tags, "the form has no prices")
}
