package pg_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
)

var ctx = context.Background()

func table(t *testing.T) *pg.DB {
	t.Helper()
	db := pgtest.New(t)
	require.NoError(t, db.Gorm.Exec(`create table t (id int primary key, n int not null, s text); insert into t values (1, 0), (2, 0)`).Error)
	return db
}

func TestATransactionIsWholeAndDoesNotNest(t *testing.T) {
	t.Parallel()
	db := table(t)
	stop := errors.New("stop")
	err := db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		if err := tx.Exec(`update t set n = 1`).Error; err != nil {
			return err
		}
		if err := db.InTx(ctx, func(context.Context, *pg.Tx) error { return nil }); !errors.Is(err, pg.ErrNested) {
			t.Errorf("nested: %v", err)
		}
		return stop
	})
	var n int
	if db.Gorm.Raw(`select sum(n) from t`).Scan(&n); !errors.Is(err, stop) || n != 0 {
		t.Fatalf("after a rollback: %v, n %d", err, n)
	}
	counted, statements := pg.CountStatements(ctx)
	if err := db.InTx(counted, func(_ context.Context, tx *pg.Tx) error {
		return tx.Exec(`update t set n = 1`).Error
	}); err != nil || statements.Count() != 1 {
		t.Fatalf("after a commit: %v, %q", err, statements.All())
	}
}

// Two transactions lock two rows in opposite order: one is rolled back by Postgres and runs again.
func TestADeadlockIsRunAgain(t *testing.T) {
	t.Parallel()
	db := table(t)
	ready, done := make(chan struct{}, 2), make(chan error, 2)
	start := make(chan struct{})
	runs := make(chan struct{}, 10)
	for _, first := range []int{1, 2} {
		go func() {
			waited := false
			done <- db.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
				runs <- struct{}{}
				if err := tx.Exec(`update t set n = n + 1 where id = ?`, first).Error; err != nil {
					return err
				}
				if !waited {
					waited = true
					ready <- struct{}{}
					<-start
				}
				return tx.Exec(`update t set n = n + 1 where id = ?`, 3-first).Error
			})
		}()
	}
	<-ready
	<-ready
	close(start)
	for range 2 {
		if err := <-done; err != nil {
			t.Errorf("transaction: %v", err)
		}
	}
	var n int
	if db.Gorm.Raw(`select sum(n) from t`).Scan(&n); n != 4 || len(runs) < 3 {
		t.Fatalf("sum %d after %d runs", n, len(runs))
	}
}

func TestALockThatIsNotToBeHadIsUnavailable(t *testing.T) {
	t.Parallel()
	db := pgtest.NewWithTimeouts(t)
	require.NoError(t, db.Gorm.Exec(`create table t as select 1 as id, 0 as n`).Error)
	held, release := make(chan struct{}), make(chan struct{})
	done := make(chan error, 1)
	go func() {
		done <- db.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
			err := tx.Exec(`update t set n = 1 where id = 1`).Error
			close(held)
			<-release
			return err
		})
	}()
	<-held
	began := time.Now()
	err := db.Gorm.Exec(`update t set n = 2 where id = 1`).Error
	close(release)
	if took := time.Since(began); !pg.IsUnavailable(err) || took > 8*time.Second {
		t.Fatalf("after %s: %v", took, err)
	}
	require.NoError(t, <-done)
}

// Whatever is asked of a transaction whose server goes away says so, from the first statement to the commit.
func TestAServerThatGoesAwayIsUnavailable(t *testing.T) {
	t.Parallel()
	db := table(t)
	for name, then := range map[string]func(tx *pg.Tx) error{
		"the same statement": func(*pg.Tx) error { return nil },
		"the next statement": func(tx *pg.Tx) error { return tx.Exec(`select 1`).Error },
		"the job queue's":    func(tx *pg.Tx) error { _, err := tx.SQL().ExecContext(ctx, `select 1`); return err },
	} {
		err := db.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
			gone := tx.Exec(`select pg_terminate_backend(pg_backend_pid())`).Error
			if err := then(tx); err != nil {
				return err
			}
			return gone
		})
		if !pg.IsUnavailable(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestErrorsAreClassified(t *testing.T) {
	t.Parallel()
	db := table(t)
	for name, c := range map[string]struct {
		err                      error
		unique, bad, unavailable bool
	}{
		"nothing":     {nil, false, false, false},
		"the same id": {db.Gorm.Exec(`insert into t values (1, 1)`).Error, true, false, false},
		"a NUL":       {db.Gorm.Exec(`update t set s = ?`, "a\x00b").Error, false, true, false},
		"half a rune": {db.Gorm.Exec(`update t set s = ?`, "a\xff").Error, false, true, false},
		"a NUL in JSON": {db.Gorm.Exec(`insert into t select 9, 9, x->>'a' from (select cast(? as jsonb) as x) j`,
			pg.AsJSON(map[string]string{"a": "\x00"})).Error, false, true, false},
		"a typo":     {db.Gorm.Exec(`selec`).Error, false, false, false},
		"a time-out": {db.Gorm.Exec(`set statement_timeout = 50; select pg_sleep(5)`).Error, false, false, true},
	} {
		if pg.IsUnique(c.err) != c.unique || pg.IsUnique(c.err, "t_pkey") != c.unique || pg.IsUnique(c.err, "other") {
			t.Errorf("%s: unique %v: %v", name, !c.unique, c.err)
		}
		if pg.IsBadText(c.err) != c.bad || pg.IsUnavailable(c.err) != c.unavailable {
			t.Errorf("%s: bad text %v, unavailable %v: %v", name, pg.IsBadText(c.err), pg.IsUnavailable(c.err), c.err)
		}
	}
	for what, code := range map[string]string{"a full disk": "53100", "too many connections": "53300", "a broken disk": "58030", "a replica": "25006"} {
		if err := db.Gorm.Exec(`do $$ begin raise exception using errcode = '` + code + `'; end $$`).Error; !pg.IsUnavailable(err) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, err := range []error{io.ErrUnexpectedEOF, &net.OpError{Op: "read", Net: "unix", Err: syscall.ECONNRESET}} {
		if !pg.IsUnavailable(fmt.Errorf("read orders: %w", err)) {
			t.Errorf("a connection that ends under a statement: %v", err)
		}
	}
	if _, err := pg.Open(ctx, "postgres://nobody:hush@127.0.0.1:1/none", pg.Options{}); !pg.IsUnavailable(err) {
		t.Errorf("no server: %v", err)
	}
}

// Settings that an address has stand in the place of the shop's own.
func TestSettingsOfAnAddressAreKept(t *testing.T) {
	t.Parallel()
	for dsn, want := range map[string]string{"": "2s", "lock_timeout=7000": "7s"} {
		address := pgtest.Empty(t)
		if dsn != "" {
			address += map[bool]string{true: "&", false: "?"}[strings.Contains(address, "?")] + dsn
		}
		db, err := pg.Open(ctx, address, pg.Options{MaxConns: 1})
		require.NoError(t, err)
		var got string
		if err := db.SQL.QueryRowContext(ctx, `show lock_timeout`).Scan(&got); err != nil || got != want {
			t.Errorf("%q: lock_timeout is %q (%v)", dsn, got, err)
		}
		_ = db.Close()
	}
}
