package sim

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/sim/reissuable"
)

// ReissueArgs asks to go on with a new profile that a SIM is to get.
type ReissueArgs struct {
	ReissueID int64 `json:"reissueId"`
}

// Kind names the worker.
func (ReissueArgs) Kind() string { return "sim_reissue" }

// AskReissue writes down that a SIM is to get a new profile, with the job that asks its carrier. The caller has made sure that
// actor may ask for it and has had the SIM read at its carrier. old is the end of the card number of the profile that is to be
// replaced, "" for whichever the SIM has. A SIM for which one is asked for already, or whose old profile has been replaced, is left
// alone: whoever got no answer asks again. Faults: the keys of reissuable.
func (s *Service) AskReissue(ctx context.Context, simID int64, old, actor string) error {
	err := s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		orderIDs, err := pg.List[int64](tx, "find order of a SIM",
			`select l.order_id from sim_line s join order_line l on l.id = s.order_line_id where s.id = ?`, simID)
		if err != nil {
			return err
		}
		if len(orderIDs) == 0 {
			return fault.New(reissuable.Order)
		}
		o, err := s.orders.Lock(ctx, tx, orderIDs[0])
		if err != nil {
			return err
		}
		found, err := reissuableNow(tx, o, simID)
		if err != nil || found.open || !strings.HasSuffix(found.iccid, old) {
			return err
		}
		if why := found.Why(); why != "" {
			return fault.New(why)
		}
		return s.writeReissue(ctx, tx, o, simID, actor)
	})
	if err == nil {
		s.callHook("reissue noted")
	}
	return err
}

// reissueCase is a SIM for which a new profile may be asked.
type reissueCase struct {
	reissuable.SIM
	// open says that one is asked for already.
	open  bool
	iccid string
}

//go:embed reissuable.sql
var reissuableSQL string

// reissuableNow takes a SIM's row and reads what decides whether it gets a new profile.
func reissuableNow(tx *pg.Tx, o order.Locked, simID int64) (reissueCase, error) {
	var row struct {
		ICCID                                   string `gorm:"column:iccid"`
		ESIM                                    bool   `gorm:"column:esim"`
		Profile                                 carrier.Profile
		Used, Over, Refunded, Disputed, Refused bool
		Plans, Open, Issued                     int
		Left                                    int `gorm:"column:plans_left"`
	}
	if err := tx.Exec(`select 1 from sim_line where id = ? for update`, simID).Error; err != nil {
		return reissueCase{}, fmt.Errorf("hold SIM: %w", err)
	}
	err := tx.Raw(reissuableSQL, map[string]any{"sim": simID, "final": pg.AsJSON(reissuable.FinalRefusals())}).Scan(&row).Error
	if err != nil {
		return reissueCase{}, fmt.Errorf("read SIM to issue again: %w", err)
	}
	return reissueCase{open: row.Open > 0, iccid: row.ICCID, SIM: reissuable.SIM{
		ESIM: row.ESIM, Profile: row.Profile, Used: row.Used, Over: row.Over, Plans: row.Plans, Left: row.Left, Issued: row.Issued,
		Status: o.Status, Refunded: row.Refunded, Held: o.HoldReason != "", Disputed: row.Disputed, Refused: row.Refused,
	}}, nil
}

// underReissue holds for a row of sim_line whose carrier may be replacing its profile now.
const underReissue = `exists (select 1 from sim_reissue r where r.line_id = sim_line.id and r.state in ('sent', 'pending', 'unknown'))`

func (s *Service) writeReissue(ctx context.Context, tx *pg.Tx, o order.Locked, simID int64, actor string) error {
	now := s.clock.Now()
	ids, err := pg.List[int64](tx, "write reissue", `
		insert into sim_reissue (tenant_id, order_id, line_id, carrier, next_at, sla_at, created_at, updated_at)
		select tenant_id, @order, id, carrier, @now, @sla, @now, @now from sim_line where id = @sim returning id`, map[string]any{
		"order": o.ID, "sim": simID, "now": now, "sla": now.Add(s.patience),
	})
	if err != nil {
		return err
	}
	if err := auditReissue(tx, o, simID, actor, "reissue_asked", now); err != nil {
		return err
	}
	return s.queue.Enqueue(ctx, tx, jobs.Job{Args: ReissueArgs{ids[0]}})
}

// checkNoReissue returns an *Error of class Maintenance while a SIM's carrier may be replacing its profile: a plan that is added then
// might be added to the old one.
func (s *Service) checkNoReissue(ctx context.Context, simID int64) error {
	var n int
	err := s.db.Conn(ctx).Raw(`select count(*) from sim_line where id = ? and `+underReissue, simID).Scan(&n).Error
	if err != nil || n > 0 {
		return &carrier.Error{Class: carrier.Maintenance, Call: "wait for a reissue", RetryAfter: reissueRetryAfter, Cause: err}
	}
	return nil
}
