// Package schema creates the tables of the sandbox, in the database schema "sandbox".
package schema

import (
	"context"
	"database/sql"
	"fmt"
)

// Create runs statements that create tables of the schema where they are missing. It may be called at every start, by
// several programs at once.
func Create(ctx context.Context, db *sql.DB, tables string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("sandbox schema: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, begin+tables); err != nil {
		return fmt.Errorf("sandbox schema: %w", err)
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("sandbox schema: %w", err)
	}
	return nil
}

// begin takes an advisory lock, because CREATE ... IF NOT EXISTS collides when two programs run it at the same moment.
const begin = `
SET LOCAL lock_timeout = '30s';
SELECT pg_advisory_xact_lock(hashtextextended('roamcart sandbox schema', 0));
CREATE SCHEMA IF NOT EXISTS sandbox;
`
