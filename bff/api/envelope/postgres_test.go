package envelope_test

import (
	"crypto/sha256"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/api/envelope"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/platform/secret"
)

const (
	secretOne = "one-secret-of-32-bytes-0123456789"
	secretTwo = "two-secret-of-32-bytes-0123456789"
)

func box(t *testing.T, current string, older ...string) *secret.Box {
	t.Helper()
	var rest [][]byte
	for _, o := range older {
		rest = append(rest, []byte(o))
	}
	b, err := secret.NewBox([]byte(current), rest...)
	require.NoError(t, err)
	return b
}

func TestPostgresReplicasAgree(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	envelope.ReplicasAgree(t, func() (envelope.KeyStore, error) {
		return envelope.NewPostgresStore(db.SQL, box(t, secretOne)), nil
	})
}

func TestPostgresStoreEncryptsItsKeys(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	clk := clock.NewFake(time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC))
	open := func(secret string, older ...string) error {
		store := envelope.NewPostgresStore(db.SQL, box(t, secret, older...))
		_, err := envelope.NewKeyRing(t.Context(), store, clk, envelope.RingOptions{Bits: 1024})
		return err
	}
	require.NoError(t, open(secretOne))
	var (
		text    []byte
		retired *time.Time
	)
	require.NoError(t, db.SQL.QueryRowContext(t.Context(), `select pem, retired_at from gw_key`).Scan(&text, &retired))
	require.NotContains(t, string(text), "PRIVATE KEY")
	require.Nil(t, retired)

	require.ErrorContains(t, open(secretTwo), "APP_SECRET")
	require.NoError(t, open(secretTwo, secretOne), "a secret that was rotated still opens")

	_, err := db.SQL.ExecContext(t.Context(), `update gw_key set kid = '0123456789abcdef'`)
	require.NoError(t, err)
	require.Error(t, open(secretOne), "a key is bound to its row")
}

func TestPostgresStoreRetiresAndDeletes(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	clk := clock.NewFake(time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC))
	store := envelope.NewPostgresStore(db.SQL, box(t, secretOne))
	ring, err := envelope.NewKeyRing(t.Context(), store, clk, envelope.RingOptions{Bits: 1024})
	require.NoError(t, err)
	for range 3 {
		clk.Advance(time.Hour)
		require.NoError(t, ring.Rotate(t.Context()))
	}
	keys, err := store.Newest(t.Context())
	require.NoError(t, err)
	require.Len(t, keys, 2)
	require.True(t, keys[0].RetiredAt.IsZero())
	require.Equal(t, keys[0].CreatedAt, keys[1].RetiredAt)
	var rows int
	require.NoError(t, db.SQL.QueryRowContext(t.Context(), `select count(*) from gw_key`).Scan(&rows))
	require.Equal(t, 2, rows)
}

func TestPostgresSeen(t *testing.T) {
	t.Parallel()
	db := pgtest.New(t)
	seen := envelope.NewPostgresSeen(db.SQL)
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	hash := sha256.Sum256([]byte("a"))

	var wg sync.WaitGroup
	fresh := make(chan struct{}, 8)
	for range cap(fresh) {
		wg.Go(func() {
			if ok, err := envelope.NewPostgresSeen(db.SQL).Remember(t.Context(), hash, now); err != nil {
				t.Error(err)
			} else if ok {
				fresh <- struct{}{}
			}
		})
	}
	wg.Wait()
	require.Len(t, fresh, 1)

	n, err := seen.Purge(t.Context(), now.Add(2*envelope.Window))
	require.NoError(t, err)
	require.Zero(t, n, "remembered for as long as its stamp can be valid")
	n, err = seen.Purge(t.Context(), now.Add(envelope.SeenFor+time.Second))
	require.NoError(t, err)
	require.EqualValues(t, 1, n)
	ok, err := seen.Remember(t.Context(), hash, now)
	require.NoError(t, err)
	require.True(t, ok)
}
