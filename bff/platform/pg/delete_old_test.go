package pg_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// However many rows are old, one statement deletes a thousand, and one run a hundred thousand.
func TestDeleteOldIsBounded(t *testing.T) {
	t.Parallel()
	db := table(t)
	require.NoError(t, db.Gorm.Exec(`insert into t select n, 1 from generate_series(3, 102502) n`).Error)
	for _, c := range []struct{ gone, statements int }{{100_000, 100}, {2500, 3}, {0, 1}} {
		counted, statements := pg.CountStatements(ctx)
		gone, err := pg.DeleteOld(counted, db.SQL, "t", "id", `n = $1`, 1)
		if err != nil || gone != int64(c.gone) || statements.Count() != c.statements {
			t.Fatalf("%d rows by %d statements, want %+v: %v", gone, statements.Count(), c, err)
		}
	}
	if err := db.DeleteOld(ctx, "nothing", "id", `true`); err == nil || !strings.Contains(err.Error(), "nothing") {
		t.Fatalf("a table that is not there: %v", err)
	}
}
