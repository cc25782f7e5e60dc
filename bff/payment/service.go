package payment

import (
	"context"
	"log/slog"
	"time"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/secret"
)

// SIMs delivers what was paid, and takes back what was delivered on lines that were refunded.
type SIMs interface {
	// DeliverNow delivers in the transaction that marks the order paid. See order.Deliver.
	DeliverNow(ctx context.Context, tx *pg.Tx, o order.Locked) (mails []order.MailArgs, done bool, err error)
	Revoke(ctx context.Context, tx *pg.Tx, lineIDs []int64) error
}

const sealPurpose = "payment client secret"

// Service takes payments.
type Service struct {
	db       *pg.DB
	clock    clock.Clock
	orders   *order.Service
	queue    *jobs.Queue
	provider Provider
	sealer   *secret.Box
	sims     SIMs
	log      *slog.Logger
	hook     func(point string)
	refused  func(tenantID int64, method string)
}

// Deps are what a Service works with.
type Deps struct {
	DB       *pg.DB
	Clock    clock.Clock
	Orders   *order.Service
	Queue    *jobs.Queue
	Provider Provider
	Sealer   *secret.Box
	SIMs     SIMs
	Log      *slog.Logger
	// CountRefused receives each payment that was refused, after the commit, with its site and method; nil counts nothing.
	CountRefused func(tenantID int64, method string)
	// Hook is called at named points of a settlement; tests use it to stop or to crash there. Nil does nothing.
	Hook func(point string)
}

// NewService returns a service.
func NewService(d Deps) *Service {
	return &Service{
		db: d.DB, clock: d.Clock, orders: d.Orders, queue: d.Queue, provider: d.Provider, sealer: d.Sealer, sims: d.SIMs,
		log: d.Log, hook: d.Hook, refused: d.CountRefused,
	}
}

func (s *Service) at(point string) {
	if s.hook != nil {
		s.hook(point)
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
	// IntentID is the intent that the event is about, "" where it is about something else, or asked for by the version before.
	IntentID string `json:"intentId,omitempty"`
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

// SweepArgs asks to look for what was forgotten: overdue orders, attempts that no webhook reported.
type SweepArgs struct{}

// Kind names the worker.
func (SweepArgs) Kind() string { return "payment_sweep" }

// ReconcileArgs asks to compare yesterday with the provider.
type ReconcileArgs struct{}

// Kind names the worker.
func (ReconcileArgs) Kind() string { return "payment_reconcile" }

// checkAfter is when an attempt is looked at without being asked: 1, 5 and 15 minutes after it was made, or at the sweep that follows.
var checkAfter = []time.Duration{time.Minute, 5 * time.Minute, 15 * time.Minute}
