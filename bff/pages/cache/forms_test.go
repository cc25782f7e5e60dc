package cache_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// A page has a gzip form from the first one who reads no brotli: once for all who ask at once, and it counts as what memory holds.
func TestTheGzipFormIsMadeWhenItIsAskedFor(t *testing.T) {
	t.Parallel()
	f, _, _ := newProseFixture(nil)
	_, err := f.Fetch(t.Context(), request("/en/faq"))
	require.NoError(t, err)
	before := f.Stats().Bytes
	a := f.lookup(t, "/en/faq")
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
	require.Equal(t, before+len(forms[0]), f.Stats().Bytes)
	require.Same(t, &forms[0][0], &decodedBody(t, f.lookup(t, "/en/faq"), "gzip")[0])
	require.Equal(t, "all renders", firstWords(t, f.lookup(t, "/en/faq")))
	f.Invalidate([]string{"faq"})
	require.Equal(t, before+len(forms[0]), f.Stats().Bytes)
}
