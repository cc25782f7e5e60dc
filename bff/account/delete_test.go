package account_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/waittest"
	"github.com/roamcart/roamcart/bff/reward"
)

// What is written for a customer beside a deletion comes before it, and is erased, or after it, and is refused.
func TestWritesDuringAnAccountDeletion(t *testing.T) {
	t.Parallel()
	f := newFixtureWithRedis(t)
	f.AddProduct(t, "plan", 650, 50)
	f.AddMonthlyPlan(t, "monthly", 2000, 50)
	f.Hold = f.accounts.Lock
	f.accounts.Erase = func(ctx context.Context, tx *pg.Tx, g account.DeletedCustomer) error {
		if _, err := f.Orders.Detach(ctx, tx, g.TenantID, g.CustomerID, g.Emails); err != nil {
			return err
		}
		if err := f.Rewards.Erase(ctx, tx, g.TenantID, g.CustomerID); err != nil {
			return err
		}
		return f.Carts.Erase(tx, g.TenantID, cart.User(g.CustomerID))
	}
	for name, w := range map[string]struct {
		write func(who account.Caller) error
		// holds says that the module asks for the customer to be held, traces counts what says whose it is.
		holds  bool
		traces string
	}{
		"an order": {func(who account.Caller) error {
			s := f.Submission("plan", 1, 650)
			s.UserID, s.Owner, s.Contact.Email = who.Customer.ID, cart.User(who.Customer.ID), "elsewhere@example.com"
			_, err := f.Orders.Submit(ctx, s)
			return err
		}, true, `select count(*) from orders where user_id = @id or owner = 'u:' || cast(@id as bigint) or email <> ''`},
		"a number brought along": {func(who account.Caller) error {
			_, err := f.Carts.Add(ctx, 20, cart.User(who.Customer.ID), cart.Add{
				GoodsID: "monthly", SimType: "physical", Quantity: 1, TransferPhone: "+85291234567",
			})
			return err
		}, true, `select count(*) from cart_item where owner = 'u:' || cast(@id as bigint)`},
		"a reward account": {func(who account.Caller) error {
			return f.Rewards.Open(ctx, reward.Customer{TenantID: 20, UserID: who.Customer.ID, Emails: []string{email}})
		}, true, `select count(*) from reward_mark where user_id = @id`},
		"an address": {func(who account.Caller) error {
			_, err := f.accounts.SaveAddress(ctx, 20, who.Customer.ID, home("Ada"))
			return err
		}, false, `select count(*) from customer_address where customer_id = @id`},
		"a name": {func(who account.Caller) error {
			_, err := f.accounts.Rename(ctx, request(), who, "Augusta", "King")
			return err
		}, false, `select count(*) from customer where id = @id`},
	} {
		leave := func(who account.Caller) error {
			return f.accounts.Delete(ctx, request(), who, account.DeletionForm{Password: password, Confirm: true})
		}
		erased := func(t *testing.T, who account.Caller) {
			t.Helper()
			if n := f.Count(t, w.traces, map[string]any{"id": who.Customer.ID}); n != 0 {
				t.Errorf("%d traces are left", n)
			}
		}
		t.Run(name+" after the deletion", func(t *testing.T) {
			who, written := f.registerNextDay(t), make(chan error, 1)
			erase := f.accounts.Erase
			defer func() { f.accounts.Erase = erase }()
			f.accounts.Erase = func(ctx context.Context, tx *pg.Tx, g account.DeletedCustomer) error {
				err := erase(ctx, tx, g)
				go func() { written <- w.write(who) }()
				f.waitForLock(t, written)
				return err
			}
			require.NoError(t, leave(who))
			if err := <-written; fault.Code(err) != "login_required" {
				t.Errorf("written: %v", err)
			}
			erased(t, who)
		})
		if !w.holds {
			continue
		}
		t.Run(name+" before the deletion", func(t *testing.T) {
			who, left := f.registerNextDay(t), make(chan error, 1)
			defer func() { f.Hold = f.accounts.Lock }()
			var once sync.Once
			held := false
			f.Hold = func(ctx context.Context, tx *pg.Tx, tenantID, id int64) error {
				err := f.accounts.Lock(ctx, tx, tenantID, id)
				once.Do(func() {
					held = true
					go func() { left <- leave(who) }()
					f.waitForLock(t, left)
				})
				return err
			}
			if err := w.write(who); err != nil || !held {
				t.Fatalf("held %v, written: %v", held, err)
			}
			require.NoError(t, <-left)
			erased(t, who)
		})
	}
}

// registerNextDay registers a customer a day later.
func (f *fixture) registerNextDay(t *testing.T) account.Caller {
	t.Helper()
	f.Clock.Advance(24 * time.Hour)
	return f.register(t).Caller
}

// waitForLock waits until a connection waits for a lock, or the call is done without.
func (f *fixture) waitForLock(t *testing.T, done chan error) {
	t.Helper()
	waittest.Eventually(t, "the other one waits", func() bool {
		return len(done) > 0 || f.Count(t, `
			select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`) > 0
	})
}
