package lines_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/bff/sim/lines"
)

// A SIM that is erased while its owner fills in a form keeps nothing of the form. It stays on the list, and nothing can be done
// with it but to take it off.
func TestASIMThatWasErased(t *testing.T) {
	t.Parallel()
	d, k := newDrawer(t)
	ref := d.put(t, iccid, 1)
	k.between = func(c carrier.Carrier) carrier.Carrier {
		d.Exec(t, `update sim_line set erase_at = ?`, d.Clock.Now())
		require.NoError(t, k.Keeper.(*sim.Service).Erase(ctx))
		return c
	}
	for _, when := range []string{"while it is erased", "afterwards"} {
		_, err := d.lines.Register(ctx, owner(1), ref, document)
		require.Equal(t, "real_name_not_needed", fault.Code(err), when)
	}
	require.Zero(t, d.Count(t, `select count(*) from kyc_case`))
	require.Zero(t, d.Count(t, `select count(*) from sandbox.carrier_kyc`))

	d.Clock.Advance(time.Hour)
	l := d.find(t, 1, ref)
	require.NotNil(t, l.ErasedAt)
	require.Equal(t, iccid[len(iccid)-4:], l.ICCIDLast4)
	require.Equal(t, lines.Expired, l.State())
	require.Empty(t, l.Regimes)
	require.Empty(t, l.Phone)
	require.False(t, d.lines.Stale(l))
	_, err := d.lines.TopUps(ctx, owner(1), ref)
	require.Equal(t, "topup_not_allowed", fault.Code(err))
	_, err = d.lines.Target(ctx, owner(1), ref, "more")
	require.Equal(t, "topup_not_allowed", fault.Code(err))
	_, err = d.lines.Link(ctx, owner(2), lines.Card{ICCID: iccid, Phone: phone, Code: "1"}, anybody)
	require.Equal(t, "sim_not_linkable", fault.Code(err))
	require.NoError(t, d.lines.Unlink(ctx, owner(1), ref))
}
