package pgtest

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// New returns an open, migrated, empty database that belongs to this test alone.
// It is closed and dropped when the test ends.
func New(t testing.TB) *pg.DB {
	t.Helper()
	return NewWith(t, pg.Options{MaxConns: 8})
}

// patience is how long a statement of a test waits for a lock, in milliseconds. The shop's two seconds are soon over where tests of all
// packages share a busy processor: many that want the same row at once would be refused with a retryable error.
const patience = "8000"

// NewWithTimeouts is New with the shop's own patience for locks.
func NewWithTimeouts(t testing.TB) *pg.DB {
	t.Helper()
	return open(t, DSN(t), pg.Options{MaxConns: 8})
}

// NewWith is New with a pool of the caller's choice.
func NewWith(t testing.TB, o pg.Options) *pg.DB {
	t.Helper()
	dsn, err := withSetting(DSN(t), "lock_timeout", patience)
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	return open(t, dsn, o)
}

func open(t testing.TB, dsn string, o pg.Options) *pg.DB {
	t.Helper()
	db, err := pg.Open(t.Context(), dsn, o)
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// Text returns the one text that a query gives.
func Text(t testing.TB, db *pg.DB, query string) (out string) {
	t.Helper()
	if err := db.SQL.QueryRow(query).Scan(&out); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return out
}

// DSN returns the connection URL of a migrated, empty database that belongs to
// this test alone and is dropped when the test ends.
func DSN(t testing.TB) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	template, err := ensureTemplate(ctx)
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	return create(ctx, t, template)
}

// Empty is DSN without any table, for tests of the migrations themselves.
func Empty(t testing.TB) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	if _, err := serverDSN(ctx); err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	return create(ctx, t, "template0")
}

// testPrefix names databases of tests; what follows is the second they were made
// in, by which leftovers of killed runs are recognised.
const testPrefix = "rctest_"

func create(ctx context.Context, t testing.TB, template string) string {
	t.Helper()
	server, err := serverDSN(ctx)
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	random := make([]byte, 5)
	_, _ = rand.Read(random)
	name := fmt.Sprintf("%s%d_%s", testPrefix, time.Now().Unix(), hex.EncodeToString(random))
	if err := exec(ctx, server, copyOf(name, template)); err != nil {
		t.Fatalf("pgtest: create a database: %v", err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		if err := exec(ctx, server, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)"); err != nil {
			t.Logf("pgtest: drop %s: %v", name, err)
		}
	})
	dsn, err := withDatabase(server, name)
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	return dsn
}

// copyOf returns the statement that copies a template. FILE_COPY writes no log of
// the pages, which a server without fsync has no use for: it takes half the time.
func copyOf(name, template string) string {
	return "CREATE DATABASE " + name + " TEMPLATE " + template + " STRATEGY FILE_COPY"
}

// exec runs one statement on a connection of its own, again when the template is
// briefly held by somebody else.
func exec(ctx context.Context, dsn, statement string) error {
	for try := 1; ; try++ {
		err := execOnce(ctx, dsn, statement)
		if err == nil || try == 20 || !strings.Contains(err.Error(), "55006") {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func execOnce(ctx context.Context, dsn, statement string) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.Background()) }()
	_, err = conn.Exec(ctx, statement)
	return err
}

func withDatabase(dsn, name string) (string, error) {
	u, err := url.Parse(dsn)
	if err != nil || u.Scheme == "" {
		return "", fmt.Errorf("TEST_DATABASE_URL must be a postgres:// address")
	}
	u.Path = "/" + name
	return u.String(), nil
}

func withSetting(dsn, name, value string) (string, error) {
	u, err := url.Parse(dsn)
	if err != nil {
		return "", fmt.Errorf("the address of a test's database: %w", err)
	}
	q := u.Query()
	q.Set(name, value)
	u.RawQuery = q.Encode()
	return u.String(), nil
}

func environment() string { return os.Getenv("TEST_DATABASE_URL") }
