package sim

import (
	"context"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// record stores the outcome of a try and does what follows: an issued unit becomes a SIM, and the order is delivered as far as it can
// be. again is how soon to go on, 0 when there is nothing more to do.
func (s *Service) record(ctx context.Context, r request, out outcome) (again time.Duration, err error) {
	err = s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		again = 0
		o, err := s.orders.Lock(ctx, tx, r.OrderID)
		if err != nil {
			return err
		}
		if written, err := s.writeOutcome(tx, "carrier_order", r, out); err != nil || !written {
			return err
		}
		switch out.state {
		case issued:
			if err := s.storeIssued(ctx, tx, o, r, out); err != nil {
				return err
			}
		case failed:
			s.log.WarnContext(ctx, "carrier could not deliver an order", "order", o.OrderNo, "carrier", r.Carrier, "class", out.class)
			if out.class == unwanted { // and may deliver later
				if err := s.queue.Enqueue(ctx, tx, jobs.Job{Args: CancelArgs{r.ID}}); err != nil {
					return err
				}
			}
		default:
			late := r.Begun.Add(s.normal)
			again = s.nextCheck(out.wait, late, r.Deadline)
			if s.clock.Now().Before(late) {
				return nil
			}
		}
		_, err = s.deliverAndEnqueueMails(ctx, tx, o)
		return err
	})
	return again, err
}

// writeOutcome stores the outcome of a try in the request's row of a table, carrier_order or sim_reissue. written is false when the
// request had ended before, or when another worker has claimed it since: only that a SIM was issued is true whoever has found it out.
func (s *Service) writeOutcome(tx *pg.Tx, table string, r request, out outcome) (written bool, err error) {
	now := s.clock.Now()
	res := tx.Exec(`
		update `+table+` set state = @state, error_class = @class, next_at = @next, busy_until = null, updated_at = @now,
		    carrier_ref = case when @state = 'intended' then '' when @ref = '' then carrier_ref else @ref end
		where id = @id and state not in ('issued', 'failed') and (attempts = @attempt or @state = 'issued')`, map[string]any{
		"state": out.state, "class": string(out.class), "next": now.Add(out.wait), "now": now, "ref": out.order.Ref, "id": r.ID,
		"attempt": r.attempt(),
	})
	if res.Error != nil {
		return false, fmt.Errorf("record carrier's answer in %s: %w", table, res.Error)
	}
	return res.RowsAffected > 0, nil
}

// nextCheck is when to go on with an open request: after wait, or at the first of the moments that is still to come, whichever comes
// first: when its buyer is to be notified that it is late, or when it is given up.
func (s *Service) nextCheck(wait time.Duration, moments ...time.Time) time.Duration {
	now := s.clock.Now()
	for _, moment := range moments {
		if now.Before(moment) {
			return min(wait, max(moment.Sub(now), time.Second))
		}
	}
	return wait
}

// storeIssued stores what a carrier has issued: a SIM, or for a top-up the job that reads the SIM. What was refunded meanwhile is
// taken back.
func (s *Service) storeIssued(ctx context.Context, tx *pg.Tx, o order.Locked, r request, out outcome) error {
	var err error
	if r.Kind == kindTopUp {
		err = s.queue.Enqueue(ctx, tx, jobs.Job{Args: RefreshArgs{*r.SIMID}})
	} else {
		err = s.storeSIM(ctx, tx, o, r, out)
	}
	if err != nil {
		return err
	}
	var gone bool
	if err := tx.Raw(`select state = 'refunded' from order_line where id = ?`, r.OrderLineID).Scan(&gone).Error; err != nil {
		return fmt.Errorf("read line of request %d: %w", r.ID, err)
	}
	if !gone {
		return nil
	}
	err = pg.Exec(tx, "note unwanted request", `update carrier_order set error_class = ? where id = ?`, string(unwanted), r.ID)
	if err != nil {
		return err
	}
	return s.Revoke(ctx, tx, []int64{r.OrderLineID})
}

// storeSIM writes the SIM that a carrier has issued, with its sealed activation code.
func (s *Service) storeSIM(ctx context.Context, tx *pg.Tx, o order.Locked, r request, out outcome) error {
	sealed, err := s.sealer.Seal(SealPurpose, []byte(out.activation.LPA))
	if err != nil {
		return fmt.Errorf("seal activation code of request %d: %w", r.ID, err)
	}
	now := s.clock.Now()
	var id int64
	err = tx.Raw(`
		insert into sim_line (tenant_id, carrier, carrier_ref, plan_ref, goods_id, sim_type, iccid, msisdn, order_line_id, unit,
		    profile_state_at, activation, apn, created_at)
		select @tenant, @carrier, @ref, @plan, l.goods_id, 'esim', @iccid, coalesce(nullif(@msisdn, ''), split_part(l.number, ', ', cast(@unit as int))), l.id, @unit,
		    @since, @activation, @apn, @now
		from order_line l where l.id = @line returning id`, map[string]any{
		"tenant": o.TenantID, "carrier": r.Carrier, "ref": out.sim.Ref, "plan": r.PlanRef, "iccid": out.sim.ICCID,
		"msisdn": out.sim.MSISDN, "unit": r.Unit, "since": out.sim.ProfileAt, "activation": pg.Bytes(sealed), "apn": out.activation.APN,
		"now": now, "line": r.OrderLineID,
	}).Scan(&id).Error
	if err != nil {
		return fmt.Errorf("store issued SIM: %w", err)
	}
	return s.recordSIM(ctx, tx, id, out.sim)
}
