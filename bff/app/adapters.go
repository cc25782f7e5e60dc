package app

import (
	"context"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/reward"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

// customerAdapter gives cart, order and reward access to package account.
type customerAdapter struct{ accounts *account.Service }

// LockMailbox locks a customer until the transaction ends and returns the e-mail address. Fault: login_required.
func (a customerAdapter) LockMailbox(ctx context.Context, tx *pg.Tx, tenantID, customerID int64) (string, error) {
	return a.accounts.LockMailbox(ctx, tx, tenantID, customerID)
}

// Lock locks a customer until the transaction ends. Fault: login_required.
func (a customerAdapter) Lock(ctx context.Context, tx *pg.Tx, tenantID, customerID int64) error {
	return a.accounts.Lock(ctx, tx, tenantID, customerID)
}

// Person returns a customer's address, first name and locale; false if there is none.
func (a customerAdapter) Person(ctx context.Context, tenantID, userID int64) (reward.Person, bool, error) {
	c, ok, err := a.accounts.ByID(ctx, tenantID, userID)
	return reward.Person{Email: c.Email, FirstName: c.FirstName, Locale: c.Locale}, ok, err
}

// refundAdapter gives sim access to package payment. Payments know SIMs, too, so that it gets its service after SIMs have got it.
type refundAdapter struct{ payments *payment.Service }

// Undelivered opens the refund of an order.
func (a *refundAdapter) Undelivered(ctx context.Context, tx *pg.Tx, o order.Locked, missing map[int64]int) error {
	return a.payments.Undelivered(ctx, tx, o, missing)
}

// phoneAdapter proves phone numbers by the codes of package account.
type phoneAdapter struct{ codes *account.Codes }

// Proved runs do if x.Code proves x.Phone; faults are those of Codes.CheckWith.
func (a phoneAdapter) Proved(ctx context.Context, x owned.Proof, do func(ctx context.Context, tx *pg.Tx) error) error {
	ask := account.CodeRequest{
		TenantID: x.TenantID, Channel: notify.SMS, Target: x.Phone, Purpose: account.LinkSIM, Session: x.Session, Network: x.Network,
	}
	return a.codes.CheckWith(ctx, ask, x.Code, do)
}

// simAdapter gives order access to package owned. SIMs know orders, too, so that it gets its service after orders have got it.
type simAdapter struct{ sims *owned.Service }

// ToppedUp returns the SIM that goods are added to.
func (a *simAdapter) ToppedUp(ctx context.Context, tenantID, userID int64, v order.Viewer, ref, goodsID string) (order.ToppedUp, error) {
	t, err := a.sims.Target(ctx, owned.MaySee(tenantID, userID, v.Buyers(), v.TrackedOrderNo), ref, goodsID)
	return order.ToppedUp{ID: t.SIMID, Ref: ref, ICCIDLast4: t.ICCIDLast4}, err
}

// Hold locks a SIM for an order that is being written.
func (a *simAdapter) Hold(ctx context.Context, tx *pg.Tx, simID int64) error {
	return a.sims.Lock(ctx, tx, simID)
}

// Relist puts the SIMs of orders back on the list of whoever bought them.
func (a *simAdapter) Relist(ctx context.Context, tx *pg.Tx, orderIDs []int64) error {
	return a.sims.Relist(ctx, tx, orderIDs)
}
