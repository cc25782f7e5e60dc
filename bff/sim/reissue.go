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

// reissueRetryAfter is how long a top-up and a reissue of one SIM wait for each other before they look again.
const reissueRetryAfter = 3 * time.Second

// Reissue goes on with a new profile for a SIM: it asks the carrier, or looks up what became of an earlier try, and records the
// answer, as Issue does with a unit of an order. A carrier that takes too long is asked to stop. Whether it has stopped it must
// say: until then it is listed for staff (Unreconciled).
func (s *Service) Reissue(ctx context.Context, reissueID int64) error {
	r, ok, err := s.claimReissue(ctx, reissueID)
	if err != nil || !ok {
		return err
	}
	s.callHook("reissue claimed")
	c, err := s.carriers.ByName(r.Carrier)
	var out outcome
	switch {
	case !r.Wanted && r.State == intended:
		out = outcome{state: failed, class: unwanted}
	case err != nil:
		out = s.refusalOutcome(r, err)
	default:
		out = s.advance(ctx, c, r)
	}
	s.callHook("reissue answered")
	again, err := s.recordReissue(ctx, r, out)
	s.callHook("reissue booked")
	if err != nil || again <= 0 {
		return err
	}
	return jobs.Snooze(again)
}

//go:embed claim_reissue.sql
var claimReissueSQL string

// claimReissue is claim for a new profile. One that was not asked for yet waits while its order is held, disputed or about to be
// refunded, until the time is over.
func (s *Service) claimReissue(ctx context.Context, id int64) (r request, ok bool, err error) {
	return s.claimRow(ctx, "take reissue", claimReissueSQL, id)
}

// sendReissue asks the carrier for the new profile, unless the SIM was installed meanwhile. It waits for a plan that is being added to
// the SIM: whichever of the two is written down as sent first is seen by the other.
func (s *Service) sendReissue(ctx context.Context, c carrier.Carrier, r request) (carrier.Order, error) {
	const call = "reissue SIM"
	var adding int
	err := s.db.Conn(ctx).Raw(`select count(*) from carrier_order where line_id = ? and state in ('sent', 'pending', 'unknown')`, *r.SIMID).Scan(&adding).Error
	if err != nil || adding > 0 {
		return carrier.Order{}, &carrier.Error{Class: carrier.Maintenance, Call: call, RetryAfter: reissueRetryAfter, Cause: err}
	}
	_, ref, err := s.Reach(ctx, *r.SIMID)
	if err != nil {
		return carrier.Order{}, asRetryable(call, err)
	}
	sim, err := c.SIM(ctx, ref)
	if err != nil {
		return carrier.Order{}, asRetryable(call, err)
	}
	now := reissuable.SIM{
		ESIM: true, Profile: sim.Profile, Used: sim.FirstAttachAt != nil, Over: sim.RetiredAt != nil, Status: settledOrder,
	}
	if now.Why() != "" {
		return carrier.Order{}, &carrier.Error{Class: carrier.ReissueNotAllowed, Call: call}
	}
	if err := s.renewClaim(ctx, "sim_reissue", r); err != nil {
		return carrier.Order{}, err
	}
	return c.Reissue(ctx, r.ClientRef, ref)
}

// asRetryable turns an error of a read into Maintenance where its class would leave open whether something was ordered: so far the SIM
// was only read. That it is not found may be a mistake for now.
func asRetryable(call string, err error) error {
	if class := carrier.ClassOf(err); class != carrier.Upstream && class != carrier.NotFound {
		return err
	}
	return &carrier.Error{Class: carrier.Maintenance, Call: call, Cause: err}
}

// sweepReissues goes on with new profiles whose job was lost.
func (s *Service) sweepReissues(ctx context.Context) error {
	return s.sweepOpen(ctx, "sim_reissue", s.Reissue)
}

// handleReissueEvent goes on with the reissue that a message is about.
func (s *Service) handleReissueEvent(ctx context.Context, carrierName string, ev carrier.Event) (about subject, outcome string, err error) {
	var rows []struct{ ID, SIMID int64 }
	err = s.db.Conn(ctx).Raw(`select id, line_id as sim_id from sim_reissue where carrier in (?, 'pool') and (client_ref = ? or (carrier_ref = ? and carrier_ref <> ''))`,
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
	return subject{SIMID: rows[0].SIMID}, "looked up", nil
}

// replacedSIM returns the outcome of a message about the old profile of a reissued SIM: it says nothing of the SIM as it is now.
// names are the reference in the message and its fingerprints.
func (s *Service) replacedSIM(ctx context.Context, carrierName string, names []string) (about subject, outcome string, err error) {
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
