package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestExpand(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"paid.sql": "-- Says @nothing: at all.\nupdate orders\n    -- Of one order.\n    set paid_at = @now where id = @order and state <> @order::text\n",
		"due.sql":  "select @lines\n",
	}
	read := func(file string) ([]byte, error) {
		text, ok := files[file]
		if !ok {
			return nil, os.ErrNotExist
		}
		return []byte(text), nil
	}
	out, err := expand("begin;\n\\shop paid.sql order=:placed_id \\gset paid_\n\\shop due.sql ;\ncommit;\n", read)
	require.NoError(t, err)
	require.Equal(t, `begin;
update orders
    set paid_at = :now where id = :placed_id and state <> :placed_id::text
\gset paid_
select :lines
;
commit;
`, out)
	_, err = expand("\\shop gone.sql ;", read)
	require.ErrorIs(t, err, os.ErrNotExist)
}

// The statements of the shop change: each of their names has a value in the script, which pgbench would take for a null otherwise.
func TestEveryVariableOfTheOrderHasAValue(t *testing.T) {
	t.Parallel()
	script, err := expand(orderScript, func(file string) ([]byte, error) { return os.ReadFile(filepath.Join("../..", file)) })
	require.NoError(t, err)
	script = commentLine.ReplaceAllString(script, "")
	require.NotRegexp(t, `\\shop|@`, script)
	used := map[string]bool{"goods_count": true}
	for _, found := range regexp.MustCompile(`(?:^|[^:\w]):([A-Za-z_]\w*)`).FindAllStringSubmatch(script, -1) {
		used[found[1]] = true
		if found[1] != "goods_count" {
			require.Contains(t, orderVariables, found[1])
		}
	}
	for name := range orderVariables {
		require.True(t, used[name] || name == "delivery" || name == "pick", "nothing uses %s", name)
	}
}

func TestParsePgbench(t *testing.T) {
	t.Parallel()
	rate, err := pgbenchRate("number of failed transactions: 0 (0.000%)\nlatency average = 88.512 ms\ntps = 180.764917 (without initial connection time)\n")
	require.NoError(t, err)
	require.InDelta(t, 180.764917, rate, 1e-9)
	_, err = pgbenchRate("pgbench: error: connection refused")
	require.ErrorContains(t, err, "unexpected output")
}
