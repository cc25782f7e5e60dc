package reward_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/reward"
)

var ctx = context.Background()

// fixture is a shop of customers: orders are placed, paid, delivered and refunded as the modules around do it.
type fixture struct {
	*moduletest.Fixture
	t testing.TB
}

func newFixture(t testing.TB) *fixture {
	f := &fixture{Fixture: moduletest.New(t), t: t}
	f.AddProduct(t, "plan", 2000, 100_000)
	return f
}

// purchase describes the order of a customer.
type purchase struct {
	user     int64
	quantity int
	points   int64
	code     string
	email    string
	browser  string
}

// submission returns the order of a wish with the total it would have.
func (f *fixture) submission(p purchase) (order.Submission, order.Budget, error) {
	s := f.Submission("plan", max(1, p.quantity), 0)
	s.UserID, s.Owner, s.Browser, s.Points, s.Referral = p.user, cart.User(p.user), cart.Owner(p.browser), p.points, p.code
	if p.email != "" {
		s.Contact.Email = p.email
	}
	s.Email = s.Contact.Email
	b, err := f.Orders.Budget(ctx, s.Selection)
	s.ExpectedTotal = b.OrderTotal
	return s, b, err
}

func (f *fixture) place(p purchase) order.Order {
	f.t.Helper()
	s, _, err := f.submission(p)
	require.NoError(f.t, err)
	return f.Place(f.t, s)
}

// discount returns the budget's discount of a kind.
func (f *fixture) discount(p purchase, kind string) order.Discount {
	f.t.Helper()
	_, b, err := f.submission(p)
	require.NoError(f.t, err)
	for _, x := range b.Discounts {
		if x.Kind == kind {
			return x
		}
	}
	f.t.Fatalf("no %s discount in %+v", kind, b.Discounts)
	return order.Discount{}
}

// submitAtOnce submits orders at once and counts the answers by code, "" for an order.
func (f *fixture) submitAtOnce(tabs []order.Submission) map[string]int {
	f.t.Helper()
	var mu sync.Mutex
	var wg sync.WaitGroup
	answers := map[string]int{}
	for _, s := range tabs {
		wg.Go(func() {
			_, err := f.Submit(s)
			mu.Lock()
			defer mu.Unlock()
			answers[fault.Code(err)]++
			if err != nil && fault.Code(err) == "" {
				f.t.Errorf("no refusal but %v", err)
			}
		})
	}
	wg.Wait()
	return answers
}

// withLocked calls fn with an order under its lock.
func (f *fixture) withLocked(id int64, fn func(ctx context.Context, tx *pg.Tx, o order.Locked) error) error {
	return f.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		o, err := f.Orders.Lock(ctx, tx, id)
		if err != nil {
			return err
		}
		return fn(ctx, tx, o)
	})
}

func (f *fixture) pay(id int64) error {
	return f.withLocked(id, func(ctx context.Context, tx *pg.Tx, o order.Locked) error {
		paid, err := f.Orders.MarkPaid(ctx, tx, o, "test", nil)
		if err != nil || !paid {
			return err
		}
		return tx.Exec(`
			insert into payment_attempt (tenant_id, order_id, method, status, amount, currency, received, received_currency, created_at, updated_at)
			values (?, ?, 'card', 'succeeded', ?, 'USD', ?, 'USD', now(), now())`, o.TenantID, o.ID, o.OrderTotal, o.OrderTotal).Error
	})
}

func (f *fixture) cancel(id int64) error {
	return f.withLocked(id, func(ctx context.Context, tx *pg.Tx, o order.Locked) error {
		_, err := f.Orders.MarkCancelled(ctx, tx, o, order.ReasonCustomer, "test")
		return err
	})
}

func (f *fixture) deliver(id int64) error {
	o, err := f.Orders.ByID(ctx, id)
	if err != nil {
		return err
	}
	return f.withLocked(id, func(ctx context.Context, tx *pg.Tx, l order.Locked) error {
		if l.Status == order.WaitingPayment || l.Status == order.Cancelled {
			return nil
		}
		var lines []int64
		for _, line := range o.Lines {
			lines = append(lines, line.ID)
		}
		_, err := f.Orders.MarkDelivered(ctx, tx, l, lines, lines, len(lines))
		return err
	})
}

func (f *fixture) refund(id, amount int64) error {
	return f.withLocked(id, func(ctx context.Context, tx *pg.Tx, o order.Locked) error {
		return f.Orders.BookRefund(ctx, tx, o, amount, false, "test", nil)
	})
}

func (f *fixture) hold(id int64) error {
	return f.withLocked(id, func(ctx context.Context, tx *pg.Tx, o order.Locked) error {
		return f.Orders.Hold(ctx, tx, o, "dispute")
	})
}

func (f *fixture) requireOK(what string, err error) {
	f.t.Helper()
	require.NoError(f.t, err, what)
}

// buy brings an order of quantity plans at 20 USD to its end.
func (f *fixture) buy(p purchase) order.Order {
	f.t.Helper()
	o := f.place(p)
	f.requireOK("pay", f.pay(o.ID))
	f.requireOK("deliver", f.deliver(o.ID))
	return o
}

func (f *fixture) requirePoints(user, points, pending int64) {
	f.t.Helper()
	s, err := f.Rewards.Summary(ctx, 20, user)
	if err != nil || s.Points != points || s.Pending != pending {
		f.t.Errorf("customer %d has %d points and %d pending, want %d and %d (%v)", user, s.Points, s.Pending, points, pending, err)
	}
}

func (f *fixture) advanceDays(n int) { f.Clock.Advance(time.Duration(n) * 24 * time.Hour) }

func (f *fixture) advanceTo(t time.Time) { f.Clock.Advance(t.Sub(f.Clock.Now())) }

// openCustomer opens the rewards of a customer and returns the referral code.
func (f *fixture) openCustomer(user int64, email, browser string) string {
	f.t.Helper()
	f.requireOK("open", f.Rewards.Open(ctx, reward.Customer{TenantID: 20, UserID: user, Emails: []string{email}, Browser: browser}))
	s, err := f.Rewards.Summary(ctx, 20, user)
	f.requireOK("summary", err)
	return s.ReferralCode
}

func (f *fixture) requireBalance() {
	f.t.Helper()
	if err := f.CheckLedger(); err != nil {
		f.t.Error(err)
	}
}
