// Package seeded gives tests databases that hold what the shop comes with.
package seeded

import (
	"context"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/pgtest"
	"github.com/roamcart/roamcart/bff/seed"
)

// Day is when the seed was written.
var Day = time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)

// filled is written once for all tests of the same code; each test has a copy.
var filled = pgtest.Copies{Kind: "seeded", Fill: func(ctx context.Context, dsn string) error {
	db, err := pg.Open(ctx, dsn, pg.Options{MaxConns: 2})
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	return Again(ctx, db)
}}

// New returns an open database with the seed in it that belongs to this test alone. It is closed and dropped when the test
// ends.
func New(t testing.TB) *pg.DB {
	t.Helper()
	db, err := pg.Open(t.Context(), filled.DSN(t), pg.Options{MaxConns: 8})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// Again seeds as the next start would. Profiles are not sealed.
func Again(ctx context.Context, db *pg.DB) error {
	return seed.Run(ctx, db, seed.Options{
		Clock: clock.NewFake(Day), SealProfile: func(plain []byte) ([]byte, error) { return plain, nil },
	})
}
