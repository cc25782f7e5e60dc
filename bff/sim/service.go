package sim

import (
	"context"
	"log/slog"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Orders is what delivering needs of orders.
type Orders interface {
	Lock(ctx context.Context, tx *pg.Tx, orderID int64) (order.Locked, error)
	Review(ctx context.Context, tx *pg.Tx, o order.Locked) (bool, error)
	LineReady(ctx context.Context, tx *pg.Tx, lineIDs []int64, state string) error
	MarkDelivered(ctx context.Context, tx *pg.Tx, o order.Locked, mailed []int64) error
	Undelivered(ctx context.Context, limit int) ([]int64, error)
	Late(ctx context.Context, tx *pg.Tx, o order.Locked, refundAt time.Time) error
	Ship(ctx context.Context, tx *pg.Tx, o order.Locked, tracking string, lines []order.SentLine, actor string) error
}

// Refunds gives back what was paid for units that no carrier delivered: missing is their number by order line. An order has
// one such refund, however often it is asked for.
type Refunds interface {
	Undelivered(ctx context.Context, tx *pg.Tx, o order.Locked, missing map[int64]int) error
}

// Queue takes jobs in the transaction that needs them.
type Queue interface {
	Enqueue(ctx context.Context, tx *pg.Tx, jobs ...jobs.Job) error
}

// Sealer keeps activation codes unreadable at rest.
type Sealer interface {
	Seal(purpose string, plain []byte) ([]byte, error)
	Open(purpose string, sealed []byte) ([]byte, error)
}

// Prints makes what stands for a number after it was erased.
type Prints interface {
	Of(purpose string, tenantID int64, text string) string
	All(purpose string, tenantID int64, text string) []string
}

// What separates sealed things from each other: activation codes, and messages of carriers.
const (
	SealPurpose      = "esim activation code"
	eventSealPurpose = "carrier event"
)

// Deps are what a Service works with.
type Deps struct {
	DB      *pg.DB
	Clock   clock.Clock
	Orders  Orders
	Refunds Refunds
	Queue   Queue
	Sealer  Sealer
	Prints  Prints
	// Carriers are the partners that can be asked; without any, everything comes from the pool.
	Carriers carrier.Carriers
	// Normal is how long a delivery takes; who waits longer is told. Patience is how long it may take before the money goes back.
	Normal   time.Duration
	Patience time.Duration
	Log      *slog.Logger
	// Hook is called at named points; tests use it to crash there. Nil does nothing.
	Hook func(point string)
}

// Service delivers SIMs and knows how they are.
type Service struct {
	db       *pg.DB
	clock    clock.Clock
	orders   Orders
	refunds  Refunds
	queue    Queue
	sealer   Sealer
	prints   Prints
	carriers carrier.Carriers
	normal   time.Duration
	patience time.Duration
	log      *slog.Logger
	// Hook is called at named points of a delivery; tests use it to stop or to crash there. Nil does nothing.
	Hook func(point string)
}

// NewService returns a service.
func NewService(d Deps) *Service {
	return &Service{
		db: d.DB, clock: d.Clock, orders: d.Orders, refunds: d.Refunds, queue: d.Queue, sealer: d.Sealer, prints: d.Prints, carriers: d.Carriers,
		normal: d.Normal, patience: d.Patience, log: d.Log, Hook: d.Hook,
	}
}

func (s *Service) at(point string) {
	if s.Hook != nil {
		s.Hook(point)
	}
}
