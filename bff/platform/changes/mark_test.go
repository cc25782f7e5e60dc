package changes_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/changes"
)

func TestAMarkRoundTrips(t *testing.T) {
	t.Parallel()
	m := changes.Mark{Feed: "F", Seq: 7, Xmin: 900}
	got, err := changes.ParseMark(m.String())
	require.NoError(t, err)
	require.Equal(t, m, got)
	for _, bad := range []string{"", "F", "F.1", ".1.2", "F.x.2", "F.1.x", "F.1.2.3"} {
		got, err := changes.ParseMark(bad)
		require.Error(t, err, bad)
		require.False(t, got.Known(), bad)
	}
}
