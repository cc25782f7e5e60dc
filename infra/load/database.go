package main

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Databases on the server: the shop's, the one in which the sandbox keeps its tables, and the server's own, in which the bench asks.
const (
	shopDatabase    = "bench_shop"
	sandboxDatabase = "roamcart"
	ownDatabase     = "postgres"
)

// carrierTables are those of the shop in which the sandbox's carrier finds its plans.
var carrierTables = []string{"product", "product_destination"}

// sockets returns the folder of the database's socket, and its port.
func (s *Shop) sockets() (dir, port string, err error) {
	text, err := os.ReadFile(filepath.Join(s.dataDir(), "postgres/data/postmaster.pid"))
	lines := strings.Split(string(text), "\n")
	if err != nil || len(lines) < 5 {
		return "", "", fmt.Errorf("the database server does not say where it listens: %w", err)
	}
	return lines[4], lines[3], nil
}

// databaseURL returns the address of a database of the server.
func (s *Shop) databaseURL(name string) (string, error) {
	dir, port, err := s.sockets()
	if err != nil {
		return "", err
	}
	query := url.Values{"host": {dir}, "port": {port}, "sslmode": {"disable"}}
	// The driver takes a plus for a plus, and a folder's name may have a space.
	return "postgres://roamcart@/" + name + "?" + strings.ReplaceAll(query.Encode(), "+", "%20"), nil
}

// Connect opens a connection to a database of the server.
func (s *Shop) Connect(ctx context.Context, name string) (*pgx.Conn, error) {
	address, err := s.databaseURL(name)
	if err != nil {
		return nil, err
	}
	return pgx.Connect(ctx, address)
}

// onServer runs statements that are about the server, on a connection that touches no database of anybody's.
func (s *Shop) onServer(ctx context.Context, statements ...string) error {
	return s.inDatabase(ctx, ownDatabase, statements...)
}

// vacuum vacuums all databases of the server.
func (s *Shop) vacuum(ctx context.Context) error {
	conn, err := s.Connect(ctx, ownDatabase)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	rows, err := conn.Query(ctx, `select datname from pg_database where datallowconn`)
	if err != nil {
		return err
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := s.inDatabase(ctx, name, "vacuum analyze"); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) inDatabase(ctx context.Context, name string, statements ...string) error {
	conn, err := s.Connect(ctx, name)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	for _, statement := range statements {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// createDatabase makes an empty database; one of that name from before goes.
func (s *Shop) createDatabase(ctx context.Context, name string) error {
	return s.onServer(ctx, `drop database if exists `+name, `create database `+name)
}

// copyTables brings a database to the shop's schema and copies tables of the shop into it. What their rows refer to need not be there.
func (s *Shop) copyTables(ctx context.Context, database string, tables ...string) error {
	address, err := s.databaseURL(database)
	if err != nil {
		return err
	}
	if _, err := pg.Migrate(ctx, address); err != nil {
		return err
	}
	from, err := s.Connect(ctx, shopDatabase)
	if err != nil {
		return err
	}
	defer func() { _ = from.Close(ctx) }()
	to, err := s.Connect(ctx, database)
	if err != nil {
		return err
	}
	defer func() { _ = to.Close(ctx) }()
	if _, err := to.Exec(ctx, `set session_replication_role = replica`); err != nil {
		return err
	}
	for _, table := range tables {
		rows, in := io.Pipe()
		go func() {
			_, err := from.PgConn().CopyTo(ctx, in, `copy `+table+` to stdout`)
			in.CloseWithError(err)
		}()
		_, err := to.PgConn().CopyFrom(ctx, rows, `copy `+table+` from stdin`)
		_ = rows.Close()
		if err != nil {
			return fmt.Errorf("copy %s: %w", table, err)
		}
	}
	return nil
}

// countStatements has the server count statements, if it brings the extension for it. The server reads that setting when it starts: the
// sandbox is started once more.
func (s *Shop) countStatements(ctx context.Context) error {
	conn, err := s.Connect(ctx, ownDatabase)
	if err != nil {
		return err
	}
	err = conn.QueryRow(ctx, `select exists (select from pg_available_extensions where name = 'pg_stat_statements')`).Scan(&s.CountsStatements)
	_ = conn.Close(ctx)
	if err != nil || !s.CountsStatements {
		return err
	}
	if err := s.onServer(ctx, `alter system set shared_preload_libraries = 'pg_stat_statements'`); err != nil {
		return err
	}
	s.sandbox.Stop()
	if err := s.startSandbox(ctx); err != nil {
		return err
	}
	return s.onServer(ctx, `create extension pg_stat_statements`)
}

func (s *Shop) databaseVersion(ctx context.Context) (version string, err error) {
	conn, err := s.Connect(ctx, ownDatabase)
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close(ctx) }()
	err = conn.QueryRow(ctx, "show server_version").Scan(&version)
	return version, err
}
