package order

import (
	"time"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Steps of an order that are counted.
const (
	StepPlaced    = "placed"
	StepPaid      = "paid"
	StepDelivered = "delivered"
	StepCancelled = "cancelled"
	StepRefunded  = "refunded"
)

// Milestone is something that has become of an order.
type Milestone struct {
	Name     string
	TenantID int64
	Currency string
	// Amount is the order's total, and of a refund what went back, in minor units. It is negative for a refund that came back.
	Amount int64
	// SincePaid is the time from the payment to the delivery, 0 in all other steps.
	SincePaid time.Duration
}

// count has a step counted once its transaction is committed, so that each is counted once, by the program that made it.
func (s *Service) count(tx *pg.Tx, o Locked, step string, amount int64) {
	if s.counted == nil {
		return
	}
	done := Milestone{Name: step, TenantID: o.TenantID, Currency: o.Currency, Amount: amount}
	if step == StepDelivered && o.PaidAt != nil {
		done.SincePaid = s.clock.Now().Sub(*o.PaidAt)
	}
	tx.AfterCommit(func() { s.counted(done) })
}
