package owned_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/offer/validity"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

// A forecast counts what was used until now, for whoever may see the SIM, whether its page was looked at before or not.
func TestAForecastCountsWhatWasUsed(t *testing.T) {
	t.Parallel()
	f, _ := newFixture(t)
	bought := func(user int64) (o order.Order) {
		in := f.Submission("plan", 1, 650)
		if user > 0 {
			in.Owner, in.UserID = cart.User(user), user
		}
		return f.Place(t, in)
	}
	mine, guests := bought(7), bought(0)
	for name, c := range map[string]struct {
		who    owned.Owner
		order  *order.Order
		linked int64
		iccid  string
	}{
		"who linked it":     {owner(3), nil, 3, "8944538532008160222"},
		"who bought it":     {owned.MaySee(20, 7, nil, ""), &mine, 0, "8944538532008160230"},
		"the buyer's phone": {owned.MaySee(20, 0, []string{string(guests.Owner)}, ""), &guests, 0, "8944538532008160248"},
		"who tracks it":     {owned.MaySee(20, 0, nil, guests.OrderNo), &guests, 0, "8944538532008160255"},
	} {
		ref := f.addSIM(t, c.iccid, c.linked)
		if c.order != nil {
			f.Exec(t, `update sim_line set order_line_id = ?, unit = (select count(*) from sim_line where order_line_id = ?) + 1 where ref = ?`,
				c.order.Lines[0].ID, c.order.Lines[0].ID, ref)
		}
		forecast := func() validity.After {
			t.Helper()
			list, err := f.sims.TopUps(ctx, c.who, ref)
			require.NoError(t, err, name)
			i := slices.IndexFunc(list, func(o owned.TopUp) bool { return o.GoodsID == "more" })
			require.GreaterOrEqual(t, i, 0, name)
			return list[i].After
		}
		first := forecast()
		require.EqualValues(t, 3072, *first.Data, name)
		require.Nil(t, first.Until, "%s: the plan before it has not started", name)

		f.Control(t, f.carrierRef(t, ref), "attach", map[string]any{"country": "JP"})
		f.Control(t, f.carrierRef(t, ref), "use", map[string]any{"mb": 900})
		f.Clock.Advance(2 * time.Minute)
		after := forecast()
		require.EqualValues(t, 3072-900, *after.Data, name)
		sim, err := f.sims.Detail(ctx, c.who, ref)
		require.NoError(t, err, name)
		require.True(t, after.StartsAt.Equal(*sim.ValidUntil()), "%s: %v", name, after.StartsAt)
		require.True(t, after.Until.Equal(sim.ValidUntil().AddDate(0, 0, 7)), "%s: %v", name, after.Until)
	}
}
