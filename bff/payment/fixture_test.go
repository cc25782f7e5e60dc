package payment_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

const price = 650

// fixture is the modules with a payment service over the provider in memory.
type fixture struct {
	*moduletest.Fixture
	pay      *payment.Service
	provider *provider
	// hook and gate are passed at named points of a settlement.
	hook func(point string)
	gate atomic.Pointer[gate]
	log  errorCounter
}

// errorCounter is a log handler that counts errors and writes nothing.
type errorCounter struct {
	slog.Handler
	errors atomic.Int64
}

func (c *errorCounter) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelError }

func (c *errorCounter) Handle(context.Context, slog.Record) error {
	c.errors.Add(1)
	return nil
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	p := newProvider()
	f := newFixtureOn(t, p)
	f.provider, p.now = p, f.Clock.Now
	return f
}

// newFixtureOn is newFixture with another provider; its own is nil.
func newFixtureOn(t testing.TB, p payment.Provider) *fixture {
	t.Helper()
	b := moduletest.New(t)
	f := &fixture{Fixture: b}
	f.pay = payment.NewService(payment.Deps{
		DB: b.DB, Clock: b.Clock, Orders: b.Orders, Queue: b.Queue, Provider: p, Sealer: b.Box, SIMs: b.SIMs,
		Log: slog.New(&f.log), Hook: func(point string) {
			if f.hook != nil {
				f.hook(point)
			}
			if g := f.gate.Load(); g != nil {
				g.pass(point)
			}
		},
	})
	// What nobody delivers in time is given back.
	b.SIMs = b.NewSIMService(nil, f.pay, slog.New(slog.DiscardHandler))
	return f
}

var ctx = context.Background()

// placeOrder places an order of one eSIM and returns it with the intent to pay it with.
func (f *fixture) placeOrder(t testing.TB) (order.Order, string) {
	t.Helper()
	o := f.Place(t, f.Submission("plan", 1, price))
	return o, f.createIntent(t, o)
}

func (f *fixture) createIntent(t testing.TB, o order.Order) string {
	t.Helper()
	page, err := f.pay.Create(ctx, o, payment.URLs{})
	require.NoError(t, err, "create")
	return *page.Attempt.IntentID
}

// applyIntent retrieves an intent and applies it, as webhooks, sweeps and returns do.
func (f *fixture) applyIntent(t testing.TB, intent string) string {
	t.Helper()
	in, err := f.provider.Intent(ctx, intent)
	require.NoError(t, err)
	outcome, err := f.pay.Apply(ctx, in)
	require.NoError(t, err, "apply %s %s", intent, in.Status)
	return outcome
}

// settleRefunds brings every pending refund to the provider, twice.
func (f *fixture) settleRefunds() error {
	var ids []int64
	if err := f.DB.Gorm.Raw(`select id from refund where state = 'pending_refund'`).Scan(&ids).Error; err != nil {
		return err
	}
	for _, id := range ids {
		for range 2 {
			if err := f.pay.Refund(ctx, id); err != nil {
				return fmt.Errorf("refund %d: %w", id, err)
			}
		}
	}
	return nil
}

// orderState reads an order's status and its newest attempt's.
func (f *fixture) orderState(t testing.TB, orderID int64) (order.Status, string) {
	t.Helper()
	var now struct {
		Status  order.Status
		Attempt string
	}
	err := f.DB.Gorm.Raw(`
		select o.status, coalesce(a.status, 'none') as attempt from orders o left join payment_attempt a on a.order_id = o.id
		where o.id = ? order by a.id desc limit 1`, orderID).Scan(&now).Error
	require.NoError(t, err)
	return now.Status, now.Attempt
}

func (f *fixture) requireState(t testing.TB, orderID int64, status order.Status, attempt string) {
	t.Helper()
	if s, a := f.orderState(t, orderID); s != status || a != attempt {
		t.Fatalf("order %s with attempt %s, want %s with %s", s, a, status, attempt)
	}
}

// requireBalance checks the ledger, and that the provider holds exactly the money of paid orders.
func (f *fixture) requireBalance(t testing.TB) {
	t.Helper()
	require.NoError(t, f.settleRefunds())
	require.NoError(t, f.checkBalance())
}

func (f *fixture) checkBalance() error {
	if err := f.CheckLedger(); err != nil {
		return err
	}
	var all []struct {
		OrderNo, Status, HoldReason string
		OrderTotal, RefundedAmount  int64
	}
	if err := f.DB.Gorm.Raw(`select order_no, status, hold_reason, order_total, refunded_amount from orders`).Scan(&all).Error; err != nil {
		return err
	}
	for _, o := range all {
		want := o.OrderTotal - o.RefundedAmount
		if o.Status == string(order.WaitingPayment) || o.Status == string(order.Cancelled) {
			want = 0
		}
		if kept := f.provider.netReceived(o.OrderNo); o.HoldReason == "" && kept != want {
			return fmt.Errorf("the provider keeps %d for %s, which is %s and costs %d", kept, o.OrderNo, o.Status, o.OrderTotal)
		}
		if left := f.provider.payableIntents(o.OrderNo); o.Status == string(order.Cancelled) && len(left) > 0 {
			return fmt.Errorf("%s is cancelled and %v could still be paid", o.OrderNo, left)
		}
	}
	return nil
}

// gate blocks the first caller that passes a point until it is opened.
type gate struct {
	point   string
	reached chan struct{}
	open    chan struct{}
	passed  atomic.Bool
}

func newGate(point string) *gate {
	return &gate{point: point, reached: make(chan struct{}), open: make(chan struct{})}
}

func (g *gate) pass(point string) {
	if point == g.point && g.passed.CompareAndSwap(false, true) {
		close(g.reached)
		<-g.open
	}
}

// pauseAt runs first up to the point, then all of meanwhile, then the rest of first.
func (f *fixture) pauseAt(t testing.TB, point string, first, meanwhile func()) {
	t.Helper()
	g, done := newGate(point), make(chan struct{})
	f.gate.Store(g)
	go func() {
		defer close(done)
		first()
	}()
	waitFor(t, point, g.reached)
	meanwhile()
	close(g.open)
	waitFor(t, "the end after "+point, done)
	f.gate.Store(nil)
}

func waitFor(t testing.TB, what string, c <-chan struct{}) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(20 * time.Second):
		t.Fatalf("waited in vain for %s", what)
	}
}

func countStatements() (context.Context, *pg.Statements) { return pg.CountStatements(ctx) }
