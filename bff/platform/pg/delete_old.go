package pg

import (
	"context"
	"database/sql"
	"fmt"
)

// How many rows one statement of DeleteOld deletes, and how many statements it runs at most. The next call deletes what is left.
const (
	deleteBatch      = 1000
	maxDeleteBatches = 100
)

// Execer runs statements; *sql.DB is one. Under a *sql.Tx the batches of DeleteOld would be one.
type Execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// DeleteOld deletes rows of a table and returns how many: those for which the condition where holds. An index of the table has to find
// them; args are its $1, $2 and so on. Key is the primary key of the table, its columns separated by commas: ctid would need no name of a
// key, but distributed databases do not have it. Each batch is a statement of its own, so that locks are short and none outlasts
// statement_timeout. Rows that others have locked are left for the next call.
func DeleteOld(ctx context.Context, db Execer, table, key, where string, args ...any) (int64, error) {
	batch := fmt.Sprintf(`delete from %s where (%s) in (select %s from %s where %s limit %d for update skip locked)`,
		table, key, key, table, where, deleteBatch)
	gone := int64(0)
	for range maxDeleteBatches {
		res, err := db.ExecContext(ctx, batch, args...)
		if err != nil {
			return gone, fmt.Errorf("delete old rows of %s: %w", table, err)
		}
		n, err := res.RowsAffected()
		if err != nil {
			return gone, fmt.Errorf("delete old rows of %s: %w", table, err)
		}
		if gone += n; n < deleteBatch {
			break
		}
	}
	return gone, nil
}

// DeleteOld calls the function of that name and returns no number.
func (db *DB) DeleteOld(ctx context.Context, table, key, where string, args ...any) error {
	_, err := DeleteOld(ctx, db.SQL, table, key, where, args...)
	return err
}
