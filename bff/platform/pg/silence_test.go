package pg_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/platform/waittest"
)

// A connection to a server that says nothing any more ends by itself; one that waits for a notification, or for a statement
// that takes its time, does not.
func TestASilentServerEndsItsConnection(t *testing.T) {
	t.Parallel()
	proxy, address := waittest.OpenFaultProxy(t, pgtest.DSN(t))
	cfg, err := pgx.ParseConfig(address)
	require.NoError(t, err)
	const silence = 3 * time.Second
	pg.LimitSilence(&cfg.Config, silence)
	conn, err := pgx.ConnectConfig(ctx, cfg)
	require.NoError(t, err)
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, `listen news; select pg_sleep(0.3)`); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(ctx, `do $$ begin perform pg_sleep(0.5); end $$`); err != nil {
		t.Fatalf("a slow statement: %v", err)
	}
	told := make(chan error, 1)
	go func() {
		_, err := conn.WaitForNotification(ctx)
		told <- err
	}()
	other, err := pgx.Connect(ctx, address)
	require.NoError(t, err)
	defer func() { _ = other.Close(ctx) }()
	if _, err := other.Exec(ctx, `select pg_sleep(3.5)`); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Exec(ctx, `notify news`); err != nil {
		t.Fatal(err)
	}
	require.NoError(t, <-told, "waiting for a notification")

	proxy.Hang()
	began := time.Now()
	_, err = conn.Exec(ctx, `select 1`)
	if took := time.Since(began); !pg.IsUnavailable(err) || took < silence {
		t.Fatalf("%v after %s", err, took)
	}
}
