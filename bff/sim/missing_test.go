package sim_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/sim"
)

// amnesicCarrier is a carrier that answers every read of a SIM with an error of class, unless class is "".
type amnesicCarrier struct {
	carrier.Carrier
	class carrier.Class
}

func (f *amnesicCarrier) SIM(ctx context.Context, ref string) (carrier.SIM, error) {
	if f.class != "" {
		return carrier.SIM{}, &carrier.Error{Class: f.class, Call: "read SIM"}
	}
	return f.Carrier.SIM(ctx, ref)
}

// useAmnesicCarrier replaces the fixture's carrier by one that knows no SIM while its class is set.
func (f *fixture) useAmnesicCarrier() *amnesicCarrier {
	far := &amnesicCarrier{Carrier: f.Carriers[carrier.HTTP]}
	f.sims = f.NewSIMService(carrier.Carriers{carrier.HTTP: far}, f.pay, f.Logs.Logger())
	return far
}

// syncFor lets time pass, reads what is due at the carrier every half hour, and purges every hour.
func (f *fixture) syncFor(t *testing.T, during time.Duration) {
	t.Helper()
	for at := time.Duration(0); at < during; at += 30 * time.Minute {
		f.Clock.Advance(30 * time.Minute)
		require.NoError(t, f.sims.Sync(ctx))
		if at%time.Hour == 0 {
			f.runPurge(t)
		}
	}
}

const retiredSIMs = `select count(*) from sim_line where retired_at is not null`

// A carrier that does not find a SIM may be wrong for hours. It is asked again, and nothing of the SIM is forgotten before it has not
// been found for a day.
func TestASIMThatItsCarrierDoesNotFind(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	o, far := f.placeDeliveredOrder(t), f.useAmnesicCarrier()
	for range 2 { // a find in between starts the day anew
		far.class = carrier.NotFound
		f.syncFor(t, 20*time.Hour)
		f.requireCount(t, "retired while it may come back", retiredSIMs, 0)
		if f.installKit(t, o).LPA == "" {
			t.Fatal("its code was erased")
		}
		far.class = ""
		f.syncFor(t, time.Hour)
		f.requireCount(t, "known again", `select count(*) from sim_line where missing_since is null and sync_at is not null`, 1)
	}
	far.class = carrier.NotFound
	f.syncFor(t, sim.MissingFor+7*time.Hour) // what waits to be used is read every six hours
	f.requireCount(t, "erased", erasedSIMs, 1)
}

// A SIM whose end was a mistake is back with the carrier's next answer, unless it was erased by then.
func TestASIMComesBack(t *testing.T) {
	t.Parallel()
	for _, class := range []carrier.Class{carrier.NotFound, carrier.SIMRetired} {
		t.Run(string(class), func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, "")
			o, far := f.placeDeliveredOrder(t), f.useAmnesicCarrier()
			id := int64(f.Count(t, `select id from sim_line`))
			far.class = class
			for range 2 {
				require.NoError(t, f.sims.Refresh(ctx, id))
				f.Clock.Advance(sim.MissingFor)
			}
			f.requireCount(t, "retired", retiredSIMs, 1)
			far.class = ""
			require.NoError(t, f.sims.Refresh(ctx, id))
			f.requireCount(t, "retired after it answered", retiredSIMs, 0)
			f.requireCount(t, "read again", `select count(*) from sim_line where sync_at is not null`, 1)
			f.runPurge(t)
			if f.installKit(t, o).LPA == "" {
				t.Error("its code was erased")
			}
		})
	}
}

// What was known at the end is not undone by an older word.
func TestAnOlderReportDoesNotRestoreASIM(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	f.placeDeliveredOrder(t)
	id, ref := int64(f.Count(t, `select id from sim_line`)), f.simRef(t)
	late := f.NewSIMService(carrier.Carriers{carrier.HTTP: interruptedCarrier{f.Carriers[carrier.HTTP], func() {
		f.Clock.Advance(time.Second)
		f.Control(t, ref, "retire", nil)
		if err := f.sims.Refresh(ctx, id); err != nil {
			t.Error(err)
		}
	}}}, nil, f.Logs.Logger())
	require.NoError(t, late.Refresh(ctx, id))
	f.requireCount(t, "retired", retiredSIMs, 1)
}

// More data for a SIM that its carrier does not find now is not asked for, and waits until the carrier knows the SIM again.
func TestATopUpOfASIMThatIsNotFound(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	f.placeDeliveredOrder(t)
	far := f.useAmnesicCarrier()
	far.class = carrier.NotFound
	f.placeTopUp(t)
	f.advance(t, 2, 5*time.Minute)
	f.requireCount(t, "asked for", `select count(*) from sandbox.carrier_order where line <> '' and plan = 'more'`, 0)
	far.class = ""
	f.advance(t, 3, 5*time.Minute)
	f.requireCount(t, "delivered", `select count(*) from carrier_order where kind = 'topup' and state = 'issued'`, 1)
}

// A new profile of such a SIM waits, too.
func TestAReissueOfASIMThatIsNotFound(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	_, id := f.placeDeletedSIM(t, "")
	far := f.useAmnesicCarrier()
	far.class = carrier.NotFound
	f.askReissue(t, id)
	f.runReissueJobs(t)
	f.requireCount(t, "still open", openReissues, 1)
	far.class = ""
	for range 3 {
		f.advance(t, 1, 5*time.Minute)
		f.runReissueJobs(t)
	}
	f.requireCount(t, "issued", issuedReissues, 1)
}
