package web

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAccepts(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]bool{
		"": false, "gzip": true, "br, GZIP;q=0.5": true, "gzip;q=0": false, "*": true, "*;q=0": false, "gzip;q=0, *": false,
		"identity": false, "br": false, "x-gzip": false, "gzip; q=x": false,
	} {
		require.Equal(t, want, accepts(header, "gzip"), header)
	}
}

func TestMatches(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]bool{
		`"a"`: true, `W/"a"`: true, `"b", "a"`: true, `*`: true, `"ab"`: false, `a`: false, ``: false,
	} {
		require.Equal(t, want, matches(header, `"a"`), header)
	}
}
