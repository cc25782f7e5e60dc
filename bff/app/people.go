package app

import (
	"context"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/reward"
)

// refunds gives back what could not be delivered.
type refunds struct{ modules *modules }

// Undelivered opens the refund of an order.
func (f refunds) Undelivered(ctx context.Context, tx *pg.Tx, o order.Locked, missing map[int64]int) error {
	return f.modules.payments.Undelivered(ctx, tx, o, missing)
}

// people tells the other modules who customers are, and keeps customers while something is written for them.
type people struct{ modules *modules }

// LockMailbox is Lock, and returns the address of the customer, which does not change until then.
func (p people) LockMailbox(ctx context.Context, tx *pg.Tx, tenantID, customerID int64) (string, error) {
	return p.modules.accounts.LockMailbox(ctx, tx, tenantID, customerID)
}

// Lock locks a customer until the transaction ends. Fault: login_required.
func (p people) Lock(ctx context.Context, tx *pg.Tx, tenantID, customerID int64) error {
	return p.modules.accounts.Lock(ctx, tx, tenantID, customerID)
}

// Person returns how a customer is written to.
func (p people) Person(ctx context.Context, tenantID, userID int64) (reward.Person, bool, error) {
	c, ok, err := p.modules.accounts.ByID(ctx, tenantID, userID)
	return reward.Person{Email: c.Email, FirstName: c.FirstName, Locale: c.Locale}, ok, err
}
