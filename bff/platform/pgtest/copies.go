package pgtest

import (
	"context"
	"testing"
	"time"
)

// Copies are databases that all begin with what Fill has written into the first
// of them, which costs each test no more than a copy. The first is kept as a
// template for every test process of the same code. It is safe for concurrent use.
type Copies struct {
	// Kind names what is filled in, in lower-case letters; two fills of one name are the same.
	Kind string
	// Fill writes into a migrated database. It leaves no connection open.
	Fill func(ctx context.Context, dsn string) error
	made once
}

// DSN returns the connection URL of a copy that belongs to this test alone and is
// dropped when the test ends.
func (c *Copies) DSN(t testing.TB) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	filled, err := c.made.get(func() (string, error) {
		migrated, err := ensureTemplate(ctx)
		if err != nil {
			return "", err
		}
		root, err := moduleRoot()
		if err != nil {
			return "", err
		}
		name, err := filledName(root, c.Kind)
		if err != nil {
			return "", err
		}
		return name, publish(ctx, name, migrated, c.Fill)
	})
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	return create(ctx, t, filled)
}
