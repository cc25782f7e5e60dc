package cache_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// A page has a gzip form from the first one who reads no brotli: once for all who ask at once, and it counts as what memory holds.
func TestTheGzipFormIsMadeWhenItIsAskedFor(t *testing.T) {
	t.Parallel()
	b, _, _ := newProse(nil)
	_, err := b.Fetch(t.Context(), request("/en/faq"))
	require.NoError(t, err)
	before := b.Stats().Bytes
	a := b.visit(t, "/en/faq")
	forms := make([][]byte, 8)
	var all sync.WaitGroup
	for i := range forms {
		all.Go(func() { forms[i], _ = a.Encoded.Form("gzip") })
	}
	all.Wait()
	for _, gz := range forms {
		require.NotEmpty(t, gz)
		require.Same(t, &forms[0][0], &gz[0])
	}
	require.Equal(t, before+len(forms[0]), b.Stats().Bytes)
	require.Same(t, &forms[0][0], &form(t, b.visit(t, "/en/faq"), "gzip")[0])
	require.Equal(t, "all renders", plain(t, b.visit(t, "/en/faq")))
	b.Invalidate([]string{"faq"})
	require.Equal(t, before+len(forms[0]), b.Stats().Bytes)
}
