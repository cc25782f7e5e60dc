package pg_test

import (
	"errors"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
)

func TestADatabaseOfANewerVersionIsNoticed(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	if newer, err := pg.Migrate(t.Context(), db.DSN); newer != 0 || err != nil {
		t.Fatal(newer, err)
	}
	if _, err := db.SQL.Exec(`insert into goose_db_version (version_id, is_applied) values (99999, true)`); err != nil {
		t.Fatal(err)
	}
	if newer, err := pg.Migrate(t.Context(), db.DSN); newer != 99999 || err != nil {
		t.Fatal(newer, err)
	}
}

// What every state of a job would be written into for searches that nobody makes is gone, also from a database that had it.
func TestTheQueueKeepsNoIndexThatNothingSearches(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	for _, index := range pg.UnusedQueueIndexes {
		if _, err := db.SQL.Exec(`create index if not exists ` + index + ` on river_job (kind)`); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := pg.Migrate(t.Context(), db.DSN); err != nil {
		t.Fatal(err)
	}
	for _, index := range pg.UnusedQueueIndexes {
		var there bool
		if err := db.SQL.QueryRow(`select to_regclass($1) is not null`, index).Scan(&there); err != nil || there {
			t.Errorf("%s is there: %t, %v", index, there, err)
		}
	}
}

// Looking at the schema changes nothing, and tells one that is behind from one of a newer version.
func TestTheSchemaIsLookedAt(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	if newer, err := pg.CheckSchema(t.Context(), db.DSN); newer != 0 || err != nil {
		t.Fatal(newer, err)
	}
	if _, err := db.SQL.Exec(`insert into goose_db_version (version_id, is_applied) values (99999, true)`); err != nil {
		t.Fatal(err)
	}
	if newer, err := pg.CheckSchema(t.Context(), db.DSN); newer != 99999 || err != nil {
		t.Fatal(newer, err)
	}
	if _, err := db.SQL.Exec(`delete from goose_db_version where version_id > 25`); err != nil {
		t.Fatal(err)
	}
	if _, err := pg.CheckSchema(t.Context(), db.DSN); !errors.Is(err, pg.ErrSchemaTooOld) || !strings.Contains(err.Error(), "migration 25 of ") {
		t.Fatal(err)
	}
	if _, err := db.SQL.Exec(`drop table goose_db_version`); err != nil {
		t.Fatal(err)
	}
	if _, err := pg.CheckSchema(t.Context(), db.DSN); !errors.Is(err, pg.ErrSchemaTooOld) {
		t.Fatal(err)
	}
	var there bool
	if err := db.SQL.QueryRow(`select to_regclass('goose_db_version') is not null`).Scan(&there); err != nil || there {
		t.Fatal("looking wrote something", err)
	}
}

// A wrong address is told in one sentence that names the setting and the server, and keeps the password to itself.
func TestADatabaseThatCannotBeReachedIsNamed(t *testing.T) {
	t.Parallel()
	right, err := url.Parse(pgtest.New(t).DSN)
	require.NoError(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	nobody := listener.Addr().String()
	require.NoError(t, listener.Close())
	missing := *right
	missing.Path = "/nowhere"
	for dsn, why := range map[string]string{
		"postgres://me:secret@" + nobody + "/shop": "connection refused",
		missing.String(): "does not exist",
	} {
		_, migrating := pg.Migrate(t.Context(), dsn)
		_, opening := pg.Open(t.Context(), dsn, pg.Options{})
		for _, err := range []error{migrating, opening} {
			if err == nil || !strings.HasPrefix(err.Error(), "DATABASE_URL: no connection to Postgres at ") ||
				!strings.Contains(err.Error(), why) || strings.ContainsAny(err.Error(), "\n") || strings.Contains(err.Error(), "secret") {
				t.Errorf("%s: %v", why, err)
			}
		}
	}
}

// A migration lets the shop sell: it waits for whoever holds a table, keeps nobody waiting for long meanwhile, and begins again.
func TestAShopSellsWhileItIsMigrated(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	ctx := t.Context()
	_, err := db.SQL.Exec(`create index ` + pg.UnusedQueueIndexes[0] + ` on river_job (kind)`)
	require.NoError(t, err)
	holder, err := db.SQL.BeginTx(ctx, nil)
	require.NoError(t, err)
	defer func() { _ = holder.Rollback() }()
	_, err = holder.Exec(`update river_job set priority = 1 where false`)
	require.NoError(t, err)

	migrated := make(chan error, 1)
	go func() { _, err := pg.Migrate(ctx, db.DSN); migrated <- err }()
	var slowest time.Duration
	for began := time.Now(); time.Since(began) < 3*time.Second; time.Sleep(20 * time.Millisecond) {
		at := time.Now()
		_, err := db.SQL.Exec(`update river_job set priority = 1 where false`)
		require.NoError(t, err)
		slowest = max(slowest, time.Since(at))
	}
	require.Empty(t, migrated, "it has to wait for who holds the table")
	require.Less(t, slowest, 1500*time.Millisecond, "the longest that a sale waited")
	require.NoError(t, holder.Commit())
	require.NoError(t, <-migrated)
	var there bool
	require.NoError(t, db.SQL.QueryRow(`select to_regclass($1) is not null`, pg.UnusedQueueIndexes[0]).Scan(&there))
	require.False(t, there, "the index was dropped in the end")
}
