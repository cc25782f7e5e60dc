package sim_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/moduletest"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/sim/reissuable"
)

// Each way in which a carrier answers: a no leaves the SIM as it was, with its code; slow and lost answers end in one profile.
func TestWhatACarrierAnswersToAReissue(t *testing.T) {
	t.Parallel()
	for plan, want := range map[string]struct {
		issued, failed, mails int
		class                 carrier.Class
	}{
		"test-reissue-refused": {0, 1, 0, carrier.ReissueNotAllowed}, "test-reissue-slow": {1, 0, 1, ""}, "test-reissue-timeout": {1, 0, 1, ""},
	} {
		t.Run(plan, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, "")
			o, id := f.placeDeletedSIM(t, plan)
			code := f.installKit(t, o).LPA
			f.askReissue(t, id)
			f.runReissueJobs(t)
			if plan != "test-reissue-refused" {
				f.requireCount(t, "open", openReissues, 1)
				if !f.installKit(t, o).Reissuing {
					t.Error("the old code is shown while nobody knows")
				}
			}
			for range 4 {
				f.advance(t, 1, time.Minute)
				f.runReissueJobs(t)
			}
			f.requireCount(t, "issued", issuedReissues, want.issued)
			f.requireCount(t, "failed", `select count(*) from sim_reissue where state = 'failed' and error_class = ?`, want.failed, string(want.class))
			f.requireCount(t, "usable at the carrier", usableAtCarrier, 1)
			f.requireCount(t, "asked at the carrier", reissueOrders, want.issued)
			f.requireCount(t, "mails", `select count(*) from river_job where kind = 'order_mail' and args->>'template' = 'esim_reissued'`, want.mails)
			if kit := f.installKit(t, o); (kit.LPA == code) != (want.issued == 0) || kit.Reissuing {
				t.Error("the wrong code is shown")
			}
			if want.failed == 1 {
				f.requireCount(t, "mails that it was not", `select count(*) from river_job where kind = 'order_mail' and args->>'template' = 'esim_not_reissued'`, 1)
				f.requireCount(t, "notes", `select count(*) from audit_log where action = 'reissue_refused'`, 1)
				if err := f.sims.AskReissue(ctx, id, "", "guest"); fault.Code(err) != reissuable.RefusedByCarrier {
					t.Errorf("again: %v", err)
				}
			}
		})
	}
}

// Messages about the old profile while the new one is on its way, and a reading that comes late, do not end the SIM.
func TestTheEndOfTheOldProfileIsNotThatOfTheSIM(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	_, id := f.placeDeletedSIM(t, "test-reissue-timeout")
	f.askReissue(t, id)
	f.Hook = func(at string) {
		if at == "reissue answered" {
			f.receiveMessages(t, f.TakeMessages())
			f.requireCount(t, "retired", `select count(*) from sim_line where retired_at is not null`, 0)
			f.runPurge(t)
			f.requireCount(t, "erased", erasedSIMs, 0)
		}
	}
	f.runReissueJobs(t)
	f.Work(t, f.Fixture, time.Minute)
	f.Hook = nil
	// Somebody reads the old one, and writes down what it said after the SIM has the new one.
	late := f.NewSIMService(carrier.Carriers{carrier.HTTP: interruptedCarrier{f.Carriers[carrier.HTTP], func() { f.runReissueJobs(t) }}}, nil, f.Logs.Logger())
	require.NoError(t, late.Refresh(ctx, id))
	f.requireCount(t, "issued", issuedReissues, 1)
	f.requireCount(t, "SIMs that can be used", `select count(*) from sim_line where retired_at is null and profile_state = 'released' and erase_at > profile_state_at`, 1)
}

// unconfirmingCarrier is a carrier that says that it will cancel, and has not.
type unconfirmingCarrier struct{ carrier.Carrier }

func (h unconfirmingCarrier) CancelOrder(ctx context.Context, ref string) (carrier.Order, error) {
	return h.Order(ctx, ref)
}

// A cancellation that is not confirmed leaves open whether the old profile is gone: the new one is waited for.
func TestAReissueWhoseCancellationIsNotConfirmed(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	_, id := f.placeDeletedSIM(t, "")
	f.sims = f.NewSIMService(carrier.Carriers{carrier.HTTP: unconfirmingCarrier{f.Carriers[carrier.HTTP]}}, f.pay, f.Logs.Logger())
	f.askReissue(t, id)
	f.runReissueJobs(t)
	f.Clock.Advance(moduletest.Patience)
	f.runReissueJobs(t)
	f.requireCount(t, "open", openReissues, 1)
	f.advance(t, 1, time.Minute)
	f.runReissueJobs(t)
	f.requireCount(t, "issued", issuedReissues, 1)
	f.requireCount(t, "usable at the carrier", usableAtCarrier, 1)
}

// A carrier of which nobody knows whether it made the new profile is looked up, never asked again; it is listed for staff, and the code
// stays withheld as long as that.
func TestAReissueThatNobodyKnowsOf(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "")
	o, id := f.placeDeletedSIM(t, "test-reissue-timeout")
	f.askReissue(t, id)
	here := f.sims
	f.sims = f.NewSIMService(carrier.Carriers{carrier.HTTP: unreachableCarrier{f.Carriers[carrier.HTTP]}}, nil, f.Logs.Logger())
	for range 8 {
		f.runReissueJobs(t)
		f.advance(t, 1, 20*time.Minute)
	}
	f.requireCount(t, "asked at the carrier", reissueOrders, 1)
	list, err := f.sims.Unreconciled(ctx, 10)
	if err != nil || len(list) != 1 || list[0].Kind != "reissue" || list[0].OrderNo != o.OrderNo {
		t.Errorf("to reconcile: %+v %v", list, err)
	}
	if !f.installKit(t, o).Reissuing {
		t.Error("the old code is shown")
	}
	f.sims = here
	f.runReissueJobs(t)
	f.requireCount(t, "issued", issuedReissues, 1)
	f.requireCount(t, "usable at the carrier", usableAtCarrier, 1)
}
