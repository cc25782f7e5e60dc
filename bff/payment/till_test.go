package payment_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

const price = 650

// till is a bench with a payment service over the provider in memory.
type till struct {
	*moduletest.Fixture
	pay  *payment.Service
	prov *provider
	// hook and gate are passed at named points of a settlement.
	hook func(point string)
	gate atomic.Pointer[gate]
	log  alarm
}

// alarm counts errors that are logged, and drops everything.
type alarm struct {
	slog.Handler
	rung atomic.Int64
}

func (a *alarm) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelError }

func (a *alarm) Handle(context.Context, slog.Record) error {
	a.rung.Add(1)
	return nil
}

func newTill(t testing.TB) *till {
	t.Helper()
	b, p := moduletest.New(t), newProvider()
	w := &till{Fixture: b, prov: p}
	w.pay = payment.NewService(payment.Deps{
		DB: b.DB, Clock: b.Clock, Orders: b.Orders, Queue: b.Queue, Provider: p, Sealer: b.Box, SIMs: b.SIMs,
		Log: slog.New(&w.log), Hook: func(point string) {
			if w.hook != nil {
				w.hook(point)
			}
			if g := w.gate.Load(); g != nil {
				g.pass(point)
			}
		},
	})
	// What nobody delivers in time is given back.
	b.SIMs = b.NewSIMService(nil, w.pay, slog.New(slog.DiscardHandler))
	p.now = b.Clock.Now
	return w
}

var ctx = context.Background()

// placed returns a new order of one eSIM and the intent to pay it with.
func (w *till) placed(t testing.TB) (order.Order, string) {
	t.Helper()
	o := w.Place(t, w.Submission("plan", 1, price))
	return o, w.create(t, o)
}

func (w *till) create(t testing.TB, o order.Order) string {
	t.Helper()
	page, err := w.pay.Create(ctx, o, payment.URLs{})
	if err != nil {
		t.Fatalf("create: %v", err)
	}
	return *page.Attempt.IntentID
}

// hears retrieves an intent and applies it, as every path does.
func (w *till) hears(t testing.TB, intent string) string {
	t.Helper()
	in, err := w.prov.Intent(ctx, intent)
	if err != nil {
		t.Fatal(err)
	}
	outcome, err := w.pay.Apply(ctx, in)
	if err != nil {
		t.Fatalf("apply %s %s: %v", intent, in.Status, err)
	}
	return outcome
}

// settleRefunds brings every pending refund to the provider, twice.
func (w *till) settleRefunds() error {
	var ids []int64
	if err := w.DB.Gorm.Raw(`select id from refund where state = 'pending_refund'`).Scan(&ids).Error; err != nil {
		return err
	}
	for _, id := range ids {
		for range 2 {
			if err := w.pay.Refund(ctx, id); err != nil {
				return fmt.Errorf("refund %d: %w", id, err)
			}
		}
	}
	return nil
}

// state reads an order's status and its newest attempt's.
func (w *till) state(t testing.TB, orderID int64) (order.Status, string) {
	t.Helper()
	var now struct {
		Status  order.Status
		Attempt string
	}
	err := w.DB.Gorm.Raw(`
		select o.status, coalesce(a.status, 'none') as attempt from orders o left join payment_attempt a on a.order_id = o.id
		where o.id = ? order by a.id desc limit 1`, orderID).Scan(&now).Error
	if err != nil {
		t.Fatal(err)
	}
	return now.Status, now.Attempt
}

func (w *till) wants(t testing.TB, orderID int64, status order.Status, attempt string) {
	t.Helper()
	if s, a := w.state(t, orderID); s != status || a != attempt {
		t.Fatalf("order %s with attempt %s, want %s with %s", s, a, status, attempt)
	}
}

// balanced checks the ledger, and that the provider keeps exactly what paid orders cost and nothing else.
func (w *till) balanced(t testing.TB) {
	t.Helper()
	if err := w.settleRefunds(); err != nil {
		t.Fatal(err)
	}
	if err := w.balance(); err != nil {
		t.Fatal(err)
	}
}

func (w *till) balance() error {
	if err := w.CheckLedger(); err != nil {
		return err
	}
	var all []struct {
		OrderNo, Status, HoldReason string
		OrderTotal, RefundedAmount  int64
	}
	if err := w.DB.Gorm.Raw(`select order_no, status, hold_reason, order_total, refunded_amount from orders`).Scan(&all).Error; err != nil {
		return err
	}
	for _, o := range all {
		want := o.OrderTotal - o.RefundedAmount
		if o.Status == string(order.WaitingPayment) || o.Status == string(order.Cancelled) {
			want = 0
		}
		if kept := w.prov.kept(o.OrderNo); o.HoldReason == "" && kept != want {
			return fmt.Errorf("the provider keeps %d for %s, which is %s and costs %d", kept, o.OrderNo, o.Status, o.OrderTotal)
		}
		if left := w.prov.payable(o.OrderNo); o.Status == string(order.Cancelled) && len(left) > 0 {
			return fmt.Errorf("%s is cancelled and %v could still be paid", o.OrderNo, left)
		}
	}
	return nil
}

// gate makes the first one to pass a point wait until it is opened.
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

// whileAt runs first until it reaches the point, then meanwhile to its end, then the rest of first.
func (w *till) whileAt(t testing.TB, point string, first, meanwhile func()) {
	t.Helper()
	g, done := newGate(point), make(chan struct{})
	w.gate.Store(g)
	go func() {
		defer close(done)
		first()
	}()
	wait(t, point, g.reached)
	meanwhile()
	close(g.open)
	wait(t, "the end after "+point, done)
	w.gate.Store(nil)
}

func wait(t testing.TB, what string, c <-chan struct{}) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(20 * time.Second):
		t.Fatalf("waited in vain for %s", what)
	}
}

func countStatements() (context.Context, *pg.Statements) { return pg.CountStatements(ctx) }
