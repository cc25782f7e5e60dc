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

// decodedBody returns the body of an answer in a content coding, decoded.
func decodedBody(t *testing.T, a *web.Answer, coding string) []byte {
	t.Helper()
	require.NotNil(t, a.Encoded)
	body, err := a.Encoded.Form(coding)
	require.NoError(t, err)
	return body
}

// firstWords returns the first two words of an answer, after checking that all its forms say the same.
func firstWords(t *testing.T, a *web.Answer) string {
	t.Helper()
	all := a.Body
	if a.Encoded != nil {
		all = decodedBody(t, a, "")
		r, err := gzip.NewReader(bytes.NewReader(decodedBody(t, a, "gzip")))
		require.NoError(t, err)
		gz, err := io.ReadAll(r)
		require.NoError(t, err)
		require.Equal(t, all, gz)
		br, err := io.ReadAll(brotli.NewReader(bytes.NewReader(decodedBody(t, a, "br"))))
		require.NoError(t, err)
		require.Equal(t, all, br)
	}
	words := strings.Fields(string(all))
	if len(words) < 2 {
		return ""
	}
	return words[0] + " " + words[1]
}
