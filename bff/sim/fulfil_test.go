package sim_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/sim"
)

var ctx = context.Background()

func newPool(t *testing.T, profiles int) (*moduletest.Fixture, *sim.Service) {
	t.Helper()
	b := moduletest.New(t)
	b.AddProduct(t, "plan", 650, 100)
	fillPool(t, b, profiles)
	return b, b.SIMs
}

func fillPool(t *testing.T, b *moduletest.Fixture, profiles int) {
	t.Helper()
	for range profiles {
		n := b.Count(t, `select count(*) from esim_profile`)
		code, err := b.Box.Seal(sim.SealPurpose, fmt.Appendf(nil, "LPA:1$smdp.example.com$TOKEN-%04d", n))
		require.NoError(t, err)
		b.Exec(t, `insert into esim_profile (tenant_id, sku, iccid, activation) values (20, 'plan:esim', ?, ?)`,
			fmt.Sprintf("89852%014d", n), pg.Bytes(code))
	}
}

func inOrderTx(t *testing.T, b *moduletest.Fixture, id int64, do func(ctx context.Context, tx *pg.Tx, o order.Locked) error) {
	t.Helper()
	err := b.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		o, err := b.Orders.Lock(ctx, tx, id)
		if err == nil {
			err = do(ctx, tx, o)
		}
		return err
	})
	require.NoError(t, err)
}

func placePaid(t *testing.T, b *moduletest.Fixture, quantity int) order.Order {
	t.Helper()
	o := b.Place(t, b.Submission("plan", quantity, int64(quantity)*650))
	markPaid(t, b, o.ID)
	return o
}

func markPaid(t *testing.T, b *moduletest.Fixture, id int64) {
	t.Helper()
	inOrderTx(t, b, id, func(ctx context.Context, tx *pg.Tx, l order.Locked) error {
		_, err := b.Orders.MarkPaid(ctx, tx, l, "test", nil)
		return err
	})
}

func status(t *testing.T, b *moduletest.Fixture, id int64) order.Status {
	t.Helper()
	o, err := b.Orders.ByID(ctx, id)
	require.NoError(t, err)
	return o.Status
}

// However often and however parallel the job runs, a unit gets one profile and the order one mail.
func TestADeliveryHappensOnce(t *testing.T) {
	t.Parallel()
	b, s := newPool(t, 10)
	o := placePaid(t, b, 3)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if err := s.Fulfil(ctx, o.ID); err != nil {
				t.Errorf("fulfil: %v", err)
			}
		})
	}
	wg.Wait()
	if n := b.Count(t, `select count(*) from esim_profile where state = 'delivered'`); n != 3 {
		t.Fatalf("%d profiles delivered", n)
	}
	if n := b.Count(t, `select count(*) from river_job where kind = 'order_mail' and args->>'template' = 'esim_delivered'`); n != 1 {
		t.Fatalf("%d mails", n)
	}
	if got := status(t, b, o.ID); got != order.Shipped {
		t.Fatalf("order: %s", got)
	}
	kits, err := s.Installs(ctx, o.ID)
	if err != nil || len(kits) != 3 || kits[0].MatchingID == kits[1].MatchingID || kits[2].Unit != 3 {
		t.Fatalf("kits: %d %v", len(kits), err)
	}
}

// Orders that race for the pool never share a profile; who comes too late waits and gets the next ones whole.
func TestThePoolRunsDry(t *testing.T) {
	t.Parallel()
	b, s := newPool(t, 5)
	orders := []order.Order{placePaid(t, b, 2), placePaid(t, b, 2), placePaid(t, b, 2)}
	var wg sync.WaitGroup
	for _, o := range orders {
		wg.Go(func() { _ = s.Fulfil(ctx, o.ID) })
	}
	wg.Wait()
	for _, o := range orders {
		_ = s.Fulfil(ctx, o.ID)
	}
	delivered := 0
	for _, o := range orders {
		if status(t, b, o.ID) == order.Shipped {
			delivered++
		}
	}
	if n := b.Count(t, `select count(*) from esim_profile where state <> 'available'`); delivered != 2 || n != 4 {
		t.Fatalf("%d orders with %d profiles", delivered, n)
	}
	fillPool(t, b, 1)
	for _, o := range orders {
		if err := s.Fulfil(ctx, o.ID); err != nil || status(t, b, o.ID) != order.Shipped {
			t.Fatalf("fulfil: %v, %s", err, status(t, b, o.ID))
		}
	}
	if n := b.Count(t, `select count(distinct (order_line_id, unit)) from esim_profile where state = 'delivered'`); n != 6 {
		t.Fatalf("%d units", n)
	}
}

// Profiles that a transaction of others holds are no empty pool: the delivery looks again at once.
func TestProfilesThatOthersHoldAreWaitedFor(t *testing.T) {
	t.Parallel()
	b, s := newPool(t, 2)
	o := placePaid(t, b, 2)
	requireSnooze := func(what string, want time.Duration) {
		t.Helper()
		err := s.Fulfil(t.Context(), o.ID)
		if got, _ := jobs.SnoozedFor(err); got != want {
			t.Errorf("%s: looks again after %s, not %s: %v", what, got, want, err)
		}
	}
	err := b.DB.InTx(ctx, func(_ context.Context, tx *pg.Tx) error {
		if err := tx.Exec(`select id from esim_profile for update`).Error; err != nil {
			return err
		}
		requireSnooze("held by others", time.Second)
		return tx.Exec(`update esim_profile set state = 'revoked'`).Error
	})
	require.NoError(t, err)
	requireSnooze("empty", time.Minute)
	fillPool(t, b, 2)
	requireSnooze("filled", 0)
	if got := status(t, b, o.ID); got != order.Shipped {
		t.Fatal(got)
	}
}

// Each unit of a line has a number of its own.
func TestEachUnitHasItsNumber(t *testing.T) {
	t.Parallel()
	b, s := newPool(t, 2)
	o := placePaid(t, b, 2)
	b.Exec(t, `update order_line set number = '+85255550001, +85255550002'`)
	require.NoError(t, s.Fulfil(ctx, o.ID))
	if n := b.Count(t, `select count(*) from sim_line where msisdn = '+8525555000' || unit`); n != 2 {
		t.Fatalf("%d units have their number", n)
	}
}

func TestWhatIsNotDelivered(t *testing.T) {
	t.Parallel()
	b, s := newPool(t, 5)
	unpaid := b.Place(t, b.Submission("plan", 1, 650))
	held, cancelled := placePaid(t, b, 1), b.Place(t, b.Submission("plan", 1, 650))
	inOrderTx(t, b, held.ID, func(ctx context.Context, tx *pg.Tx, o order.Locked) error {
		return b.Orders.Hold(ctx, tx, o, "disputed")
	})
	inOrderTx(t, b, cancelled.ID, func(ctx context.Context, tx *pg.Tx, o order.Locked) error {
		_, err := b.Orders.MarkCancelled(ctx, tx, o, order.ReasonCustomer, "test")
		return err
	})
	for name, o := range map[string]order.Order{"unpaid": unpaid, "held": held, "cancelled": cancelled} {
		if err := s.Fulfil(ctx, o.ID); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if kits, err := s.Installs(ctx, o.ID); err != nil || len(kits) != 0 {
			t.Errorf("%s: %d kits %v", name, len(kits), err)
		}
	}
	if n := b.Count(t, `select count(*) from esim_profile where state <> 'available'`); n != 0 {
		t.Fatalf("%d profiles left the pool", n)
	}
	// A second reason is noted once, and a reason that the hold has already not at all.
	for _, reason := range []string{"again", "again", "disputed"} {
		inOrderTx(t, b, held.ID, func(ctx context.Context, tx *pg.Tx, o order.Locked) error { return b.Orders.Hold(ctx, tx, o, reason) })
	}
	if n := b.Count(t, `select count(*) from audit_log where action = 'hold'`); n != 2 {
		t.Fatalf("%d holds noted", n)
	}
}
