package pg

import (
	"context"
	"database/sql"
	"fmt"
)

// How many rows one statement of Forget deletes, and how many statements it runs at most: what is left is for the next time.
const (
	forgetAtOnce = 1000
	forgetRounds = 100
)

// Execer runs statements; *sql.DB is one. Under a *sql.Tx the batches of Forget would be one.
type Execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// Forget deletes old rows of a table and returns how many: those for which where holds, which an index of the table has to
// find; args stand for its $1, $2 ... Key is the table's primary key, its columns with commas between: the place of a row (ctid),
// which needs no name, is nothing that distributed databases have. Each batch is a statement of its own, so that nobody waits long for it and none outlasts
// statement_timeout; rows that somebody holds are left for the next time.
func Forget(ctx context.Context, db Execer, table, key, where string, args ...any) (int64, error) {
	batch := fmt.Sprintf(`delete from %s where (%s) in (select %s from %s where %s limit %d for update skip locked)`,
		table, key, key, table, where, forgetAtOnce)
	gone := int64(0)
	for range forgetRounds {
		res, err := db.ExecContext(ctx, batch, args...)
		if err != nil {
			return gone, fmt.Errorf("forget old rows of %s: %w", table, err)
		}
		n, err := res.RowsAffected()
		if err != nil {
			return gone, fmt.Errorf("forget old rows of %s: %w", table, err)
		}
		if gone += n; n < forgetAtOnce {
			break
		}
	}
	return gone, nil
}

// Forget is the function of that name for whom the number is no news.
func (db *DB) Forget(ctx context.Context, table, key, where string, args ...any) error {
	_, err := Forget(ctx, db.SQL, table, key, where, args...)
	return err
}
