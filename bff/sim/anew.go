package sim

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/sim/reissuable"
)

// besideReissue is how long a top-up and a reissue of one SIM wait for each other before they look again.
const besideReissue = 3 * time.Second

// Reissue goes on with a new profile for a SIM: it asks the carrier, or looks up what became of an earlier try, and records the
// answer, as Issue does with a unit of an order. A carrier that takes too long is asked to stop. Whether it has stopped it must
// say: until then people are told of it (Unreconciled).
func (s *Service) Reissue(ctx context.Context, reissueID int64) error {
	r, ok, err := s.claimReissue(ctx, reissueID)
	if err != nil || !ok {
		return err
	}
	s.at("reissue claimed")
	c, err := s.carriers.ByName(r.Carrier)
	var out outcome
	switch {
	case !r.Wanted && r.State == intended:
		out = outcome{state: failed, class: unwanted}
	case err != nil:
		out = s.refused(r, err)
	default:
		out = s.ask(ctx, c, r)
	}
	s.at("reissue answered")
	again, err := s.bookReissue(ctx, r, out)
	s.at("reissue booked")
	if err != nil || again <= 0 {
		return err
	}
	return jobs.Snooze(again)
}

//go:embed claim_reissue.sql
var claimReissueSQL string

// claimReissue is claim for a new profile. One that was not asked for yet waits while its order is held, disputed or about to be refunded, until the time is over.
func (s *Service) claimReissue(ctx context.Context, id int64) (r request, ok bool, err error) {
	rows, err := pg.List[request](s.db.Conn(ctx), "take reissue", claimReissueSQL,
		claimArgs(id, s.clock.Now()))
	if err != nil {
		return request{}, false, err
	}
	if len(rows) == 0 {
		return request{}, false, nil
	}
	return rows[0], true, nil
}

// askAnew asks for the new profile, unless the SIM was installed meanwhile. It waits for a plan that is being added to the SIM:
// whichever of the two is written down as sent first is seen by the other.
func (s *Service) askAnew(ctx context.Context, c carrier.Carrier, r request) (carrier.Order, error) {
	const call = "reissue SIM"
	var adding int
	err := s.db.Conn(ctx).Raw(`select count(*) from carrier_order where line_id = ? and state in ('sent', 'pending', 'unknown')`, *r.SIMID).Scan(&adding).Error
	if err != nil || adding > 0 {
		return carrier.Order{}, &carrier.Error{Class: carrier.Maintenance, Call: call, RetryAfter: besideReissue, Cause: err}
	}
	_, ref, err := s.Reach(ctx, *r.SIMID)
	if err != nil {
		return carrier.Order{}, notAsked(call, err)
	}
	sim, err := c.SIM(ctx, ref)
	if err != nil {
		return carrier.Order{}, notAsked(call, err)
	}
	now := reissuable.SIM{
		ESIM: true, Profile: sim.Profile, Used: sim.FirstAttachAt != nil, Over: sim.RetiredAt != nil, Status: settledOrder,
	}
	if now.Why() != "" {
		return carrier.Order{}, &carrier.Error{Class: carrier.ReissueNotAllowed, Call: call}
	}
	return c.Reissue(ctx, r.ClientRef, ref)
}

// notAsked turns an answer that leaves open what happened into one that does not: so far a SIM was only read. That it is not found may
// be a mistake for now.
func notAsked(call string, err error) error {
	if class := carrier.ClassOf(err); class != carrier.Upstream && class != carrier.NotFound {
		return err
	}
	return &carrier.Error{Class: carrier.Maintenance, Call: call, Cause: err}
}

// sweepReissues goes on with new profiles whose job was lost.
func (s *Service) sweepReissues(ctx context.Context) error {
	return s.sweepOpen(ctx, "sim_reissue", s.Reissue)
}

// workReissue goes on with the new profile that a message is about.
func (s *Service) workReissue(ctx context.Context, carrierName string, ev carrier.Event) (about subject, outcome string, err error) {
	var rows []struct{ ID, LineID int64 }
	err = s.db.Conn(ctx).Raw(`select id, line_id from sim_reissue where carrier in (?, 'pool') and (client_ref = ? or (carrier_ref = ? and carrier_ref <> ''))`,
		carrierName, ev.ClientRef, ev.OrderRef).Scan(&rows).Error
	if err != nil {
		return about, "", fmt.Errorf("find reissue of an event: %w", err)
	}
	if len(rows) == 0 {
		return about, "unknown", nil
	}
	if err := s.Reissue(ctx, rows[0].ID); err != nil && !jobs.IsSnoozed(err) {
		return about, "", err
	}
	return subject{SIMID: rows[0].LineID}, "looked up", nil
}

// replaced is the outcome of a message about a SIM that was issued again under another name: it says nothing of the SIM as it
// is now. names are what may stand for the SIM's name.
func (s *Service) replaced(ctx context.Context, carrierName string, names []string) (about subject, outcome string, err error) {
	ids, err := pg.List[int64](s.db.Conn(ctx), "find replaced SIM of an event", `
		select line_id from sim_reissue where carrier in (?, 'pool') and old_ref <> '' and old_ref = any(cast(? as text[]))`,
		carrierName, pg.Array(names))
	if err != nil {
		return about, "", err
	}
	if len(ids) == 0 {
		return about, "unknown", nil
	}
	return subject{SIMID: ids[0]}, "replaced", nil
}
