package guard_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/guard"
)

func TestHeaderLimit(t *testing.T) {
	t.Parallel()
	const page, query = "/zh/travel-card/listing?keyword=", "/gw/page/query?path="
	for name, c := range map[string]struct {
		target string
		device int
		want   string
	}{
		"an address that fits":     {page + strings.Repeat("a", guard.MaxTarget-len(page)), 0, ""},
		"one byte too many":        {page + strings.Repeat("a", guard.MaxTarget-len(page)+1), 0, "address_too_large"},
		"the same, encoded again":  {query + strings.Repeat("%25", guard.MaxTarget), 0, ""},
		"more than any page's":     {query + strings.Repeat("%2525", guard.MaxTarget), 0, "address_too_large"},
		"headers that fit":         {page, guard.MaxHeaders - len("User-Agent"), ""},
		"headers that do not fit":  {page, guard.MaxHeaders - len("User-Agent") + 1, "headers_too_large"},
		"neither of them is small": {query, guard.MaxHeaders, "headers_too_large"},
	} {
		req := request("GET", c.target, "")
		req.Header.Del("Content-Type")
		req.Header.Set("User-Agent", strings.Repeat("u", c.device))
		_, got := serve(req, nil, guard.HeaderLimit())
		require.Equal(t, c.want, got, name)
	}
}
