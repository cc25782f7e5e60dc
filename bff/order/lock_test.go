package order_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// While somebody changes an order, a mail about it is written and rows that refer to it are inserted; while its owner is erased, a
// mail waits, and then finds no address.
func TestAMailWaitsOnlyForAnErasure(t *testing.T) {
	t.Parallel()
	f := moduletest.New(t)
	f.AddProduct(t, "plan", 650, 50)
	o := f.Place(t, f.Submission("plan", 1, 650))
	addressed := func(within time.Duration) error {
		return f.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
			if err := tx.Exec(`select set_config('lock_timeout', ?, true)`, within.String()).Error; err != nil {
				return err
			}
			return addressedTo(f, tx, o)
		})
	}
	err := f.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		held, err := f.Orders.Lock(ctx, tx, o.ID)
		if err != nil {
			return err
		}
		if err := addressed(10 * time.Millisecond); err != nil {
			t.Errorf("a mail waits for whoever changes the order: %v", err)
		}
		return f.Orders.Audit(tx, held, "test", "delay", "", "", nil)
	})
	require.NoError(t, err)
	late := make(chan error, 1)
	err = f.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		if _, err := f.Orders.Detach(ctx, tx, 20, 0, []string{o.Contact.Email}); err != nil {
			return err
		}
		if err := addressed(10 * time.Millisecond); !pg.IsUnavailable(err) {
			t.Errorf("a mail does not wait for an erasure: %v", err)
		}
		go func() { late <- addressed(time.Minute) }()
		return nil
	})
	require.NoError(t, err)
	if <-late == nil {
		t.Error("a mail goes to somebody who was erased")
	}
}

// addressedTo fails for an order whose owner has been erased out of it.
func addressedTo(f *moduletest.Fixture, tx *pg.Tx, o order.Order) error {
	query := f.Orders.NotErased(o)
	same, err := pg.List[int64](tx, "write to an owner", query.SQL, query.Args)
	if err == nil && len(same) == 0 {
		err = errors.New("its owner has left")
	}
	return err
}
