package owned

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/sim/reissuable"
)

// Reissue is what is known of new profiles of a SIM, and of its order as far as that decides whether it can have one.
type Reissue struct {
	// Open says that one is asked for, Until is when that should be over.
	Open  bool
	Until *time.Time
	// Issued is how many it got.
	Issued int
	// Refused is why it got none when one was asked for last, at RefusedAt; "" when it did.
	Refused   carrier.Class
	RefusedAt *time.Time
	// Status is the order's, Refunded says that the SIM's money went back.
	Status                   order.Status
	Refunded, Held, Disputed bool
}

// NoReissue says why the SIM can have no new profile: a key of the errors, "" when it can.
func (sim SIM) NoReissue() string {
	return reissuable.SIM{
		ESIM: sim.SimType != Physical, Profile: sim.Profile, Used: sim.FirstAttach != nil,
		Over:  sim.RetiredAt != nil || sim.ErasedAt != nil,
		Plans: len(sim.Plans), Left: len(sim.openPlans()), Issued: sim.Reissue.Issued,
		Status: sim.Reissue.Status, Refunded: sim.Reissue.Refunded,
		Held: sim.Reissue.Held, Disputed: sim.Reissue.Disputed,
		Refused: reissuable.Final(sim.Reissue.Refused) && sim.Reissue.RefusedAt != nil && !sim.Reissue.RefusedAt.Before(sim.ProfileAt),
	}.Why()
}

// ReissueLate reports whether a new profile takes longer than it should.
func (sim SIM) ReissueLate(now time.Time) bool {
	return sim.Reissue.Open && sim.Reissue.Until != nil && !now.Before(*sim.Reissue.Until)
}

// Reissued reports whether the SIM has a new profile that nobody has installed.
func (sim SIM) Reissued() bool {
	return sim.Reissue.Issued > 0 && !sim.onDevice() && sim.FirstAttach == nil && sim.Profile != carrier.ProfileDeleted
}

// ForReissue returns one SIM of a customer's as its carrier has it now, as far as that answers in time. Fault: sim_not_found.
func (s *Service) ForReissue(ctx context.Context, who Owner, ref string) (SIM, error) {
	sim, err := s.find(ctx, who, ref)
	if err != nil {
		return SIM{}, err
	}
	if err := s.refreshIfOld(ctx, sim.ID, sim.SyncedAt); err == nil {
		if sim, err = s.find(ctx, who, ref); err != nil {
			return SIM{}, err
		}
	}
	one := []SIM{sim}
	err = s.addPlansAndCases(ctx, one)
	return one[0], err
}

// AskReissue asks for a new profile for a SIM of a customer's, whose state was just read at its carrier; actor is who asks, and old the
// end of the card number that the caller saw, "" for none. One that is asked for or was made already stays so. Faults: sim_not_found,
// carrier_unavailable, and the keys of reissuable.
func (s *Service) AskReissue(ctx context.Context, who Owner, ref, old, actor string) (SIM, error) {
	sim, err := s.find(ctx, who, ref)
	if err != nil || sim.Reissue.Open {
		return sim, err
	}
	if err := s.refreshIfOld(ctx, sim.ID, sim.SyncedAt); err != nil {
		return SIM{}, fault.New("carrier_unavailable")
	}
	if err := s.Profiles.AskReissue(ctx, sim.ID, old, actor); err != nil {
		return SIM{}, err
	}
	return s.find(ctx, who, ref)
}

// refreshIfOld has a SIM read at its carrier, unless it was a moment ago.
func (s *Service) refreshIfOld(ctx context.Context, simID int64, synced *time.Time) error {
	if synced != nil && s.Clock.Now().Sub(*synced) < usableFor {
		return nil
	}
	limited, cancel := forPage(ctx, topUpPatience)
	defer cancel()
	err := s.Profiles.Refresh(limited, simID)
	if err != nil {
		s.Log.WarnContext(ctx, "SIM not read before a reissue", "line", simID, "error", err)
	}
	return err
}
