package pg

import (
	"context"
	"fmt"
)

// How many rows one statement of Forget deletes, and how many statements it runs at most: what is left is for the next time.
const (
	forgetAtOnce = 1000
	forgetRounds = 100
)

// Forget deletes old rows of a table: those for which where holds, which an index of the table has to find. Each batch is a
// statement of its own, so that nobody waits long for it; rows that somebody holds are left for the next time.
func (db *DB) Forget(ctx context.Context, table, where string, args ...any) error {
	sql := fmt.Sprintf(`delete from %s where ctid in (select ctid from %s where %s limit %d for update skip locked)`, table, table, where, forgetAtOnce)
	for range forgetRounds {
		res := db.Conn(ctx).Exec(sql, args...)
		if res.Error != nil {
			return fmt.Errorf("forget old rows of %s: %w", table, res.Error)
		}
		if res.RowsAffected < forgetAtOnce {
			return nil
		}
	}
	return nil
}
