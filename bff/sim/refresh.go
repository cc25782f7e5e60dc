package sim

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// RefreshArgs asks to read a SIM at its carrier.
type RefreshArgs struct {
	SIMID int64 `json:"lineId"`
}

// Kind names the worker.
func (RefreshArgs) Kind() string { return "sim_refresh" }

// MissingFor is how long a carrier has to say that it knows no such SIM before the SIM is over: it may say so by mistake for hours,
// while it is deployed, or restored from a backup.
const MissingFor = 24 * time.Hour

// Refresh reads a SIM at its carrier and stores what it reports. A SIM of the pool is made known to the carrier that stands
// behind it first; without one, and of a SIM that was erased, there is nothing to read. Errors are *carrier.Error or the
// database's.
func (s *Service) Refresh(ctx context.Context, simID int64) error {
	c, ref, isNew, err := s.reachOrBind(ctx, simID)
	if err != nil {
		if carrier.ClassOf(err) == carrier.NotSupported || errors.Is(err, errErased) {
			return nil
		}
		return err
	}
	if isNew {
		return nil // reachOrBind has stored what the carrier knows
	}
	sim, err := c.SIM(ctx, ref)
	note := func(ctx context.Context, tx *pg.Tx) error { return s.recordSIM(ctx, tx, simID, sim) }
	switch class := carrier.ClassOf(err); {
	case err == nil:
	case class == carrier.SIMRetired:
		note = func(ctx context.Context, tx *pg.Tx) error { return s.recordRetired(ctx, tx, simID, ref) }
	case class == carrier.NotFound:
		s.log.WarnContext(ctx, "SIM not found", "line", simID, "error", err)
		note = func(ctx context.Context, tx *pg.Tx) error { return s.recordMissing(ctx, tx, simID, ref) }
	default:
		return err
	}
	return s.db.InTx(ctx, note)
}

// RefreshForJob is Refresh for a job, which comes back when the carrier may answer later, and not when asking again is of no use.
func (s *Service) RefreshForJob(ctx context.Context, simID int64) error {
	err := s.Refresh(ctx, simID)
	if err == nil {
		return nil
	}
	s.log.WarnContext(ctx, "SIM not read", "line", simID, "error", err)
	again, _ := retryLater(err)
	return again
}

// reachOrBind returns a SIM's carrier and the carrier's reference of the SIM. One that it does not know is bound under the plan it was
// sold with, and what the carrier then reports is stored: isNew. The error is errErased for one that was erased.
func (s *Service) reachOrBind(ctx context.Context, simID int64) (c carrier.Carrier, ref string, isNew bool, err error) {
	var rows []struct {
		Carrier, CarrierRef, PlanRef string
		ICCID                        string `gorm:"column:iccid"`
		StartAt                      *time.Time
		Erased                       bool
	}
	err = s.db.Conn(ctx).Raw(`
		select s.carrier, s.carrier_ref, s.iccid, s.plan_ref, l.start_at, s.erased_at is not null as erased
		from sim_line s left join order_line l on l.id = s.order_line_id where s.id = ?`, simID).Scan(&rows).Error
	if err != nil {
		return nil, "", false, fmt.Errorf("read SIM: %w", err)
	}
	if len(rows) == 0 {
		return nil, "", false, fmt.Errorf("no SIM %d", simID)
	}
	if rows[0].Erased {
		return nil, "", false, errErased
	}
	if c, err = s.carriers.ByName(rows[0].Carrier); err != nil {
		return nil, "", false, err
	}
	if rows[0].CarrierRef != "" {
		return c, rows[0].CarrierRef, false, nil
	}
	sim, err := c.Bind(ctx, rows[0].ICCID, rows[0].PlanRef, rows[0].StartAt)
	if err != nil {
		return nil, "", false, err
	}
	return c, sim.Ref, true, s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error { return s.recordSIM(ctx, tx, simID, sim) })
}

//go:embed record_sim.sql
var recordSIMSQL string

// recordSIM stores what a carrier reports about a SIM. Reports that are older than what is stored are ignored: a profile's state by
// when it began, a plan by when it was counted. A retired SIM that its carrier reports again is no longer retired. Nothing is stored of
// a SIM that was erased, nor of a reference that the SIM no longer has because it was issued again. While a reissue is under way, the
// end of the old profile does not retire the SIM.
func (s *Service) recordSIM(ctx context.Context, tx *pg.Tx, simID int64, sim carrier.SIM) error {
	now := s.clock.Now()
	next := nextSync(sim, now)
	changed, err := pg.Changed(tx.WithContext(ctx), "record SIM", fmt.Sprintf(recordSIMSQL, underReissue), map[string]any{
		"id": simID, "ref": sim.Ref, "device": sim.Device, "msisdn": sim.MSISDN, "since": sim.ProfileAt, "profile": string(sim.Profile),
		"attached": sim.FirstAttachAt, "country": sim.LastCountry, "retires": sim.RetiresAt,
		"retired": sim.RetiredAt, "now": now, "next": next,
	})
	if err != nil || !changed {
		return err
	}
	for i, p := range sim.Plans {
		if err := recordPlan(ctx, tx, simID, i, p); err != nil {
			return err
		}
	}
	if err := s.scheduleErasure(ctx, tx, simID); err != nil {
		return err
	}
	if !slices.ContainsFunc(sim.Plans, func(p carrier.PlanInstance) bool {
		return p.State == carrier.PlanActive || p.State == carrier.PlanDepleted
	}) {
		return nil // a plan that waits or has ended does not run out
	}
	return s.notifyPlans(ctx, tx, simID)
}

//go:embed record_plan.sql
var recordPlanSQL string

// recordPlan stores what a carrier reports about a plan of a SIM, unless it is older than what is stored.
func recordPlan(ctx context.Context, tx *pg.Tx, simID int64, position int, p carrier.PlanInstance) error {
	return pg.Exec(tx.WithContext(ctx), "record plan", recordPlanSQL, map[string]any{
		"sim": simID, "ref": p.Ref, "plan": p.PlanRef, "state": string(p.State), "position": position, "started": p.StartedAt,
		"ends": p.EndsAt, "total": p.TotalBytes, "remaining": p.RemainingBytes, "voiceTotal": p.VoiceTotal, "voiceLeft": p.VoiceLeft,
		"smsTotal": p.SMSTotal, "smsLeft": p.SMSLeft, "asOf": p.AsOf, "over": p.State.Over(),
	})
}

// recordRetired stores that the carrier has ended the SIM of that name, unless another takes its place.
func (s *Service) recordRetired(ctx context.Context, tx *pg.Tx, simID int64, ref string) error {
	now := s.clock.Now()
	err := pg.Exec(tx, "retire SIM", `
		update sim_line set retired_at = coalesce(retired_at, ?), synced_at = ?, sync_at = null
		where id = ? and carrier_ref = ? and not `+underReissue, now, now, simID, ref)
	if err != nil {
		return err
	}
	return s.scheduleErasure(ctx, tx, simID)
}

// recordMissing stores that the carrier knows no SIM of that name, unless another takes its place. It is read again until it is known or,
// after MissingFor, over and erased.
func (s *Service) recordMissing(ctx context.Context, tx *pg.Tx, simID int64, ref string) error {
	now := s.clock.Now()
	err := pg.Exec(tx, "record missing SIM", `
		update sim_line set missing_since = coalesce(missing_since, @now),
		    retired_at = case when missing_since <= @long_ago then coalesce(retired_at, @now) else retired_at end,
		    sync_at = case when revoked_at is null then cast(@next as timestamptz) end
		where id = @id and carrier_ref = @ref and erased_at is null and not `+underReissue,
		map[string]any{"now": now, "long_ago": now.Add(-MissingFor), "next": now.Add(syncInUse), "id": simID, "ref": ref})
	if err != nil {
		return err
	}
	return s.scheduleErasure(ctx, tx, simID)
}
