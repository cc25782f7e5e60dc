package sim

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/jobs"
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

// Refresh reads a SIM at its carrier and notes what it says. A SIM of the pool is made known to the carrier that stands
// behind it first; without one, and of a SIM that was erased, there is nothing to read. Errors are *carrier.Error or the
// database's.
func (s *Service) Refresh(ctx context.Context, simID int64) error {
	c, ref, isNew, err := s.bound(ctx, simID)
	if err != nil {
		if carrier.ClassOf(err) == carrier.NotSupported || errors.Is(err, errErased) {
			return nil
		}
		return err
	}
	if isNew {
		return nil // the carrier has said all it knows
	}
	sim, err := c.SIM(ctx, ref)
	note := func(ctx context.Context, tx *pg.Tx) error { return s.learn(ctx, tx, simID, sim) }
	switch class := carrier.ClassOf(err); {
	case err == nil:
	case class == carrier.SIMRetired:
		note = func(ctx context.Context, tx *pg.Tx) error { return s.retire(ctx, tx, simID, ref) }
	case class == carrier.NotFound:
		s.log.WarnContext(ctx, "SIM not found", "line", simID, "error", err)
		note = func(ctx context.Context, tx *pg.Tx) error { return s.missing(ctx, tx, simID, ref) }
	default:
		return err
	}
	return s.db.InTx(ctx, note)
}

// Follow is Refresh for a job: it comes back when the carrier may answer later, and does not when asking again is of no use.
func (s *Service) Follow(ctx context.Context, simID int64) error {
	err := s.Refresh(ctx, simID)
	var no *carrier.Error
	if !errors.As(err, &no) {
		return err
	}
	s.log.WarnContext(ctx, "SIM not read", "line", simID, "error", err)
	if no.Class.Temporary() {
		return jobs.Snooze(max(no.RetryAfter, time.Minute))
	}
	return nil
}

// bound returns a SIM's carrier and what that calls the SIM. One that it has not heard of is made known under the plan it was sold
// with, and what the carrier then says of it is noted: isNew. The error is errErased for one that was erased.
func (s *Service) bound(ctx context.Context, simID int64) (c carrier.Carrier, ref string, isNew bool, err error) {
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
	return c, sim.Ref, true, s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error { return s.learn(ctx, tx, simID, sim) })
}

//go:embed learn.sql
var learnSQL string

// learn notes what a carrier says of a SIM. Words about an earlier time than what is known are ignored: a profile's state by
// when it began, a plan by when it was counted. A SIM that was over and answers is back. Nothing is noted of a SIM that was erased, and nothing that was read under a
// name that the SIM no longer has: it was issued again meanwhile. While it is, the end of the old one is not its end.
func (s *Service) learn(ctx context.Context, tx *pg.Tx, simID int64, sim carrier.SIM) error {
	now := s.clock.Now()
	next := nextSync(sim, now)
	changed, err := pg.Changed(tx.WithContext(ctx), "note SIM", fmt.Sprintf(learnSQL, underReissue), map[string]any{
		"id": simID, "ref": sim.Ref, "device": sim.Device, "msisdn": sim.MSISDN, "since": sim.ProfileAt, "profile": string(sim.Profile),
		"attached": sim.FirstAttachAt, "country": sim.LastCountry, "retires": sim.RetiresAt, "retired": sim.RetiredAt, "now": now, "next": next,
	})
	if err != nil || !changed {
		return err
	}
	for i, p := range sim.Plans {
		if err := learnPlan(ctx, tx, simID, i, p); err != nil {
			return err
		}
	}
	if err := s.setDue(ctx, tx, simID); err != nil {
		return err
	}
	if !slices.ContainsFunc(sim.Plans, func(p carrier.PlanInstance) bool {
		return p.State == carrier.PlanActive || p.State == carrier.PlanDepleted
	}) {
		return nil // what waits or is over does not run out
	}
	return s.notifyPlans(ctx, tx, simID)
}

//go:embed learn_plan.sql
var learnPlanSQL string

func learnPlan(ctx context.Context, tx *pg.Tx, simID int64, position int, p carrier.PlanInstance) error {
	return pg.Exec(tx.WithContext(ctx), "note plan", learnPlanSQL, map[string]any{
		"sim": simID, "ref": p.Ref, "plan": p.PlanRef, "state": string(p.State), "position": position, "started": p.StartedAt,
		"ends": p.EndsAt, "total": p.TotalBytes, "remaining": p.RemainingBytes, "voiceTotal": p.VoiceTotal, "voiceLeft": p.VoiceLeft,
		"smsTotal": p.SMSTotal, "smsLeft": p.SMSLeft, "asOf": p.AsOf, "over": p.State.Over(),
	})
}

// retire notes that the carrier has ended the SIM of that name, unless another takes its place.
func (s *Service) retire(ctx context.Context, tx *pg.Tx, simID int64, ref string) error {
	now := s.clock.Now()
	err := pg.Exec(tx, "retire SIM", `
		update sim_line set retired_at = coalesce(retired_at, ?), synced_at = ?, sync_at = null
		where id = ? and carrier_ref = ? and not `+underReissue, now, now, simID, ref)
	if err != nil {
		return err
	}
	return s.setDue(ctx, tx, simID)
}

// missing notes that the carrier knows no SIM of that name, unless another takes its place. It is read again until it is known or,
// after MissingFor, over and erased.
func (s *Service) missing(ctx context.Context, tx *pg.Tx, simID int64, ref string) error {
	now := s.clock.Now()
	err := pg.Exec(tx, "note missing SIM", `
		update sim_line set missing_since = coalesce(missing_since, @now),
		    retired_at = case when missing_since <= @long_ago then coalesce(retired_at, @now) else retired_at end,
		    sync_at = case when revoked_at is null then cast(@next as timestamptz) end
		where id = @id and carrier_ref = @ref and erased_at is null and not `+underReissue,
		map[string]any{"now": now, "long_ago": now.Add(-MissingFor), "next": now.Add(syncInUse), "id": simID, "ref": ref})
	if err != nil {
		return err
	}
	return s.setDue(ctx, tx, simID)
}
