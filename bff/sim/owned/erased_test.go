package owned_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

// A SIM that is erased while its owner fills in a form keeps nothing of the form. It stays on the list, and nothing can be done
// with it but to take it off.
func TestASIMThatWasErased(t *testing.T) {
	t.Parallel()
	d, k := newDrawer(t)
	ref := d.put(t, iccid, 1)
	k.between = func(c carrier.Carrier) carrier.Carrier {
		d.Exec(t, `update sim_line set erase_at = ?`, d.Clock.Now())
		require.NoError(t, k.Profiles.(*sim.Service).Erase(ctx))
		return c
	}
	for _, when := range []string{"while it is erased", "afterwards"} {
		_, err := d.sims.Register(ctx, owner(1), ref, document)
		require.Equal(t, "real_name_not_needed", fault.Code(err), when)
	}
	require.Zero(t, d.Count(t, `select count(*) from kyc_case`))
	require.Zero(t, d.Count(t, `select count(*) from sandbox.carrier_kyc`))

	d.Clock.Advance(time.Hour)
	sim := d.find(t, 1, ref)
	require.NotNil(t, sim.ErasedAt)
	require.Equal(t, iccid[len(iccid)-4:], sim.ICCIDLast4)
	require.Equal(t, owned.Expired, sim.State())
	require.Empty(t, sim.Regimes)
	require.Empty(t, sim.Phone)
	require.False(t, d.sims.Stale(sim))
	_, err := d.sims.TopUps(ctx, owner(1), ref)
	require.Equal(t, "topup_not_allowed", fault.Code(err))
	_, err = d.sims.Target(ctx, owner(1), ref, "more")
	require.Equal(t, "topup_not_allowed", fault.Code(err))
	_, err = d.sims.Link(ctx, owner(2), owned.LinkForm{ICCID: iccid, Phone: phone, Code: "1"}, anybody)
	require.Equal(t, "sim_not_linkable", fault.Code(err))
	require.NoError(t, d.sims.Unlink(ctx, owner(1), ref))
}

// Of an erasure and an order for a top-up at the same moment one comes first: the SIM is kept, or the order is refused.
func TestATopUpHoldsItsSIM(t *testing.T) {
	t.Parallel()
	d, k := newDrawer(t)
	d.put(t, iccid, 1)
	line := int64(d.Count(t, `select id from sim_line`))
	d.Exec(t, `update sim_line set erase_at = ?`, d.Clock.Now())
	profiles := k.Profiles.(*sim.Service)
	hold := func(then func()) error {
		return d.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
			if err := d.sims.Lock(ctx, tx, line); err != nil {
				return err
			}
			then()
			return nil
		})
	}
	const erased = `select count(*) from sim_line where erased_at is not null`
	require.NoError(t, hold(func() { require.NoError(t, profiles.Erase(ctx)) }))
	require.Zero(t, d.Count(t, erased))

	late := make(chan error, 1)
	d.Hook = func(string) {
		go func() { late <- hold(func() {}) }()
		require.Eventually(t, func() bool {
			return d.Count(t, `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`) > 0
		}, 20*time.Second, 10*time.Millisecond)
	}
	require.NoError(t, profiles.Erase(ctx))
	require.Equal(t, "topup_not_allowed", fault.Code(<-late))
	require.Equal(t, 1, d.Count(t, erased))
}
