package pg

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/rivermigrate"

	"github.com/roamcart/roamcart/db/migrations"
)

// Migrate brings the database at dsn to the newest schema: the shop's own migrations, then the job queue's. It may be
// called by several processes at once; one does the work while the others wait. newer is the last migration that the
// database has from a newer version of the shop, which this one does not know; 0 when there is none.
func Migrate(ctx context.Context, dsn string) (newer int64, err error) {
	cfg, err := settings(dsn)
	if err != nil {
		return 0, err
	}
	pool := stdlib.OpenDB(*cfg)
	defer func() { _ = pool.Close() }()
	if err := reach(ctx, pool, cfg); err != nil {
		return 0, err
	}
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return 0, fmt.Errorf("migration lock: %w", err)
	}
	p, err := goose.NewProvider(goose.DialectPostgres, pool, migrations.FS, goose.WithSessionLocker(locker))
	if err != nil {
		return 0, fmt.Errorf("read migrations: %w", err)
	}
	if _, err := p.Up(ctx); err != nil {
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
	if _, err := queue.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return 0, fmt.Errorf("migrate job queue: %w", err)
	}
	return newer, nil
}
