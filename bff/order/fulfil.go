package order

import (
	"context"
	"fmt"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// StartReview sets the review time of a paid order that nothing holds back, and gives a number to each plan that has none yet;
// of an order that was refunded in part, the rest is delivered. It reports whether delivery may go on.
func (s *Service) StartReview(ctx context.Context, tx *pg.Tx, o Locked) (bool, error) {
	if (o.Status != Processing && o.Status != PartiallyRefunded) || o.HoldReason != "" {
		return false, nil
	}
	if o.Reviewed {
		return true, nil
	}
	if err := requireNoDispute(tx, o); err != nil {
		if fault.Code(err) == "order_disputed" {
			err = nil
		}
		return false, err
	}
	unnumbered, err := pg.List[Line](tx, "review order", `
		with reviewed as (
		    update orders set reviewed_at = coalesce(reviewed_at, @now) where id = @order and status = @status and hold_reason = ''
		)
		select l.id, l.goods_id, l.quantity from order_line l
		join product p on p.tenant_id = l.tenant_id and p.goods_id = l.goods_id and p.local_number
		where l.order_id = @order and l.state = 'preparing' and l.number = '' and l.transfer_phone = '' and l.sim_line_id is null
		order by l.line_no`, map[string]any{"order": o.ID, "status": o.Status, "now": s.clock.Now()})
	if err != nil {
		return false, err
	}
	return s.giveNumbers(ctx, tx, o, unnumbered)
}

// lineReady marks lines of an order as delivered to the shopper's hands and has a customer rewarded for them.
func (s *Service) lineReady(ctx context.Context, tx *pg.Tx, o Locked, lineIDs []int64) error {
	if len(lineIDs) == 0 {
		return nil
	}
	err := pg.Exec(tx, "mark lines", `update order_line set state = ? where id = any(cast(? as bigint[]))`, LineReady, pg.Array(lineIDs))
	if err != nil || o.UserID == 0 {
		return err
	}
	return s.rewardLines(ctx, tx, lineIDs)
}

// nothingLeft holds once every line has been delivered.
const nothingLeft = `not exists (select 1 from order_line where order_id = @order and state = 'preparing')`

// MarkDelivered marks lines that are ready in the shopper's hands, as lineReady does, and moves an order of which no line is still
// being prepared to shipped. It returns the eSIM mail where eSIMs were delivered just now: mailed are their lines, of all of the order's
// that have an eSIM. An order that was refunded in part notes the time and keeps its status. One whose last delivery was no eSIM has no
// mail to wait for and is complete with it.
func (s *Service) MarkDelivered(ctx context.Context, tx *pg.Tx, o Locked, ready, mailed []int64, of int) ([]MailArgs, error) {
	if o.UserID != 0 { // rewarded before the order moves
		if err := s.lineReady(ctx, tx, o, ready); err != nil {
			return nil, err
		}
		ready = nil
	}
	moved, err := s.transition(tx, o.ID, change{
		action: "deliver", from: Processing, to: Shipped, actor: BySystem, set: `shipped_at = @now`,
		cte: `ready as (update order_line set state = @ready_state where id = any(cast(@ready as bigint[]))), `,
		guard: `not exists (select 1 from order_line
			where order_id = @order and state = 'preparing' and id <> all(cast(@ready as bigint[])))`,
		args: map[string]any{"ready": pg.Array(ready), "ready_state": LineReady},
	})
	if err == nil && !moved {
		moved, err = s.setStepTime(tx, o.ID, `shipped_at`,
			nothingLeft+` and exists (select 1 from order_line where order_id = @order and state <> 'refunded')`)
	}
	if err == nil && moved {
		s.count(tx, o, StepDelivered, o.OrderTotal)
	}
	switch {
	case err != nil:
		return nil, err
	case len(mailed) > 0:
		return []MailArgs{{OrderID: o.ID, Template: MailESIM, Subject: mailSubject(mailed, of)}}, nil
	case moved:
		return nil, s.CompleteDigitalIn(tx, o.ID, pg.Fragment{})
	}
	return nil, nil
}

// mailSubject distinguishes the mails of an order's deliveries; the mail about all of its eSIMs needs none.
func mailSubject(lineIDs []int64, of int) string {
	if len(lineIDs) == of {
		return ""
	}
	return ids(lineIDs)
}

// ids writes ids as they stand in the subject of a mail.
func ids(list []int64) string {
	names := make([]string, len(list))
	for i, id := range list {
		names[i] = fmt.Sprint(id)
	}
	return strings.Join(names, "+")
}

// CompleteDigital completes a shipped order that has no parcel: its activation data has been delivered and the mail has
// gone out. Orders with a parcel are completed by staff or by the parcel's delivery.
func (s *Service) CompleteDigital(ctx context.Context, orderID int64) error {
	return s.CompleteDigitalIn(s.db.Conn(ctx), orderID, pg.Fragment{})
}

// CompleteDigitalIn is CompleteDigital in a transaction or on a connection. The statement begins with cte, a common table expression
// "name as (...), ", which runs whether or not the order is completed.
func (s *Service) CompleteDigitalIn(c pg.Conn, orderID int64, cte pg.Fragment) error {
	const noParcel = `not exists (select 1 from order_line where order_id = @order and sim_type = 'physical' and state <> 'refunded')`
	moved, err := s.transition(c, orderID, change{
		action: "complete", from: Shipped, to: Completed, actor: BySystem, set: `completed_at = @now`, guard: noParcel,
		cte: cte.SQL, args: cte.Args,
	})
	if err == nil && !moved {
		_, err = s.setStepTime(c, orderID, `completed_at`, noParcel+` and shipped_at is not null`)
	}
	return err
}

// setStepTime sets the time of a step of an order whose status speaks of refunds: it records how far the rest of it came. It reports
// false when the step had its time already, or the guard did not hold.
func (s *Service) setStepTime(c pg.Conn, orderID int64, step, guard string) (bool, error) {
	return pg.Changed(c, "note "+step, `
		update orders set `+step+` = @now
		where id = @order and status in ('partially_refunded', 'pending_refund') and `+step+` is null and (`+guard+`)`,
		map[string]any{"order": orderID, "now": s.clock.Now()})
}

// Overdue returns the ids of waiting orders whose window has ended and that nothing holds: the sweep behind the expiry jobs. Those of
// which the payment provider was asked longest ago, or never, come first, then the oldest.
func (s *Service) Overdue(ctx context.Context, limit int) ([]int64, error) {
	return pg.List[int64](s.db.Conn(ctx), "find overdue orders", `
		select id from orders where status = 'waiting_payment' and hold_reason = '' and expires_at <= ?
		order by (select max(asked_at) from payment_attempt where order_id = orders.id) nulls first, expires_at limit ?`, s.clock.Now(), limit)
}

// Undelivered returns the ids of paid orders that nothing holds and whose eSIMs and top-ups have not been delivered for a while. Of
// more than the limit any are chosen, so that orders of a slow carrier do not hold up the others.
func (s *Service) Undelivered(ctx context.Context, limit int) ([]int64, error) {
	return pg.List[int64](s.db.Conn(ctx), "find undelivered orders", `
		select o.id from orders o
		where o.status in ('processing', 'partially_refunded') and o.hold_reason = '' and o.paid_at < ?
		  and exists (select 1 from order_line l where l.order_id = o.id and l.state = 'preparing'
		      and (l.sim_type = 'esim' or l.sim_line_id is not null))
		order by random() limit ?`, s.clock.Now().Add(-sweepAfter), limit)
}
