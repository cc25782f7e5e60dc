package pg_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
)

// What is to follow a commit follows it once: not a transaction or a part of one that was undone, and not each try of one.
func TestAfterCommitFollowsWhatWasCommitted(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	var done []string
	note := func(tx *pg.Tx, what string) { tx.AfterCommit(func() { done = append(done, what) }) }
	failure := errors.New("no")
	err := db.InTx(t.Context(), func(_ context.Context, tx *pg.Tx) error {
		note(tx, "rolled back")
		return failure
	})
	require.ErrorIs(t, err, failure)
	tries := 0
	require.NoError(t, db.InTx(t.Context(), func(_ context.Context, tx *pg.Tx) error {
		tries++
		note(tx, "first")
		undone, err := tx.InSavepoint(func() error { note(tx, "undone"); return failure })
		require.ErrorIs(t, undone, failure)
		require.NoError(t, err)
		note(tx, "second")
		require.Empty(t, done, "before the commit")
		if tries == 1 {
			return tx.Exec(`do $$ begin raise exception 'again' using errcode = '40001'; end $$`).Error
		}
		return nil
	}))
	require.Equal(t, 2, tries)
	require.Equal(t, []string{"first", "second"}, done)
}
