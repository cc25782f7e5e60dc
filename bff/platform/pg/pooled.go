package pg

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// sessionSettings are the settings that a connection of the shop is opened with. A pooler in transaction mode gives each transaction
// another connection and knows none of them: there they are settings of the role (SetForRole).
func sessionSettings(statementTimeout time.Duration) map[string]string {
	return map[string]string{
		"statement_timeout": millis(statementTimeout), "lock_timeout": "2000", "idle_in_transaction_session_timeout": "10000",
		"random_page_cost": RandomPageCost,
	}
}

// NoTimeouts are settings of connections that migrate or maintain the queue: their statements have no time-out, whatever the role has.
// Migrate waits for locks in short tries.
var NoTimeouts = map[string]string{"statement_timeout": "0", "lock_timeout": "0", "idle_in_transaction_session_timeout": "0"}

// configureForPooler makes connections fit for a pooler in transaction mode, where no state outlives a transaction. Statements have no
// name; their types of arguments and results, as the server described them, are cached here, which holds on each of its connections, because a
// migration changes no column that the version before reads (docs/decisions/084-expand-and-contract.md).
func configureForPooler(cfg *pgx.ConnConfig) {
	cfg.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	cfg.StatementCacheCapacity = 0
}

// SetForRole gives the role that pooled logs in as the settings of the shop's connections, in the database at direct, where it has not
// got them. Connections that a pooler has open keep their former ones.
func SetForRole(ctx context.Context, direct, pooled string) error {
	role, err := parseDSN(pooled)
	if err != nil {
		return err
	}
	pool, err := openWithoutTimeouts(ctx, direct, nil)
	if err != nil {
		return err
	}
	defer func() { _ = pool.Close() }()
	tx, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("set time-outs of the role: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	// Two at once would fail at each other's change.
	if _, err := tx.ExecContext(ctx, `select pg_advisory_xact_lock(hashtextextended('settings of the role', 0))`); err != nil {
		return fmt.Errorf("wait for another program to set time-outs: %w", err)
	}
	var database, has string
	err = tx.QueryRowContext(ctx, `select current_database(), coalesce((select string_agg(one, ' ') from pg_db_role_setting s
		join pg_roles r on r.oid = s.setrole join pg_database d on d.oid = s.setdatabase, unnest(s.setconfig) one
		where r.rolname = $1 and d.datname = current_database()), '')`, role.User).Scan(&database, &has)
	if err != nil {
		return fmt.Errorf("read the settings of the role %s: %w", role.User, err)
	}
	want := sessionSettings(defaultStatementTimeout)
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if slices.Contains(strings.Fields(has), name+"="+want[name]) {
			continue
		}
		// Names cannot be arguments of this statement; the values are numbers of our own.
		statement := fmt.Sprintf("alter role %s in database %s set %s = '%s'",
			pgx.Identifier{role.User}.Sanitize(), pgx.Identifier{database}.Sanitize(), name, want[name])
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("DATABASE_DIRECT_URL: the role %s is to have %s=%s in %s, which this login may not set: %w",
				role.User, name, want[name], database, err)
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("set time-outs of the role: %w", err)
	}
	return nil
}

// checkTimeouts refuses connections on which a statement could wait for ever.
func checkTimeouts(ctx context.Context, pool *sql.DB) error {
	var missing sql.NullString
	err := pool.QueryRowContext(ctx, `select string_agg(name, ', ' order by name) from pg_settings where setting = '0' and name = any($1)`,
		slices.Sorted(maps.Keys(NoTimeouts))).Scan(&missing)
	if err != nil {
		return fmt.Errorf("read the time-outs of the pooler's connections: %w", err)
	}
	if missing.Valid {
		return fmt.Errorf(`DATABASE_URL: connections of the pooler have no %s: run "roamcart migrate" with DATABASE_DIRECT_URL, which sets `+
			`them for the role, and let the pooler open its connections anew (PgBouncer: RECONNECT)`, missing.String)
	}
	return nil
}

// openWithoutTimeouts opens a pool with NoTimeouts, but for the settings in but, and connects to the database.
func openWithoutTimeouts(ctx context.Context, dsn string, but map[string]string) (*sql.DB, error) {
	cfg, err := parseDSN(dsn)
	if err != nil {
		return nil, err
	}
	maps.Copy(cfg.RuntimeParams, NoTimeouts)
	maps.Copy(cfg.RuntimeParams, but)
	pool := stdlib.OpenDB(*cfg)
	if err := ping(ctx, pool, cfg); err != nil {
		_ = pool.Close()
		return nil, err
	}
	return pool, nil
}
