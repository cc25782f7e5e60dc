package sim

import (
	"context"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/esim"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// settledOrder is the state of the order where only the SIM is in question.
const settledOrder = order.Completed

// recordReissue stores the outcome of a try, under the order's lock: the SIM gets the new profile, or stays what it was. again is
// how soon to go on, 0 when there is nothing more to do.
func (s *Service) recordReissue(ctx context.Context, r request, out outcome) (again time.Duration, err error) {
	err = s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		again = 0
		o, err := s.orders.Lock(ctx, tx, r.OrderID)
		if err != nil {
			return err
		}
		if written, err := s.writeOutcome(tx, "sim_reissue", r, out); err != nil || !written {
			return err
		}
		switch out.state {
		case issued:
			return s.replaceProfile(ctx, tx, o, r, out)
		case failed:
			return s.keepOldProfile(ctx, tx, o, r, out)
		}
		again = s.nextCheck(out.wait, r.Deadline)
		return nil
	})
	return again, err
}

// replaceProfile gives a SIM its new profile, in one statement that finds it as it was when the profile was asked for. When the money
// for it went back meanwhile, or it was erased, the new one is taken back instead.
func (s *Service) replaceProfile(ctx context.Context, tx *pg.Tx, o order.Locked, r request, out outcome) error {
	simID, now := *r.SIMID, s.clock.Now()
	var was struct {
		CarrierRef string
		ICCID      string `gorm:"column:iccid"`
		Gone       bool
	}
	err := tx.Raw(`
		select s.carrier_ref, s.iccid, s.revoked_at is not null or s.erased_at is not null or l.state = 'refunded' as gone
		from sim_line s join order_line l on l.id = s.order_line_id where s.id = ? for update of s`, simID).Scan(&was).Error
	if err != nil {
		return fmt.Errorf("read SIM to replace: %w", err)
	}
	if was.Gone {
		err := pg.Exec(tx, "note unwanted reissue",
			`update sim_reissue set error_class = ? where id = ?`, string(unwanted), r.ID)
		if err != nil {
			return err
		}
		return s.queue.Enqueue(ctx, tx, jobs.Job{Args: CancelReissueArgs{r.ID}})
	}
	sealed, err := s.sealer.Seal(SealPurpose, []byte(out.activation.LPA))
	if err != nil {
		return fmt.Errorf("seal activation code of reissue %d: %w", r.ID, err)
	}
	args := map[string]any{
		"id": r.ID, "sim": simID, "ref": out.sim.Ref, "was": was.CarrierRef, "iccid": out.sim.ICCID, "msisdn": out.sim.MSISDN,
		"activation": pg.Bytes(sealed), "apn": out.activation.APN, "profile": string(out.sim.Profile),
		"since": out.sim.ProfileAt, "now": now,
		"oldRef": s.prints.Of(refPurpose, 0, was.CarrierRef), "oldLast4": esim.Last4(was.ICCID),
		"oldNumber": s.prints.Of(iccidPurpose, o.TenantID, was.ICCID),
		"plans":     pg.AsJSON(planRefs(out.sim)),
	}
	for _, step := range []struct{ what, sql string }{
		{"replace profile", `
			update sim_line set carrier_ref = @ref, iccid = @iccid, msisdn = coalesce(nullif(@msisdn, ''), msisdn), activation = @activation, apn = @apn,
			    profile_state = @profile, profile_state_at = @since, device = '', first_attach_at = null, retires_at = null, retired_at = null, missing_since = null
			where id = @sim and carrier_ref = @was`},
		{"note what was replaced", `update sim_reissue set old_ref = @oldRef, old_last4 = @oldLast4 where id = @id`},
		// The old profile in the pool: its number stays known by a fingerprint.
		{"clear the old code", `
			update esim_profile p set iccid = @oldNumber, activation = null, apn = '' from sim_line s
			where s.id = @sim and p.order_line_id = s.order_line_id and p.unit = s.unit and p.activation is not null`},
		// A carrier that counts what is left as a plan of another name has ended the one before.
		{"clear plans that moved", `
			delete from plan_instance where line_id = @sim and state not in ('depleted', 'expired', 'revoked', 'lapsed')
			  and jsonb_array_length(cast(@plans as jsonb)) > 0 and ref not in (select jsonb_array_elements_text(cast(@plans as jsonb)))`},
	} {
		if err := tx.Exec(step.sql, args).Error; err != nil {
			return fmt.Errorf("%s of reissue %d: %w", step.what, r.ID, err)
		}
	}
	if err := s.recordSIM(ctx, tx, simID, out.sim); err != nil {
		return err
	}
	if err := auditReissue(tx, o, simID, order.BySystem, "reissue", now); err != nil {
		return err
	}
	s.callHook("profile replaced")
	return s.queue.Enqueue(ctx, tx, jobs.Job{Args: order.MailArgs{OrderID: o.ID, Template: order.MailReissued, Subject: fmt.Sprint(r.ID)}})
}

// planRefs returns the references of a SIM's plans.
func planRefs(sim carrier.SIM) []string {
	refs := make([]string, len(sim.Plans))
	for i, p := range sim.Plans {
		refs[i] = p.Ref
	}
	return refs
}

// keepOldProfile ends a reissue that failed: the SIM stays as it was and is read again, because reports were ignored meanwhile, and its
// buyer is mailed.
func (s *Service) keepOldProfile(ctx context.Context, tx *pg.Tx, o order.Locked, r request, out outcome) error {
	s.log.WarnContext(ctx, "carrier issues no new profile", "order", o.OrderNo, "reissue", r.ID, "carrier", r.Carrier, "class", out.class)
	if err := auditReissue(tx, o, *r.SIMID, order.BySystem, "reissue_refused", s.clock.Now()); err != nil {
		return err
	}
	list := []jobs.Job{{Args: RefreshArgs{*r.SIMID}}}
	if out.class != unwanted {
		list = append(list, jobs.Job{Args: order.MailArgs{OrderID: o.ID, Template: order.MailNotReissued, Subject: fmt.Sprint(r.ID)}})
	}
	return s.queue.Enqueue(ctx, tx, list...)
}

// auditReissue writes into the audit log what was done about a reissue.
func auditReissue(tx *pg.Tx, o order.Locked, simID int64, actor, action string, now time.Time) error {
	err := tx.Exec(`
		insert into audit_log (tenant_id, at, actor, entity, entity_id, action, detail) values (?, ?, ?, 'sim', ?, ?, ?)`,
		o.TenantID, now, actor, fmt.Sprint(simID), action, pg.AsJSON(map[string]string{"orderNo": o.OrderNo})).Error
	if err != nil {
		return fmt.Errorf("audit %s: %w", action, err)
	}
	return nil
}

// revokeReissues takes back the profile that lines have instead of the one they were sold with, and ends what was not asked for
// yet. What a carrier was asked for is taken back when it comes.
func (s *Service) revokeReissues(ctx context.Context, tx *pg.Tx, lineIDs []int64) error {
	const of = `in (select s.id from sim_line s where s.order_line_id in (select jsonb_array_elements_text(cast(@lines as jsonb))::bigint))`
	args := map[string]any{"lines": pg.AsJSON(lineIDs), "now": s.clock.Now(), "class": string(unwanted)}
	err := pg.Exec(tx.WithContext(ctx), "end reissues", `
		update sim_reissue set state = 'failed', error_class = @class, updated_at = @now where state = 'intended' and line_id `+of, args)
	if err != nil {
		return err
	}
	ids, err := pg.List[int64](tx.WithContext(ctx), "find reissues to take back",
		`select max(id) from sim_reissue where state = 'issued' and line_id `+of+` group by line_id`, args)
	if err != nil {
		return err
	}
	return s.queue.Enqueue(ctx, tx, jobsFor(ids, func(id int64) jobs.Job { return jobs.Job{Args: CancelReissueArgs{id}} })...)
}

// Reissued says which unit of which order line got a new profile; ok is false when that is not shown any more, or has been replaced
// again.
func (s *Service) Reissued(ctx context.Context, reissueID int64) (orderLineID int64, unit int, ok bool, err error) {
	var rows []struct {
		OrderLineID int64
		Unit        int
	}
	err = s.db.Conn(ctx).Raw(`
		select s.order_line_id, s.unit from sim_reissue r join sim_line s on s.id = r.line_id
		where r.id = ? and r.state = 'issued' and s.revoked_at is null and s.erased_at is null
		  and not exists (select 1 from sim_reissue n where n.line_id = r.line_id and n.id > r.id and n.state <> 'failed')`, reissueID).Scan(&rows).Error
	if err != nil {
		return 0, 0, false, fmt.Errorf("read reissue: %w", err)
	}
	if len(rows) == 0 {
		return 0, 0, false, nil
	}
	return rows[0].OrderLineID, rows[0].Unit, true, nil
}
