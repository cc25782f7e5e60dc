package sim

import (
	"context"

	"github.com/roamcart/roamcart/bff/carrier"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// What is noted of a request that its carrier was asked for and of which nobody needs the answer any more, because the money went back
// or is about to: unwanted until the carrier has taken it back, takenBack from then on.
const (
	unwanted  carrier.Class = "unwanted"
	takenBack carrier.Class = "taken_back"
)

// CancelArgs asks to take back from a carrier what it was asked for, for a line whose money went back or is about to.
type CancelArgs struct {
	RequestID int64 `json:"requestId"`
}

// Kind names the worker.
func (CancelArgs) Kind() string { return "sim_cancel" }

// Cancel takes a request back at its carrier. It is not the shopper's concern whether the carrier does so; what nobody has had in hand
// stands with the cases (Unreconciled) until it does. A SIM whose plan was taken off is read again.
func (s *Service) Cancel(ctx context.Context, requestID int64) error {
	done, err := s.cancelAtCarrier(ctx, "carrier_order", requestID)
	if err != nil || !done {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		sims, err := pg.List[int64](tx, "find SIM of a top-up",
			`select line_id from carrier_order where id = ? and line_id is not null`, requestID)
		if err != nil || len(sims) == 0 {
			return err
		}
		return s.queue.Enqueue(ctx, tx, jobs.Job{Args: RefreshArgs{sims[0]}})
	})
}

// CancelReissueArgs asks to take back from a carrier the new profile of a SIM whose money went back.
type CancelReissueArgs struct {
	ReissueID int64 `json:"reissueId"`
}

// Kind names the worker.
func (CancelReissueArgs) Kind() string { return "sim_reissue_cancel" }

// CancelReissue takes a new profile back at its carrier.
func (s *Service) CancelReissue(ctx context.Context, reissueID int64) error {
	_, err := s.cancelAtCarrier(ctx, "sim_reissue", reissueID)
	return err
}

// cancelAtCarrier cancels the carrier's order of a row of a table, carrier_order or sim_reissue. It reports whether the carrier did; the
// job is snoozed while it cannot be asked, and until it has confirmed it.
func (s *Service) cancelAtCarrier(ctx context.Context, table string, id int64) (done bool, err error) {
	var rows []struct{ Carrier, CarrierRef string }
	err = s.db.Conn(ctx).Raw(`select carrier, carrier_ref from `+table+` where id = ? and carrier_ref <> '' and error_class <> ?`,
		id, string(takenBack)).Scan(&rows).Error
	if err != nil || len(rows) == 0 {
		return false, err
	}
	var o carrier.Order
	c, err := s.carriers.ByName(rows[0].Carrier)
	if err == nil {
		o, err = c.CancelOrder(ctx, rows[0].CarrierRef)
	}
	log := s.log.With("carrier", rows[0].Carrier, "table", table, "request", id)
	switch {
	case err != nil:
		log.WarnContext(ctx, "carrier does not take an order back", "error", err)
		again, _ := retryLater(err)
		return false, again
	case o.State != carrier.OrderCancelled && o.State != carrier.OrderFailed:
		log.WarnContext(ctx, "carrier does not confirm that it took an order back", "state", o.State)
		return false, jobs.Snooze(maxBackoff)
	}
	return true, pg.Exec(s.db.Conn(ctx), "note what was taken back",
		`update `+table+` set error_class = ?, updated_at = ? where id = ? and error_class = ?`,
		string(takenBack), s.clock.Now(), id, string(unwanted))
}

// cancelGivenUp takes back what a carrier has made although the shop has given it up. orderRef is what the carrier calls the order,
// which is new of one that it did not find before.
func (s *Service) cancelGivenUp(ctx context.Context, requestID int64, orderRef string) error {
	changed, err := pg.Changed(s.db.Conn(ctx), "note what comes after it was given up", `
		update carrier_order set carrier_ref = coalesce(nullif(carrier_ref, ''), @ref), error_class = @unwanted, updated_at = @now
		where id = @id and state = 'failed' and error_class <> @taken and (carrier_ref <> '' or @ref <> '')`, map[string]any{
		"id": requestID, "ref": orderRef, "unwanted": string(unwanted), "taken": string(takenBack), "now": s.clock.Now(),
	})
	if err != nil || !changed {
		return err
	}
	return s.Cancel(ctx, requestID)
}
