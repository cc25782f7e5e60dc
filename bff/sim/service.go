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
	"github.com/roamcart/roamcart/bff/platform/secret"
)

// Refunds gives back what was paid for units that no carrier delivered: missing is their number by order line. An order has
// one such refund, however often it is asked for.
type Refunds interface {
	Undelivered(ctx context.Context, tx *pg.Tx, o order.Locked, missing map[int64]int) error
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
	Orders  *order.Service
	Refunds Refunds
	Queue   *jobs.Queue
	Sealer  *secret.Box
	Prints  *secret.Fingerprinter
	// Carriers are the partners that can be asked; without any, everything comes from the pool.
	Carriers carrier.Carriers
	// Normal is how long a delivery takes; who waits longer is notified. Patience is how long it may take before the money goes back.
	Normal   time.Duration
	Patience time.Duration
	Log      *slog.Logger
	// Hook is called at named points of a delivery; tests use it to stop or to crash there. Nil does nothing.
	Hook func(point string)
}

// Service delivers SIMs and knows how they are.
type Service struct {
	db       *pg.DB
	clock    clock.Clock
	orders   *order.Service
	refunds  Refunds
	queue    *jobs.Queue
	sealer   *secret.Box
	prints   *secret.Fingerprinter
	carriers carrier.Carriers
	normal   time.Duration
	patience time.Duration
	log      *slog.Logger
	hook     func(point string)
	// syncRequested holds a value when SyncSoon was called since the last round.
	syncRequested chan struct{}
}

// NewService returns a service.
func NewService(d Deps) *Service {
	return &Service{
		db: d.DB, clock: d.Clock, orders: d.Orders, refunds: d.Refunds, queue: d.Queue, sealer: d.Sealer, prints: d.Prints, carriers: d.Carriers,
		normal: d.Normal, patience: d.Patience, log: d.Log, hook: d.Hook,
		syncRequested: make(chan struct{}, 1),
	}
}

// callHook calls the hook, where there is one, at a named point.
func (s *Service) callHook(point string) {
	if s.hook != nil {
		s.hook(point)
	}
}
