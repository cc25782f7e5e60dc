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

// RefreshArgs asks to read a line at its carrier.
type RefreshArgs struct {
	LineID int64 `json:"lineId"`
}

// Kind names the worker.
func (RefreshArgs) Kind() string { return "sim_refresh" }

// MissingFor is how long a carrier has to say that it knows no such line before the line is over: it may say so by mistake for hours,
// while it is deployed, or restored from a backup.
const MissingFor = 24 * time.Hour

// Refresh reads a line at its carrier and notes what it says. A line of the pool is made known to the carrier that stands
// behind it first; without one, and of a line that was erased, there is nothing to read. Errors are *carrier.Error or the
// database's.
func (s *Service) Refresh(ctx context.Context, lineID int64) error {
	c, ref, isNew, err := s.bound(ctx, lineID)
	if err != nil {
		if carrier.ClassOf(err) == carrier.NotSupported || errors.Is(err, errErased) {
			return nil
		}
		return err
	}
	if isNew {
		return nil // the carrier has said all it knows
	}
	line, err := c.Line(ctx, ref)
	note := func(ctx context.Context, tx *pg.Tx) error { return s.learn(ctx, tx, lineID, line) }
	switch class := carrier.ClassOf(err); {
	case err == nil:
	case class == carrier.LineRetired:
		note = func(ctx context.Context, tx *pg.Tx) error { return s.retire(ctx, tx, lineID, ref) }
	case class == carrier.NotFound:
		s.log.WarnContext(ctx, "line not found", "line", lineID, "error", err)
		note = func(ctx context.Context, tx *pg.Tx) error { return s.missing(ctx, tx, lineID, ref) }
	default:
		return err
	}
	return s.db.InTx(ctx, note)
}

// Follow is Refresh for a job: it comes back when the carrier may answer later, and does not when asking again is of no use.
func (s *Service) Follow(ctx context.Context, lineID int64) error {
	err := s.Refresh(ctx, lineID)
	var no *carrier.Error
	if !errors.As(err, &no) {
		return err
	}
	s.log.WarnContext(ctx, "line not read", "line", lineID, "error", err)
	if no.Class.Temporary() {
		return jobs.Snooze(max(no.RetryAfter, time.Minute))
	}
	return nil
}

// bound returns a line's carrier and what that calls the line. One that it has not heard of is made known under the plan it was sold
// with, and what the carrier then says of it is noted: isNew. The error is errErased for one that was erased.
func (s *Service) bound(ctx context.Context, lineID int64) (c carrier.Carrier, ref string, isNew bool, err error) {
	var rows []struct {
		Carrier, CarrierRef, PlanRef string
		ICCID                        string `gorm:"column:iccid"`
		StartAt                      *time.Time
		Erased                       bool
	}
	err = s.db.Conn(ctx).Raw(`
		select s.carrier, s.carrier_ref, s.iccid, s.plan_ref, l.start_at, s.erased_at is not null as erased
		from sim_line s left join order_line l on l.id = s.order_line_id where s.id = ?`, lineID).Scan(&rows).Error
	if err != nil {
		return nil, "", false, fmt.Errorf("read line: %w", err)
	}
	if len(rows) == 0 {
		return nil, "", false, fmt.Errorf("no SIM line %d", lineID)
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
	line, err := c.Bind(ctx, rows[0].ICCID, rows[0].PlanRef, rows[0].StartAt)
	if err != nil {
		return nil, "", false, err
	}
	return c, line.Ref, true, s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error { return s.learn(ctx, tx, lineID, line) })
}

//go:embed learn.sql
var learnSQL string

// learn notes what a carrier says of a line. Words about an earlier time than what is known are ignored: a profile's state by
// when it began, a plan by when it was counted. A line that was over and answers is back. Nothing is noted of a line that was erased, and nothing that was read under a
// name that the line no longer has: it was issued again meanwhile. While it is, the end of the old one is not its end.
func (s *Service) learn(ctx context.Context, tx *pg.Tx, lineID int64, l carrier.Line) error {
	now := s.clock.Now()
	next := nextSync(l, now)
	changed, err := pg.Changed(tx.WithContext(ctx), "note line", fmt.Sprintf(learnSQL, underReissue), map[string]any{
		"id": lineID, "ref": l.Ref, "device": l.Device, "msisdn": l.MSISDN, "since": l.ProfileAt, "profile": string(l.Profile),
		"attached": l.FirstAttachAt, "country": l.LastCountry, "retires": l.RetiresAt, "retired": l.RetiredAt, "now": now, "next": next,
	})
	if err != nil || !changed {
		return err
	}
	for i, p := range l.Plans {
		if err := learnPlan(ctx, tx, lineID, i, p); err != nil {
			return err
		}
	}
	if err := s.setDue(ctx, tx, lineID); err != nil {
		return err
	}
	if !slices.ContainsFunc(l.Plans, func(p carrier.PlanInstance) bool {
		return p.State == carrier.PlanActive || p.State == carrier.PlanDepleted
	}) {
		return nil // what waits or is over does not run out
	}
	return s.notifyPlans(ctx, tx, lineID)
}

//go:embed learn_plan.sql
var learnPlanSQL string

func learnPlan(ctx context.Context, tx *pg.Tx, lineID int64, position int, p carrier.PlanInstance) error {
	return pg.Exec(tx.WithContext(ctx), "note plan", learnPlanSQL, map[string]any{
		"line": lineID, "ref": p.Ref, "plan": p.PlanRef, "state": string(p.State), "position": position, "started": p.StartedAt,
		"ends": p.EndsAt, "total": p.TotalBytes, "remaining": p.RemainingBytes, "voiceTotal": p.VoiceTotal, "voiceLeft": p.VoiceLeft,
		"smsTotal": p.SMSTotal, "smsLeft": p.SMSLeft, "asOf": p.AsOf, "over": p.State.Over(),
	})
}

// retire notes that the carrier has ended the line of that name, unless another takes its place.
func (s *Service) retire(ctx context.Context, tx *pg.Tx, lineID int64, ref string) error {
	now := s.clock.Now()
	err := pg.Exec(tx, "retire line", `
		update sim_line set retired_at = coalesce(retired_at, ?), synced_at = ?, sync_at = null
		where id = ? and carrier_ref = ? and not `+underReissue, now, now, lineID, ref)
	if err != nil {
		return err
	}
	return s.setDue(ctx, tx, lineID)
}

// missing notes that the carrier knows no line of that name, unless another takes its place. It is read again until it is known or,
// after MissingFor, over and erased.
func (s *Service) missing(ctx context.Context, tx *pg.Tx, lineID int64, ref string) error {
	now := s.clock.Now()
	err := pg.Exec(tx, "note missing line", `
		update sim_line set missing_since = coalesce(missing_since, @now),
		    retired_at = case when missing_since <= @long_ago then coalesce(retired_at, @now) else retired_at end,
		    sync_at = case when revoked_at is null then cast(@next as timestamptz) end
		where id = @id and carrier_ref = @ref and erased_at is null and not `+underReissue,
		map[string]any{"now": now, "long_ago": now.Add(-MissingFor), "next": now.Add(syncInUse), "id": lineID, "ref": ref})
	if err != nil {
		return err
	}
	return s.setDue(ctx, tx, lineID)
}
