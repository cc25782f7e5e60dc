package order

import (
	"context"
	"fmt"
	"strings"

	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Review sets the review time of a paid order that nothing holds back, and gives a number to each plan that has none yet;
// of an order that was refunded in part, the rest is delivered. It reports whether delivery may go on.
func (s *Service) Review(ctx context.Context, tx *pg.Tx, o Locked) (bool, error) {
	if (o.Status != Processing && o.Status != PartiallyRefunded) || o.HoldReason != "" {
		return false, nil
	}
	err := tx.Exec(`update orders set reviewed_at = coalesce(reviewed_at, ?) where id = ? and status = ? and hold_reason = ''`,
		s.clock.Now(), o.ID, o.Status).Error
	if err != nil {
		return false, fmt.Errorf("review order: %w", err)
	}
	return s.giveNumbers(ctx, tx, o)
}

// LineReady marks lines as delivered to the shopper's hands, here or by parcel, and has a customer rewarded for them.
func (s *Service) LineReady(ctx context.Context, tx *pg.Tx, lineIDs []int64, state string) error {
	err := pg.Exec(tx, "mark lines", `update order_line set state = ? where id in (select jsonb_array_elements_text(?::jsonb)::bigint)`,
		state, pg.AsJSON(lineIDs))
	if err != nil {
		return err
	}
	return s.rewardLines(ctx, tx, lineIDs)
}

// nothingLeft holds once every line has been delivered.
const nothingLeft = `not exists (select 1 from order_line where order_id = @order and state = 'preparing')`

// MarkDelivered moves an order of which no line is still being prepared to shipped, and asks for the eSIM mail where
// eSIMs were delivered just now: mailed are their lines. An order that was refunded in part notes the time and keeps its
// status. One whose last delivery was no eSIM has no mail to wait for and is complete with it.
func (s *Service) MarkDelivered(ctx context.Context, tx *pg.Tx, o Locked, mailed []int64) error {
	moved, err := s.move(tx, o.ID, change{
		action: "deliver", from: Processing, to: Shipped, actor: BySystem, set: `shipped_at = @now`, guard: nothingLeft,
	})
	if err == nil && !moved {
		moved, err = s.note(tx, o.ID, `shipped_at`, nothingLeft+` and exists (select 1 from order_line where order_id = @order and state <> 'refunded')`)
	}
	if err != nil {
		return err
	}
	if len(mailed) == 0 {
		if moved {
			return s.completeDigital(tx, o.ID)
		}
		return nil
	}
	subject, err := mailSubject(tx, o.ID, mailed)
	if err != nil {
		return err
	}
	return s.queue.Enqueue(ctx, tx, jobs.Job{Args: MailArgs{OrderID: o.ID, Template: MailESIM, Subject: subject}})
}

// mailSubject tells the mails of an order's deliveries apart; the mail about all of its eSIMs needs no telling.
func mailSubject(tx *pg.Tx, orderID int64, lineIDs []int64) (string, error) {
	var all int
	err := tx.Raw(`select count(*) from order_line where order_id = ? and sim_type = 'esim' and sim_line_id is null`, orderID).Scan(&all).Error
	if err != nil {
		return "", fmt.Errorf("count eSIM lines: %w", err)
	}
	if len(lineIDs) == all {
		return "", nil
	}
	names := make([]string, len(lineIDs))
	for i, id := range lineIDs {
		names[i] = fmt.Sprint(id)
	}
	return strings.Join(names, "+"), nil
}

// CompleteDigital completes a shipped order that has no parcel: its activation data has been delivered and the mail has
// gone out. Orders with a parcel are completed by staff or by the parcel's delivery.
func (s *Service) CompleteDigital(ctx context.Context, orderID int64) error {
	return s.db.InTx(ctx, func(_ context.Context, tx *pg.Tx) error { return s.completeDigital(tx, orderID) })
}

func (s *Service) completeDigital(tx *pg.Tx, orderID int64) error {
	const noParcel = `not exists (select 1 from order_line where order_id = @order and sim_type = 'physical' and state <> 'refunded')`
	moved, err := s.move(tx, orderID, change{
		action: "complete", from: Shipped, to: Completed, actor: BySystem, set: `completed_at = @now`, guard: noParcel,
	})
	if err == nil && !moved {
		_, err = s.note(tx, orderID, `completed_at`, noParcel+` and shipped_at is not null`)
	}
	return err
}

// note sets the time of a step of an order whose status speaks of refunds: it tells how far the rest of it came. It reports
// false when the step had its time already, or the guard did not hold.
func (s *Service) note(tx *pg.Tx, orderID int64, step, guard string) (bool, error) {
	res := tx.Exec(`
		update orders set `+step+` = @now
		where id = @order and status in ('partially_refunded', 'pending_refund') and `+step+` is null and (`+guard+`)`,
		map[string]any{"order": orderID, "now": s.clock.Now()})
	if res.Error != nil {
		return false, fmt.Errorf("note %s: %w", step, res.Error)
	}
	return res.RowsAffected > 0, nil
}

// Overdue returns the ids of waiting orders whose window has ended and that nothing holds, oldest first: the sweep behind
// the expiry jobs.
func (s *Service) Overdue(ctx context.Context, limit int) ([]int64, error) {
	return pg.List[int64](s.db.Conn(ctx), "find overdue orders", `
		select id from orders where status = 'waiting_payment' and hold_reason = '' and expires_at <= ?
		order by expires_at limit ?`, s.clock.Now(), limit)
}

// Undelivered returns the ids of paid orders that nothing holds and whose eSIMs and top-ups have not been delivered for a while.
func (s *Service) Undelivered(ctx context.Context, limit int) ([]int64, error) {
	return pg.List[int64](s.db.Conn(ctx), "find undelivered orders", `
		select o.id from orders o
		where o.status in ('processing', 'partially_refunded') and o.hold_reason = '' and o.paid_at < ?
		  and exists (select 1 from order_line l where l.order_id = o.id and l.state = 'preparing'
		      and (l.sim_type = 'esim' or l.sim_line_id is not null))
		order by o.paid_at limit ?`, s.clock.Now().Add(-sweepAfter), limit)
}
