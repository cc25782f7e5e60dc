package view

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/catalog"
)

// Who can be called has a number: the label may not deny it because nobody picks it.
func TestAPlanWithCallsHasANumber(t *testing.T) {
	t.Parallel()
	require.False(t, Facts(catalog.Goods{}).LocalNumber)
	require.True(t, Facts(catalog.Goods{Voice: catalog.Voice{Minutes: 100}}).LocalNumber)
	require.True(t, Facts(catalog.Goods{Voice: catalog.Voice{Unlimited: true}}).LocalNumber)
	require.True(t, Facts(catalog.Goods{LocalNumber: true}).LocalNumber)
}
