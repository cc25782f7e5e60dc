package notify_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/notify"
)

func TestEveryMailCanBeShown(t *testing.T) {
	t.Parallel()
	show := func(args ...string) (string, error) {
		var out strings.Builder
		err := notify.Show(args, &out)
		return out.String(), err
	}
	list, err := show()
	require.NoError(t, err)
	for name := range strings.Lines(list) {
		name = strings.TrimSpace(name)
		text, err := show(name)
		require.NoError(t, err, name)
		require.True(t, strings.HasPrefix(text, "Subject: "), name)
		chinese, err := show(name, "html", "zh")
		require.NoError(t, err, name)
		require.Contains(t, chinese, `lang="zh-Hans"`, name)
	}
	for _, bad := range [][]string{{"birthday"}, {"order_paid", "fr"}, {"order_paid", "--html"}} {
		_, err := show(bad...)
		require.Error(t, err, bad)
	}
}
