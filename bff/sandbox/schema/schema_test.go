package schema_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/sandbox/schema"
)

// Programs that start at the same moment do not get in each other's way, whatever tables each of them makes.
func TestAllMayCreateAtOnce(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	group, ctx := errgroup.WithContext(context.Background())
	for i := range 8 {
		group.Go(func() error {
			tables := fmt.Sprintf(`create table if not exists sandbox.kind_%d (id bigint primary key);`, i%2)
			return schema.Create(ctx, db.SQL, tables)
		})
	}
	require.NoError(t, group.Wait())
	var n int
	if err := db.SQL.QueryRow(`select count(*) from information_schema.tables where table_schema = 'sandbox'`).Scan(&n); err != nil || n != 2 {
		t.Fatalf("%d tables, %v", n, err)
	}
}
