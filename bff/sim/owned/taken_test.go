package owned_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/reward"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

// relister puts SIMs back on a list, as orders ask for it when they are taken into an account.
type relister struct {
	order.SIMs
	sims *owned.Service
}

func (s relister) Relist(ctx context.Context, tx *pg.Tx, orderIDs []int64) error {
	return s.sims.Relist(ctx, tx, orderIDs)
}

// The SIMs of an order that was taken into an account are its customer's, also one that somebody had linked and taken off the list
// again, but for one that another account has; the browser that placed the order has none of them any more.
func TestASIMFollowsItsOrder(t *testing.T) {
	t.Parallel()
	f, _ := newFixture(t)
	f.ChangeOrders(func(deps *order.Deps) { deps.SIMs = relister{sims: f.sims} })
	o := f.Place(t, f.Submission("plan", 4, 2600))
	f.Exec(t, `update orders set status = 'completed', paid_at = now() where id = ?`, o.ID)
	f.People[7] = reward.Person{Email: o.Contact.Email}
	bought := func(iccid string, unit int, linked int64) string {
		ref := f.addSIM(t, iccid, linked)
		f.Exec(t, `update sim_line set order_line_id = ?, unit = ? where ref = ?`, o.Lines[0].ID, unit, ref)
		return ref
	}
	free, elsewhere := bought("8944538532008160230", 1, 0), bought("8944538532008160248", 2, 3)
	revoked, off := bought("8944538532008160255", 3, 0), bought("8944538532008160263", 4, 9)
	f.Exec(t, `update sim_line set revoked_at = now() where ref = ?`, revoked)
	require.NoError(t, f.sims.Unlink(ctx, owner(9), off))
	browser := owned.MaySee(20, 0, []string{string(o.Owner)}, "")
	requireVisible := func(who owned.Owner, refs ...string) {
		t.Helper()
		for _, ref := range []string{free, elsewhere, revoked, off} {
			want := "sim_not_found"
			for _, known := range refs {
				if known == ref {
					want = ""
				}
			}
			_, err := f.sims.Detail(ctx, who, ref)
			require.Equal(t, want, fault.Code(err), ref)
		}
	}
	requireVisible(browser, free)
	requireVisible(owner(7))
	take := func() {
		t.Helper()
		_, err := f.Orders.Claim(ctx, 20, 7, []string{o.OrderNo})
		require.NoError(t, err)
	}
	take()
	requireVisible(browser)
	requireVisible(owner(7), free, off)
	requireVisible(owner(9))
	requireVisible(owned.MaySee(20, 7, []string{"u:7", string(o.Owner)}, ""), free, off)
	requireVisible(owned.MaySee(20, 0, nil, o.OrderNo), free, off)
	requireVisible(owner(3), elsewhere)
	mine, others, err := f.sims.CountClaimed(ctx, owner(7), o.ID)
	require.NoError(t, err)
	require.Equal(t, []int{2, 1}, []int{mine, others})
	// What its customer takes off the list stays off, also when the form comes again.
	require.NoError(t, f.sims.Unlink(ctx, owner(7), off))
	take()
	requireVisible(owner(7), free)
}
