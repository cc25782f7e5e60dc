package pg_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
)

// A unit of work that takes a second connection while it holds one is told of; one connection after the other is fine.
func TestASecondConnectionIsNoticed(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var second []string
	db := pgtest.NewWith(t, pg.Options{MaxConns: 4, OnSecondConnection: func(statement string) {
		mu.Lock()
		defer mu.Unlock()
		second = append(second, statement)
	}})
	unit := pg.WithUnitOfWork(ctx)
	for range 2 {
		require.NoError(t, db.Conn(unit).Exec(`select 1`).Error)
		_ = db.InTx(unit, func(_ context.Context, tx *pg.Tx) error { return tx.Exec(`select nonsense`).Error })
		require.NoError(t, db.InTx(unit, func(_ context.Context, tx *pg.Tx) error { return tx.Exec(`select 2`).Error }))
	}
	if len(second) != 0 {
		t.Fatalf("one after the other: %q", second)
	}
	err := db.InTx(unit, func(_ context.Context, tx *pg.Tx) error {
		if err := tx.Exec(`select 3`).Error; err != nil {
			return err
		}
		// Another unit may.
		if err := db.Conn(pg.WithUnitOfWork(ctx)).Exec(`select 4`).Error; err != nil {
			return err
		}
		return db.Conn(unit).Exec(`select 5`).Error
	})
	if err != nil || !slices.Equal(second, []string{`select 5`}) {
		t.Fatalf("%v, %q", err, second)
	}
}

// Requests have connections of their own, however much background work waits, and the other way round.
func TestBackgroundWorkHasItsOwnConnections(t *testing.T) {
	t.Parallel()
	db := pgtest.NewWith(t, pg.Options{MaxConns: 2, Background: 1})
	for _, holder := range []context.Context{ctx, pg.Background(ctx)} {
		other := pg.Background(ctx)
		if holder != ctx {
			other = ctx
		}
		err := db.InTx(holder, func(_ context.Context, tx *pg.Tx) error {
			if err := tx.Exec(`select 1`).Error; err != nil {
				return err
			}
			within, cancel := context.WithTimeout(other, 30*time.Second)
			defer cancel()
			if err := db.InTx(within, func(_ context.Context, tx *pg.Tx) error { return tx.Exec(`select 2`).Error }); err != nil {
				t.Errorf("the others wait: %v", err)
			}
			same, cancel := context.WithTimeout(holder, 50*time.Millisecond)
			defer cancel()
			if err := db.Conn(same).Exec(`select 3`).Error; err == nil {
				t.Error("there is a second connection")
			}
			return nil
		})
		require.NoError(t, err)
	}
}
