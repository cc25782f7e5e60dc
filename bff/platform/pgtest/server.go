package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/roamcart/roamcart/bff/sandbox/embedded"
)

// once keeps the result of work done at most once in a process, failure included.
type once struct {
	do    sync.Once
	value string
	err   error
}

func (o *once) get(f func() (string, error)) (string, error) {
	o.do.Do(func() { o.value, o.err = f() })
	return o.value, o.err
}

var server once

// serverDSN returns the connection URL of the server's maintenance database.
func serverDSN(ctx context.Context) (string, error) {
	return server.get(func() (string, error) {
		dsn := environment()
		if dsn == "" {
			var err error
			if dsn, err = sharedServer(ctx); err != nil {
				return "", err
			}
		}
		return dsn, dropLeftovers(ctx, dsn)
	})
}

func sharedServer(ctx context.Context) (string, error) {
	dir, err := Dir()
	if err != nil {
		return "", err
	}
	root, err := moduleRoot()
	if err != nil {
		return "", err
	}
	return embedded.SharedPostgres(ctx, embedded.Options{DataDir: dir, BinDirs: []string{embedded.NodePostgresDir(root)}})
}

// Dir returns the folder of the shared server. It lies in the system's temporary
// folder, because a home may be closed to the user Postgres runs as.
func Dir() (string, error) {
	dir := filepath.Join(os.TempDir(), "roamcart-test-"+strconv.Itoa(os.Getuid()))
	if err := os.Mkdir(dir, 0o755); err != nil && !errors.Is(err, os.ErrExist) {
		return "", err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return "", err
	}
	if st, ok := info.Sys().(*syscall.Stat_t); !info.IsDir() || !ok || int(st.Uid) != os.Getuid() {
		return "", fmt.Errorf("%s belongs to somebody else", dir)
	}
	return dir, nil
}

// moduleRoot walks up from the folder a test runs in.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if b, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil && strings.HasPrefix(string(b), "module github.com/roamcart/roamcart\n") {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("not inside the project")
		}
		dir = up
	}
}

// leftoverAge is longer than any test may run.
const leftoverAge = time.Hour

// dropLeftovers removes databases that killed test runs could not drop, and filled templates of code that nobody tests any more.
// What somebody is connected to is no leftover, however old: a test may run for hours.
func dropLeftovers(ctx context.Context, dsn string) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return fmt.Errorf("connect to the test server: %w", err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	rows, err := conn.Query(ctx, `
		SELECT datname FROM pg_database
		WHERE $3 > CASE
			WHEN starts_with(datname, $1) THEN split_part(datname, '_', 2)::bigint
			WHEN starts_with(datname, $2) THEN shobj_description(oid, 'pg_database')::bigint
		END`, testPrefix, filledPrefix, time.Now().Add(-leftoverAge).Unix())
	if err != nil {
		return err
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, name := range names {
		// It is in use, or another process is dropping it too: whoever comes second has nothing to do.
		_, _ = conn.Exec(ctx, "DROP DATABASE IF EXISTS "+pgx.Identifier{name}.Sanitize())
	}
	return nil
}
