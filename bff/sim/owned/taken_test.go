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

// shelf is the lines as orders ask for them when they are taken into an account.
type shelf struct {
	order.SIMs
	sims *owned.Service
}

func (s shelf) Relist(ctx context.Context, tx *pg.Tx, orderIDs []int64) error {
	return s.sims.Relist(ctx, tx, orderIDs)
}

// The SIMs of an order that was taken into an account are its customer's, also one that somebody had linked and taken off the list
// again, but for one that another account has; the browser that placed the order has none of them any more.
func TestASIMFollowsItsOrder(t *testing.T) {
	t.Parallel()
	d, _ := newDrawer(t)
	d.ChangeOrders(func(deps *order.Deps) { deps.SIMs = shelf{sims: d.sims} })
	o := d.Place(t, d.Submission("plan", 4, 2600))
	d.Exec(t, `update orders set status = 'completed', paid_at = now() where id = ?`, o.ID)
	d.People[7] = reward.Person{Email: o.Contact.Email}
	bought := func(iccid string, unit int, linked int64) string {
		ref := d.put(t, iccid, linked)
		d.Exec(t, `update sim_line set order_line_id = ?, unit = ? where ref = ?`, o.Lines[0].ID, unit, ref)
		return ref
	}
	free, elsewhere := bought("8944538532008160230", 1, 0), bought("8944538532008160248", 2, 3)
	revoked, off := bought("8944538532008160255", 3, 0), bought("8944538532008160263", 4, 9)
	d.Exec(t, `update sim_line set revoked_at = now() where ref = ?`, revoked)
	require.NoError(t, d.sims.Unlink(ctx, owner(9), off))
	browser := owned.MaySee(20, 0, []string{string(o.Owner)}, "")
	sees := func(who owned.Owner, refs ...string) {
		t.Helper()
		for _, ref := range []string{free, elsewhere, revoked, off} {
			want := "sim_not_found"
			for _, known := range refs {
				if known == ref {
					want = ""
				}
			}
			_, err := d.sims.Detail(ctx, who, ref)
			require.Equal(t, want, fault.Code(err), ref)
		}
	}
	sees(browser, free)
	sees(owner(7))
	take := func() {
		t.Helper()
		_, err := d.Orders.Claim(ctx, 20, 7, []string{o.OrderNo})
		require.NoError(t, err)
	}
	take()
	sees(browser)
	sees(owner(7), free, off)
	sees(owner(9))
	sees(owned.MaySee(20, 7, []string{"u:7", string(o.Owner)}, ""), free, off)
	sees(owned.MaySee(20, 0, nil, o.OrderNo), free, off)
	sees(owner(3), elsewhere)
	mine, others, err := d.sims.CountClaimed(ctx, owner(7), o.ID)
	require.NoError(t, err)
	require.Equal(t, []int{2, 1}, []int{mine, others})
	// What its customer takes off the list stays off, also when the form comes again.
	require.NoError(t, d.sims.Unlink(ctx, owner(7), off))
	take()
	sees(owner(7), free)
}
