package pgtest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

func TestALeftoverIsDroppedUnlessItIsInUse(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	server, err := serverDSN(ctx)
	require.NoError(t, err)
	old := time.Now().Add(-2 * leftoverAge).Unix()
	names := map[bool]string{false: fmt.Sprintf("%s%d_left", testPrefix, old), true: fmt.Sprintf("%s%d_used", testPrefix, old)}
	for used, name := range names {
		require.NoError(t, exec(ctx, server, "CREATE DATABASE "+name+" TEMPLATE template0"))
		t.Cleanup(func() { _ = exec(context.Background(), server, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)") })
		if !used {
			continue
		}
		dsn, err := withDatabase(server, name)
		require.NoError(t, err)
		conn, err := pgx.Connect(ctx, dsn)
		require.NoError(t, err)
		defer func() { _ = conn.Close(ctx) }()
	}
	require.NoError(t, dropLeftovers(ctx, server))
	conn, err := pgx.Connect(ctx, server)
	require.NoError(t, err)
	defer func() { _ = conn.Close(ctx) }()
	for used, name := range names {
		var there bool
		if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&there); err != nil || there != used {
			t.Errorf("database %s, in use: %v, is there: %v, error %v", name, used, there, err)
		}
	}
}
