package pgtest_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
)

func TestNewIsMigratedAndPrivate(t *testing.T) {
	t.Parallel()
	for i := range 6 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			db := pgtest.New(t)
			var jobs int
			require.NoError(t, db.SQL.QueryRow("SELECT count(*) FROM river_job").Scan(&jobs), "the job queue is not migrated")
			if _, err := db.SQL.Exec("CREATE TABLE only_mine (n int)"); err != nil {
				t.Fatalf("another test's table is here: %v", err)
			}
		})
	}
}

func TestEmptyHasNoTables(t *testing.T) {
	t.Parallel()
	db, err := pg.Open(t.Context(), pgtest.Empty(t), pg.Options{MaxConns: 2})
	require.NoError(t, err)
	defer func() { _ = db.Close() }()
	var tables int
	if err := db.SQL.QueryRow("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").Scan(&tables); err != nil || tables != 0 {
		t.Fatalf("an empty database has %d tables, error %v", tables, err)
	}
}
