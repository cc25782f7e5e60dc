// Package pool is the carrier of SIMs that were imported. They are handed out by the delivery itself, in its own transaction
// (bff/sim); what is known of them afterwards is known by the carrier that they came from, when it can be asked.
package pool

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
)

// Carrier passes everything about SIMs on to their owner. It implements carrier.Carrier.
type Carrier struct{ carrier.Carrier }

// New returns the pool whose SIMs came from owner.
func New(owner carrier.Carrier) Carrier { return Carrier{owner} }

// CreateOrder fails with NotSupported: the SIMs of the pool are taken from stock.
func (Carrier) CreateOrder(context.Context, string, string, *time.Time) (carrier.Order, error) {
	return carrier.Order{}, &carrier.Error{Class: carrier.NotSupported, Call: "order from the pool"}
}
