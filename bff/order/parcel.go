package order

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// CompleteAfter is how long after its parcel was sent an order counts as arrived, when nobody reported it before.
const CompleteAfter = 14 * 24 * time.Hour

const maxTracking = 64

// ShippedLine is a line whose cards go into a parcel. Cards are what the shopper sees of their numbers, one per unit.
type ShippedLine struct {
	LineID int64
	Cards  []string
}

// Ship notes that a parcel has left with the lines. The order moves to shipped once nothing of it is left to deliver;
// the mail with the tracking number goes out either way, and a customer is rewarded for what was sent.
// Faults: tracking_number_missing, too_long, order_held, order_disputed, order_not_shippable, nothing_to_ship.
func (s *Service) Ship(ctx context.Context, tx *pg.Tx, o Locked, tracking string, lines []ShippedLine, actor string) error {
	if tracking = strings.TrimSpace(tracking); tracking == "" {
		return fault.New("tracking_number_missing")
	}
	switch {
	case utf8.RuneCountInString(tracking) > maxTracking:
		return fault.New("too_long")
	case o.HoldReason != "":
		return fault.New("order_held")
	case o.Status != Processing && o.Status != PartiallyRefunded:
		return fault.New("order_not_shippable")
	case len(lines) == 0:
		return fault.New("nothing_to_ship")
	}
	if err := requireNoDispute(tx, o); err != nil {
		return err
	}
	ids := make([]int64, len(lines))
	for i, l := range lines {
		if err := s.sent(tx, o.ID, l); err != nil {
			return err
		}
		ids[i] = l.LineID
	}
	if o.UserID != 0 {
		if err := s.rewardLines(ctx, tx, ids); err != nil {
			return err
		}
	}
	detail := map[string]any{"tracking": tracking, "lines": len(lines)}
	if err := pg.Exec(tx, "note parcel", `update orders set tracking_number = ?, reviewed_at = coalesce(reviewed_at, ?) where id = ?`,
		tracking, s.clock.Now(), o.ID); err != nil {
		return err
	}
	moved, err := s.transition(tx, o.ID, change{
		action: "ship", from: Processing, to: Shipped, actor: actor, detail: detail, set: `shipped_at = @now`, guard: nothingLeft,
	})
	if err != nil {
		return err
	}
	if moved {
		s.count(tx, o, StepDelivered, o.OrderTotal)
	}
	if !moved {
		// An eSIM is still to come, or money has been given back for a part: the status says that, the time says the rest.
		err := pg.Exec(tx, "note parcel", `
			update orders set shipped_at = coalesce(shipped_at, ?) where id = ? and status = 'partially_refunded'`, s.clock.Now(), o.ID)
		if err != nil {
			return err
		}
		if err := s.Audit(tx, o, actor, "ship", string(o.Status), string(o.Status), detail); err != nil {
			return err
		}
	}
	return s.queue.Enqueue(ctx, tx, jobs.Job{Args: MailArgs{OrderID: o.ID, Template: MailShipped}})
}

func (s *Service) sent(tx *pg.Tx, orderID int64, l ShippedLine) error {
	changed, err := pg.Changed(tx, "mark line sent", `
		update order_line set state = 'shipped', sim_card_number = ?
		where id = ? and order_id = ? and sim_type = 'physical' and state = 'preparing'`,
		strings.Join(l.Cards, ", "), l.LineID, orderID)
	if err == nil && !changed {
		err = fault.New("nothing_to_ship")
	}
	return err
}

// Completable reports whether Complete would take the order: its parcel is on its way, and nothing holds it.
func (o Order) Completable() bool {
	refundedInPart := o.Status == PartiallyRefunded || o.Status == PendingRefund
	return o.HoldReason == "" && (o.Status == Shipped || (refundedInPart && o.ShippedAt != nil && o.CompletedAt == nil &&
		!slices.ContainsFunc(o.Lines, func(l Line) bool { return l.State == LinePreparing || l.State == LinePacked })))
}

// Complete notes that a parcel has arrived. Of an order that was refunded in part the time is noted, and the status stays. Faults:
// order_not_found, order_held, order_not_shipped.
func (s *Service) Complete(ctx context.Context, orderID int64, actor string) error {
	return s.withLock(ctx, orderID, func(_ context.Context, tx *pg.Tx, o Locked) error {
		if o.HoldReason != "" {
			return fault.New("order_held")
		}
		moved, err := s.transition(tx, o.ID, change{action: "complete", from: Shipped, to: Completed, actor: actor, set: `completed_at = @now`})
		if err != nil || moved {
			return err
		}
		noted, err := s.setStepTime(tx, o.ID, `completed_at`, `shipped_at is not null and not exists (
			select 1 from order_line where order_id = @order and state in ('preparing', 'packed'))`)
		if err != nil {
			return err
		}
		if !noted {
			return fault.New("order_not_shipped")
		}
		return s.Audit(tx, o, actor, "complete", string(o.Status), string(o.Status), nil)
	})
}

// CompleteArrived completes orders whose parcels were sent so long ago that they count as arrived, oldest first, and
// returns how many.
func (s *Service) CompleteArrived(ctx context.Context, limit int) (int, error) {
	ids, err := pg.List[int64](s.db.Conn(ctx), "find arrived parcels", `
		select id from (
		    select id, shipped_at from orders where status = 'shipped' and hold_reason = '' and shipped_at <= @before
		    union all
		    select id, shipped_at from orders
		    where status = 'partially_refunded' and completed_at is null and hold_reason = '' and shipped_at <= @before
		) arrived order by shipped_at limit @limit`,
		map[string]any{"before": s.clock.Now().Add(-CompleteAfter), "limit": limit})
	if err != nil {
		return 0, err
	}
	done := 0
	for _, id := range ids {
		err := s.Complete(ctx, id, BySystem)
		switch fault.Code(err) {
		case "order_held", "order_not_shipped":
			continue
		}
		if err != nil {
			return done, err
		}
		done++
	}
	return done, nil
}
