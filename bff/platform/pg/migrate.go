package pg

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/rivermigrate"

	"github.com/roamcart/roamcart/db/migrations"
)

// ErrSchemaTooOld is returned by CheckSchema for a database that lacks a migration.
var ErrSchemaTooOld = errors.New("the schema of the database is older than this program")

// CheckSchema reports an error unless the database at dsn has every migration that this version knows. It changes nothing. newer is as for
// Migrate.
func CheckSchema(ctx context.Context, dsn string) (newer int64, err error) {
	pool, err := openWithoutTimeouts(ctx, dsn, nil)
	if err != nil {
		return 0, err
	}
	defer func() { _ = pool.Close() }()
	known, err := goose.NewProvider(goose.DialectPostgres, pool, migrations.FS)
	if err != nil {
		return 0, fmt.Errorf("read migrations: %w", err)
	}
	list := known.ListSources()
	knows := list[len(list)-1].Version
	var there bool
	if err := pool.QueryRowContext(ctx, `select to_regclass('goose_db_version') is not null`).Scan(&there); err != nil {
		return 0, fmt.Errorf("look for the version of the schema: %w", err)
	}
	if !there {
		return 0, fmt.Errorf("%w: it has none", ErrSchemaTooOld)
	}
	var has int64
	if err := pool.QueryRowContext(ctx, `select coalesce(max(version_id) filter (where is_applied), 0) from goose_db_version`).Scan(&has); err != nil {
		return 0, fmt.Errorf("read the version of the schema: %w", err)
	}
	switch {
	case has < knows:
		return 0, fmt.Errorf("%w: it is at migration %d of %d", ErrSchemaTooOld, has, knows)
	case has > knows:
		newer = has
	}
	return newer, nil
}

// migrationLockTimeout is the lock_timeout of migrations, in milliseconds. Other statements on the table wait behind the one that waits
// for the lock, and those of a running shop wait for two seconds at most.
const migrationLockTimeout = "1000"

// lockRetryFor is for how long Migrate tries again after a time-out of a lock, and lockPause is the time between two tries.
const (
	lockRetryFor = 10 * time.Minute
	lockPause    = time.Second
)

// Migrate brings the database at dsn to the newest schema: the shop's own migrations, then the job queue's, while the shop sells. It
// may be called by several processes at once; one does the work while the others wait. newer is the last migration that the
// database has from a newer version of the shop, which this one does not know; 0 when there is none.
func Migrate(ctx context.Context, dsn string) (newer int64, err error) {
	pool, err := openWithoutTimeouts(ctx, dsn, map[string]string{"lock_timeout": migrationLockTimeout})
	if err != nil {
		return 0, err
	}
	defer func() { _ = pool.Close() }()
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return 0, fmt.Errorf("migration lock: %w", err)
	}
	p, err := goose.NewProvider(goose.DialectPostgres, pool, migrations.FS, goose.WithSessionLocker(locker))
	if err != nil {
		return 0, fmt.Errorf("read migrations: %w", err)
	}
	if err := retryWhileLocked(ctx, func() error { _, err := p.Up(ctx); return err }); err != nil {
		return 0, fmt.Errorf("migrate: %w", err)
	}
	has, knows, err := p.GetVersions(ctx)
	if err != nil {
		return 0, fmt.Errorf("read the version of the schema: %w", err)
	}
	if has > knows {
		newer = has
	}
	queue, err := rivermigrate.New(riverdatabasesql.New(pool), nil)
	if err != nil {
		return 0, fmt.Errorf("read job queue migrations: %w", err)
	}
	err = retryWhileLocked(ctx, func() error { _, err := queue.Migrate(ctx, rivermigrate.DirectionUp, nil); return err })
	if err != nil {
		return 0, fmt.Errorf("migrate job queue: %w", err)
	}
	for _, index := range UnusedQueueIndexes {
		err := retryWhileLocked(ctx, func() error {
			_, err := pool.ExecContext(ctx, `drop index concurrently if exists `+index)
			return err
		})
		if err != nil {
			return 0, fmt.Errorf("drop unused index of the job queue: %w", err)
		}
	}
	return newer, nil
}

// retryWhileLocked calls do until it fails with anything but a time-out of a lock, for lockRetryFor at most.
func retryWhileLocked(ctx context.Context, do func() error) error {
	for began := time.Now(); ; {
		err := do()
		if pgErr, ok := errors.AsType[*pgconn.PgError](err); !ok || pgErr.Code != lockNotAvailable || time.Since(began) > lockRetryFor {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lockPause):
		}
	}
}

// UnusedQueueIndexes are those that the job queue brings along for searches in arguments and metadata, which its own dashboard makes and
// nothing here does. Each state of a job is written into every index: Migrate drops these.
var UnusedQueueIndexes = []string{"river_job_args_index", "river_job_metadata_index"}
