package payment

import (
	"context"
	"log/slog"
	"time"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Orders is what paying needs of orders.
type Orders interface {
	Lock(ctx context.Context, tx *pg.Tx, orderID int64) (order.Locked, error)
	MarkPaid(ctx context.Context, tx *pg.Tx, o order.Locked, why string) (bool, error)
	MarkCancelled(ctx context.Context, tx *pg.Tx, o order.Locked, reason, actor string) (bool, error)
	AwaitRefund(ctx context.Context, tx *pg.Tx, o order.Locked, actor string, detail map[string]any) error
	BookRefund(ctx context.Context, tx *pg.Tx, o order.Locked, amount int64, waits bool, actor string, detail map[string]any) error
	TakeBack(tx *pg.Tx, o order.Locked, lineIDs []int64) error
	Read(ctx context.Context, tx *pg.Tx, o order.Locked) (order.Order, error)
	Release(ctx context.Context, tx *pg.Tx, o order.Locked, reason, actor string) error
	Hold(ctx context.Context, tx *pg.Tx, o order.Locked, reason string) error
	Audit(tx *pg.Tx, o order.Locked, actor, action, from, to string, detail map[string]any) error
	Overdue(ctx context.Context, limit int) ([]int64, error)
}

// Queue takes jobs in the transaction that needs them.
type Queue interface {
	Enqueue(ctx context.Context, tx *pg.Tx, jobs ...jobs.Job) error
}

// SIMs takes back what was delivered on lines that were refunded.
type SIMs interface {
	Revoke(ctx context.Context, tx *pg.Tx, lineIDs []int64) error
}

// Sealer keeps client secrets unreadable at rest.
type Sealer interface {
	Seal(purpose string, plain []byte) ([]byte, error)
	Open(purpose string, sealed []byte) ([]byte, error)
}

const sealPurpose = "payment client secret"

// Service takes payments.
type Service struct {
	db       *pg.DB
	clock    clock.Clock
	orders   Orders
	queue    Queue
	provider Provider
	sealer   Sealer
	sims     SIMs
	log      *slog.Logger
	// Hook is called at named points of a settlement; tests use it to stop or to crash there. Nil does nothing.
	Hook func(point string)
}

// Deps are what a Service works with.
type Deps struct {
	DB       *pg.DB
	Clock    clock.Clock
	Orders   Orders
	Queue    Queue
	Provider Provider
	Sealer   Sealer
	SIMs     SIMs
	Log      *slog.Logger
	// Hook is called at named points; tests use it to crash there. Nil does nothing.
	Hook func(point string)
}

// NewService returns a service.
func NewService(d Deps) *Service {
	return &Service{
		db: d.DB, clock: d.Clock, orders: d.Orders, queue: d.Queue, provider: d.Provider, sealer: d.Sealer, sims: d.SIMs,
		log: d.Log, Hook: d.Hook,
	}
}

func (s *Service) at(point string) {
	if s.Hook != nil {
		s.Hook(point)
	}
}

// CheckArgs asks to retrieve an attempt's intent and apply it: the poller behind the webhooks.
type CheckArgs struct {
	AttemptID int64 `json:"attemptId"`
}

// Kind names the worker.
func (CheckArgs) Kind() string { return "payment_check" }

// EventArgs asks to work a stored event.
type EventArgs struct {
	EventID string `json:"eventId"`
}

// Kind names the worker.
func (EventArgs) Kind() string { return "payment_event" }

// CancelAttemptArgs asks to end an attempt at the provider that must not be paid any more.
type CancelAttemptArgs struct {
	AttemptID int64 `json:"attemptId"`
}

// Kind names the worker.
func (CancelAttemptArgs) Kind() string { return "payment_give_up" }

// RefundArgs asks to bring a refund to the provider.
type RefundArgs struct {
	RefundID int64 `json:"refundId"`
}

// Kind names the worker.
func (RefundArgs) Kind() string { return "payment_refund" }

// SweepArgs asks to look for what was forgotten: overdue orders, attempts that no webhook told of.
type SweepArgs struct{}

// Kind names the worker.
func (SweepArgs) Kind() string { return "payment_sweep" }

// ReconcileArgs asks to compare yesterday with the provider.
type ReconcileArgs struct{}

// Kind names the worker.
func (ReconcileArgs) Kind() string { return "payment_reconcile" }

// checkAfter is when an attempt is looked at without being asked: 1, 5 and 15 minutes after it was made.
var checkAfter = []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute}
