package lines_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/sim/lines"
)

// The SIMs of an order that was taken into an account are its customer's, but for one that another account has linked; the browser
// that placed the order has none of them any more.
func TestASIMFollowsItsOrder(t *testing.T) {
	t.Parallel()
	d, _ := newDrawer(t)
	o := d.Place(t, d.Submission("plan", 3, 1950))
	bought := func(iccid string, unit int, linked int64) string {
		ref := d.put(t, iccid, linked)
		d.Exec(t, `update sim_line set order_line_id = ?, unit = ? where ref = ?`, o.Lines[0].ID, unit, ref)
		return ref
	}
	free, elsewhere := bought("8944538532008160230", 1, 0), bought("8944538532008160248", 2, 3)
	revoked := bought("8944538532008160255", 3, 0)
	d.Exec(t, `update sim_line set revoked_at = now() where ref = ?`, revoked)
	browser := lines.MaySee(20, 0, []string{string(o.Owner)}, "")
	sees := func(who lines.Owner, refs ...string) {
		t.Helper()
		for _, ref := range []string{free, elsewhere, revoked} {
			want := "sim_not_found"
			for _, known := range refs {
				if known == ref {
					want = ""
				}
			}
			_, err := d.lines.Detail(ctx, who, ref)
			require.Equal(t, want, fault.Code(err), ref)
		}
	}
	sees(browser, free)
	sees(owner(7))
	d.Exec(t, `update orders set user_id = 7 where id = ?`, o.ID)
	sees(browser)
	sees(owner(7), free)
	sees(lines.MaySee(20, 7, []string{"u:7", string(o.Owner)}, ""), free)
	sees(lines.MaySee(20, 0, nil, o.OrderNo), free)
	sees(owner(3), elsewhere)
	mine, others, err := d.lines.Followed(ctx, owner(7), o.ID)
	require.NoError(t, err)
	require.Equal(t, []int{1, 1}, []int{mine, others})
}
