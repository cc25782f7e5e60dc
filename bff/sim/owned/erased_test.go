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
	f, p := newFixture(t)
	ref := f.addSIM(t, iccid, 1)
	p.wrap = func(c carrier.Carrier) carrier.Carrier {
		f.Exec(t, `update sim_line set erase_at = ?`, f.Clock.Now())
		require.NoError(t, p.Profiles.(*sim.Service).Erase(ctx))
		return c
	}
	for _, when := range []string{"while it is erased", "afterwards"} {
		_, err := f.sims.Register(ctx, owner(1), ref, document)
		require.Equal(t, "real_name_not_needed", fault.Code(err), when)
	}
	require.Zero(t, f.Count(t, `select count(*) from kyc_case`))
	require.Zero(t, f.Count(t, `select count(*) from sandbox.carrier_kyc`))

	f.Clock.Advance(time.Hour)
	found := f.requireDetail(t, 1, ref)
	require.NotNil(t, found.ErasedAt)
	require.Equal(t, iccid[len(iccid)-4:], found.ICCIDLast4)
	require.Equal(t, owned.Expired, found.State())
	require.Empty(t, found.Regimes)
	require.Empty(t, found.Phone)
	require.False(t, f.sims.Stale(found))
	_, err := f.sims.TopUps(ctx, owner(1), ref)
	require.Equal(t, "topup_not_allowed", fault.Code(err))
	_, err = f.sims.Target(ctx, owner(1), ref, "more")
	require.Equal(t, "topup_not_allowed", fault.Code(err))
	_, err = f.sims.Link(ctx, owner(2), owned.LinkForm{ICCID: iccid, Phone: phone, Code: "1"})
	require.Equal(t, "sim_not_linkable", fault.Code(err))
	require.NoError(t, f.sims.Unlink(ctx, owner(1), ref))
}

// Of an erasure and an order for a top-up at the same moment one comes first: the SIM is kept, or the order is refused.
func TestATopUpHoldsItsSIM(t *testing.T) {
	t.Parallel()
	f, p := newFixture(t)
	f.addSIM(t, iccid, 1)
	simID := int64(f.Count(t, `select id from sim_line`))
	f.Exec(t, `update sim_line set erase_at = ?`, f.Clock.Now())
	profiles := p.Profiles.(*sim.Service)
	hold := func(then func()) error {
		return f.DB.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
			if err := f.sims.Lock(ctx, tx, simID); err != nil {
				return err
			}
			then()
			return nil
		})
	}
	const erased = `select count(*) from sim_line where erased_at is not null`
	require.NoError(t, hold(func() { require.NoError(t, profiles.Erase(ctx)) }))
	require.Zero(t, f.Count(t, erased))

	late := make(chan error, 1)
	f.Hook = func(string) {
		go func() { late <- hold(func() {}) }()
		require.Eventually(t, func() bool {
			return f.Count(t, `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`) > 0
		}, 20*time.Second, 10*time.Millisecond)
	}
	require.NoError(t, profiles.Erase(ctx))
	require.Equal(t, "topup_not_allowed", fault.Code(<-late))
	require.Equal(t, 1, f.Count(t, erased))
}
