package owned

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// usableFor is how old a carrier's reading may be on which a top-up is sold.
const usableFor = 10 * time.Second

// Usable makes sure that a plan that is added to a SIM can be used: its carrier is asked for the SIM's state, unless it was a
// moment ago. A carrier that does not answer in time leaves what was known before. Faults: topup_sim_deleted, topup_sim_retired,
// topup_sim_reissuing, topup_not_allowed (it was refunded or erased).
func (s *Service) Usable(ctx context.Context, simID int64) error {
	u, err := s.readUsability(ctx, simID)
	if err != nil {
		return err
	}
	if u.SyncedAt == nil || s.Clock.Now().Sub(*u.SyncedAt) >= usableFor {
		limited, cancel := forPage(ctx, topUpPatience)
		defer cancel()
		if err := s.Profiles.Refresh(limited, simID); err != nil {
			s.Log.WarnContext(ctx, "SIM not read before a top-up", "line", simID, "error", err)
		} else if u, err = s.readUsability(ctx, simID); err != nil {
			return err
		}
	}
	switch {
	case u.Retired: // Before what follows from it: a SIM that was retired is erased soon after.
		return fault.New("topup_sim_retired")
	case u.Reissuing:
		return fault.New("topup_sim_reissuing")
	case u.ProfileState == carrier.ProfileDeleted:
		return fault.New("topup_sim_deleted")
	case u.Gone:
		return fault.New("topup_not_allowed")
	}
	return nil
}

// usability is what decides whether a SIM can be used.
type usability struct {
	SyncedAt     *time.Time
	ProfileState carrier.Profile
	Retired      bool
	Reissuing    bool
	// Gone says that the shop took it back or erased it.
	Gone bool
}

func (s *Service) readUsability(ctx context.Context, simID int64) (usability, error) {
	rows, err := pg.List[usability](s.DB.Conn(ctx), "read SIM", `
		select synced_at, profile_state, retired_at is not null as retired, revoked_at is not null or erased_at is not null as gone,
		    exists (select 1 from sim_reissue r where r.line_id = sim_line.id and r.state in ('intended', 'sent', 'pending', 'unknown')) as reissuing
		from sim_line where id = ?`, simID)
	if err != nil {
		return usability{}, err
	}
	if len(rows) == 0 {
		return usability{Gone: true}, nil
	}
	return rows[0], nil
}
