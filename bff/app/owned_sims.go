package app

import (
	"context"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

// phones proves phones by codes.
type phones struct{ codes *account.Codes }

// Proved runs do where the code is right.
func (p phones) Proved(ctx context.Context, x owned.Proof, do func(ctx context.Context, tx *pg.Tx) error) error {
	ask := account.CodeRequest{
		TenantID: x.TenantID, Channel: notify.SMS, Target: x.Phone, Purpose: account.LinkSIM, Session: x.Session, Network: x.Network,
	}
	return p.codes.CheckWith(ctx, ask, x.Code, do)
}

// ownedSIMs returns to orders which SIMs can have which top-ups.
type ownedSIMs struct{ r *modules }

// ToppedUp returns the SIM that goods are added to.
func (o ownedSIMs) ToppedUp(ctx context.Context, tenantID, userID int64, v order.Viewer, ref, goodsID string) (order.ToppedUp, error) {
	t, err := o.r.ownedSIMs.Target(ctx, owned.MaySee(tenantID, userID, v.Buyers(), v.TrackedOrderNo), ref, goodsID)
	return order.ToppedUp{ID: t.SIMID, Ref: ref, ICCIDLast4: t.ICCIDLast4}, err
}

// Hold keeps a SIM for an order that is being written.
func (o ownedSIMs) Hold(ctx context.Context, tx *pg.Tx, simID int64) error {
	return o.r.ownedSIMs.Lock(ctx, tx, simID)
}

// Relist puts the SIMs of orders back on the list of whoever bought them.
func (o ownedSIMs) Relist(ctx context.Context, tx *pg.Tx, orderIDs []int64) error {
	return o.r.ownedSIMs.Relist(ctx, tx, orderIDs)
}
