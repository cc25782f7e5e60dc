package cache_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/pages/web"
)

// plain returns the first two words of an answer, after checking that all its forms say the same.
func plain(t *testing.T, a *web.Answer) string {
	t.Helper()
	all := a.Body
	if gz, ok := a.Encoded["gzip"]; ok {
		r, err := gzip.NewReader(bytes.NewReader(gz))
		require.NoError(t, err)
		all, err = io.ReadAll(r)
		require.NoError(t, err)
		br, err := io.ReadAll(brotli.NewReader(bytes.NewReader(a.Encoded["br"])))
		require.NoError(t, err)
		require.Equal(t, all, br)
	}
	words := strings.Fields(string(all))
	if len(words) < 2 {
		return ""
	}
	return words[0] + " " + words[1]
}
