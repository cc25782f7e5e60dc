package reward_test

import (
	"context"
	"sync"
	"testing"
	"time"

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
	d := &fixture{Fixture: moduletest.New(t), t: t}
	d.AddProduct(t, "plan", 2000, 100_000)
	return d
}

// wish is what a customer orders.
type wish struct {
	user     int64
	quantity int
	points   int64
	code     string
	email    string
	browser  string
}

// submission returns the order of a wish with the total it would have.
func (d *fixture) submission(w wish) (order.Submission, order.Budget, error) {
	s := d.Submission("plan", max(1, w.quantity), 0)
	s.UserID, s.Owner, s.Browser, s.Points, s.Referral = w.user, cart.User(w.user), cart.Owner(w.browser), w.points, w.code
	if w.email != "" {
		s.Contact.Email = w.email
	}
	s.Email = s.Contact.Email
	b, err := d.Orders.Budget(ctx, s.Selection)
	s.ExpectedTotal = b.OrderTotal
	return s, b, err
}

func (d *fixture) place(w wish) order.Order {
	d.t.Helper()
	s, _, err := d.submission(w)
	if err != nil {
		d.t.Fatal(err)
	}
	return d.Place(d.t, s)
}

// discount returns the budget's discount of a kind.
func (d *fixture) discount(w wish, kind string) order.Discount {
	d.t.Helper()
	_, b, err := d.submission(w)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, x := range b.Discounts {
		if x.Kind == kind {
			return x
		}
	}
	d.t.Fatalf("no %s discount in %+v", kind, b.Discounts)
	return order.Discount{}
}

// race places orders at the same moment and counts the answers by fault, "" for orders.
func (d *fixture) race(tabs []order.Submission) map[string]int {
	d.t.Helper()
	var mu sync.Mutex
	var wg sync.WaitGroup
	answers := map[string]int{}
	for _, s := range tabs {
		wg.Go(func() {
			_, err := d.Submit(s)
			mu.Lock()
			defer mu.Unlock()
			answers[fault.Code(err)]++
			if err != nil && fault.Code(err) == "" {
				d.t.Errorf("no refusal but %v", err)
			}
		})
	}
	wg.Wait()
	return answers
}

// move does something to an order under its lock.
func (d *fixture) move(id int64, fn func(ctx context.Context, tx *pg.Tx, o order.Locked) error) error {
	return d.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		o, err := d.Orders.Lock(ctx, tx, id)
		if err != nil {
			return err
		}
		return fn(ctx, tx, o)
	})
}

func (d *fixture) pay(id int64) error {
	return d.move(id, func(ctx context.Context, tx *pg.Tx, o order.Locked) error {
		paid, err := d.Orders.MarkPaid(ctx, tx, o, "test", nil)
		if err != nil || !paid {
			return err
		}
		return tx.Exec(`
			insert into payment_attempt (tenant_id, order_id, method, status, amount, currency, created_at, updated_at)
			values (?, ?, 'card', 'succeeded', ?, 'USD', now(), now())`, o.TenantID, o.ID, o.OrderTotal).Error
	})
}

func (d *fixture) cancel(id int64) error {
	return d.move(id, func(ctx context.Context, tx *pg.Tx, o order.Locked) error {
		_, err := d.Orders.MarkCancelled(ctx, tx, o, order.ReasonCustomer, "test")
		return err
	})
}

func (d *fixture) deliver(id int64) error {
	o, err := d.Orders.ByID(ctx, id)
	if err != nil {
		return err
	}
	return d.move(id, func(ctx context.Context, tx *pg.Tx, l order.Locked) error {
		if l.Status == order.WaitingPayment || l.Status == order.Cancelled {
			return nil
		}
		var lines []int64
		for _, line := range o.Lines {
			lines = append(lines, line.ID)
		}
		_, err := d.Orders.MarkDelivered(ctx, tx, l, lines, lines, len(lines))
		return err
	})
}

func (d *fixture) refund(id, amount int64) error {
	return d.move(id, func(ctx context.Context, tx *pg.Tx, o order.Locked) error {
		return d.Orders.BookRefund(ctx, tx, o, amount, false, "test", nil)
	})
}

func (d *fixture) hold(id int64) error {
	return d.move(id, func(ctx context.Context, tx *pg.Tx, o order.Locked) error {
		return d.Orders.Hold(ctx, tx, o, "dispute")
	})
}

func (d *fixture) must(what string, err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatalf("%s: %v", what, err)
	}
}

// buy brings an order of quantity plans at 20 USD to its end.
func (d *fixture) buy(w wish) order.Order {
	d.t.Helper()
	o := d.place(w)
	d.must("pay", d.pay(o.ID))
	d.must("deliver", d.deliver(o.ID))
	return o
}

func (d *fixture) has(user, points, pending int64) {
	d.t.Helper()
	s, err := d.Rewards.Summary(ctx, 20, user)
	if err != nil || s.Points != points || s.Pending != pending {
		d.t.Errorf("customer %d has %d points and %d pending, want %d and %d (%v)", user, s.Points, s.Pending, points, pending, err)
	}
}

func (d *fixture) days(n int) { d.Clock.Advance(time.Duration(n) * 24 * time.Hour) }

func (d *fixture) at(t time.Time) { d.Clock.Advance(t.Sub(d.Clock.Now())) }

// code opens a customer and returns the referral code.
func (d *fixture) code(user int64, email, browser string) string {
	d.t.Helper()
	d.must("open", d.Rewards.Open(ctx, reward.Customer{TenantID: 20, UserID: user, Emails: []string{email}, Browser: browser}))
	s, err := d.Rewards.Summary(ctx, 20, user)
	d.must("summary", err)
	return s.ReferralCode
}

func (d *fixture) sound() {
	d.t.Helper()
	if err := d.CheckLedger(); err != nil {
		d.t.Error(err)
	}
}
