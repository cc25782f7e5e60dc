package order

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/platform/tracing"
)

// Locked is an order whose row the running transaction holds.
type Locked struct {
	ID       int64
	TenantID int64
	// UserID is whom the order rewards: its customer, or who has claimed what a guest ordered; 0 while nobody has.
	UserID     int64
	OrderNo    string
	Status     Status
	HoldReason string
	OrderTotal int64
	Refunded   int64
	Currency   string
	ExpiresAt  time.Time
	// PaidAt is nil until the order is paid.
	PaidAt *time.Time
	// Reviewed says that the running transaction has brought the order through its review.
	Reviewed bool `gorm:"-"`
	// Traceparent is the span of the request that placed the order, "" where no trace was recorded.
	Traceparent string
}

// Lock takes the order's row for the rest of the transaction. Fault: order_not_found.
func (s *Service) Lock(ctx context.Context, tx *pg.Tx, orderID int64) (Locked, error) {
	return s.LockOf(ctx, tx, `?`, orderID)
}

// LockOf is Lock for the order whose id a query of one column and row returns.
func (s *Service) LockOf(ctx context.Context, tx *pg.Tx, query string, args ...any) (Locked, error) {
	rows, err := pg.List[Locked](tx, "lock order", `
		select id, tenant_id, coalesce(user_id, earner_id, 0) as user_id, order_no, status, hold_reason, order_total, refunded_amount as refunded, currency,
		       expires_at, paid_at, traceparent
		from orders where id = (`+query+`) for no key update`, args...)
	if err != nil {
		return Locked{}, err
	}
	if len(rows) == 0 {
		return Locked{}, fault.New("order_not_found")
	}
	// Whatever works on the order is found from the request that placed it.
	tracing.Link(ctx, rows[0].Traceparent)
	return rows[0], nil
}

//go:embed paid.sql
var paidSQL string

// Deliver hands over what an order holds in the transaction that marks it paid. It returns the mails that are due then, and done is
// false when a job has to go on. A delivery that fails undoes what it did and leaves the rest of the transaction as it was.
type Deliver func(ctx context.Context, tx *pg.Tx, o Locked) (mails []MailArgs, done bool, err error)

// MarkPaid moves a waiting order to processing, turns promised stock into sold stock, has it delivered and asks for the mail. Without
// deliver, a job delivers. It reports false, and does nothing, when the order was not waiting.
func (s *Service) MarkPaid(ctx context.Context, tx *pg.Tx, o Locked, why string, deliver Deliver) (bool, error) {
	now := s.clock.Now()
	moved, err := pg.List[struct {
		ID       int64
		Reviewed bool
	}](tx, "mark paid", paidSQL, map[string]any{"order": o.ID, "now": now, "why": why})
	if err != nil {
		return false, err
	}
	if len(moved) == 0 {
		return false, nil
	}
	s.count(tx, o, StepPaid, o.OrderTotal)
	if o.UserID != 0 {
		if err := s.spending.Used(ctx, tx, o.ID); err != nil {
			return false, err
		}
	}
	mails, done := []MailArgs{{OrderID: o.ID, Template: MailPaid}}, false
	if deliver != nil {
		o.Status, o.PaidAt, o.Reviewed = Processing, &now, moved[0].Reviewed
		var more []MailArgs
		if more, done, err = deliver(ctx, tx, o); err != nil {
			return false, err
		}
		mails = append(mails, more...)
	}
	next := []jobs.Job{MailJob(mails...)}
	if !done {
		next = append(next, jobs.Job{Args: FulfilArgs{o.ID}})
	}
	return true, s.queue.Enqueue(ctx, tx, next...)
}

// MarkCancelled moves a waiting order to cancelled and gives back what was promised to it. It reports false, and does
// nothing, when the order was not waiting any more.
func (s *Service) MarkCancelled(ctx context.Context, tx *pg.Tx, o Locked, reason, actor string) (bool, error) {
	moved, err := s.transition(tx, o.ID, change{
		action: "cancel", from: WaitingPayment, to: Cancelled, actor: actor,
		set: `cancel_reason = @reason, cancelled_at = @now, network_print = '', wide_print = ''`, guard: `@reason <> 'expired' or expires_at <= @now`,
		args: map[string]any{"reason": reason}, detail: map[string]any{"reason": reason},
	})
	if err != nil || !moved {
		return false, err
	}
	s.count(tx, o, StepCancelled, o.OrderTotal)
	if err := s.giveBack(ctx, tx, o); err != nil {
		return false, err
	}
	return true, s.queue.Enqueue(ctx, tx, jobs.Job{Args: MailArgs{OrderID: o.ID, Template: MailCancelled}})
}

// giveBack releases stock, promo code, points and referral; what was released before is not released again.
func (s *Service) giveBack(ctx context.Context, tx *pg.Tx, o Locked) error {
	if err := pg.Exec(tx, "release stock", `
		with locked as (
		    select s.id, r.sku, r.quantity from stock_reservation r join stock s on s.tenant_id = r.tenant_id and s.sku = r.sku
		    where r.order_id = @order and r.state = 'reserved' order by s.id for no key update of s
		), released as (
		    update stock_reservation r set state = 'released' from locked
		    where r.order_id = @order and r.sku = locked.sku and r.state = 'reserved' returning r.sku
		)
		update stock set allocated = stock.allocated - locked.quantity
		from locked join released on released.sku = locked.sku where stock.id = locked.id`,
		map[string]any{"order": o.ID}); err != nil {
		return err
	}
	if err := s.releaseCode(tx, o, "held"); err != nil {
		return err
	}
	if err := pg.Exec(tx, "release numbers", `
		update phone_number set state = 'free', held_by = null, held_until = null, order_id = null, network_print = '', wide_print = ''
		where order_id = ? and state = 'held'`, o.ID); err != nil {
		return err
	}
	if o.UserID == 0 {
		return nil
	}
	return s.spending.Released(ctx, tx, o.ID)
}

// releaseCode lets the promo code of an order be used once more, if the order's use of it is in this state.
func (s *Service) releaseCode(tx *pg.Tx, o Locked, state string) error {
	return pg.Exec(tx, "release promo code", `
		with released as (
		    update promo_redemption set state = 'released' where order_id = @order and state = @state returning promo_id
		)
		update promo_code set used = used - 1 where id in (select promo_id from released)`, map[string]any{"order": o.ID, "state": state})
}

// Audit writes what was done to the order and by whom.
func (s *Service) Audit(tx *pg.Tx, o Locked, actor, action, from, to string, detail map[string]any) error {
	err := tx.Exec(`
		insert into audit_log (tenant_id, at, actor, entity, entity_id, action, from_state, to_state, detail)
		values (?, ?, ?, 'order', ?, ?, ?, ?, ?)`,
		o.TenantID, s.clock.Now(), actor, fmt.Sprint(o.ID), action, from, to, pg.AsJSON(detail)).Error
	if err != nil {
		return fmt.Errorf("audit %s: %w", action, err)
	}
	return nil
}
