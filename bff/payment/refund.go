package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Refund states.
const (
	RefundPending   = "pending_refund"
	RefundSucceeded = "succeeded"
	RefundFailed    = "failed"
)

// ReasonLate is why money goes back that arrived for an order that could not take it any more.
const ReasonLate = "late"

// RefundView is a refund as shoppers see it.
type RefundView struct {
	Amount    int64
	State     string
	Reason    string
	CreatedAt time.Time
	UpdatedAt time.Time
}

// RefundByID reads one refund.
func (s *Service) RefundByID(ctx context.Context, id int64) (RefundView, error) {
	var list []RefundView
	err := s.db.Conn(ctx).Raw(`select amount, state, reason, created_at, updated_at from refund where id = ?`, id).Scan(&list).Error
	if err != nil {
		return RefundView{}, fmt.Errorf("read refund: %w", err)
	}
	if len(list) == 0 {
		return RefundView{}, fmt.Errorf("no refund %d", id)
	}
	return list[0], nil
}

type refundRow struct {
	ID         int64
	TenantID   int64
	OrderID    int64
	AttemptID  int64
	Source     string
	Amount     int64
	Currency   string
	Reason     string
	Actor      string
	State      string
	ProviderID string
}

// Refunds lists an order's refunds, oldest first.
func (s *Service) Refunds(ctx context.Context, orderID int64) ([]RefundView, error) {
	var list []RefundView
	err := s.db.Conn(ctx).Raw(`select amount, state, reason, created_at, updated_at from refund where order_id = ? order by id`, orderID).Scan(&list).Error
	if err != nil {
		return nil, fmt.Errorf("read refunds: %w", err)
	}
	return list, nil
}

// insertRefund writes the refund and its job under the order's lock. The same source twice is one refund, and refunds of
// an attempt never exceed what it brought in.
func (s *Service) insertRefund(ctx context.Context, tx *pg.Tx, r refundRow) error {
	now := s.clock.Now()
	var id int64
	err := tx.Raw(`
		insert into refund (tenant_id, order_id, attempt_id, source, amount, currency, reason, actor, state, created_at, updated_at)
		select ?, ?, ?, ?, ?, ?, ?, ?, 'pending_refund', ?, ?
		where ? + (select coalesce(sum(amount), 0) from refund where attempt_id = ? and state <> 'failed')
		      <= (select amount from payment_attempt where id = ?)
		on conflict (tenant_id, source) do nothing
		returning id`,
		r.TenantID, r.OrderID, r.AttemptID, r.Source, r.Amount, r.Currency, r.Reason, r.Actor, now, now,
		r.Amount, r.AttemptID, r.AttemptID).Scan(&id).Error
	if err != nil {
		return fmt.Errorf("insert refund: %w", err)
	}
	if id == 0 {
		return nil
	}
	return s.queue.Enqueue(ctx, tx, jobs.Job{Args: RefundArgs{id}})
}

// Refund brings a refund to the provider and books its answer. It may run any number of times.
func (s *Service) Refund(ctx context.Context, refundID int64) error {
	var rows []struct {
		ID, Amount                          int64
		Reason, State, ProviderID, IntentID string
	}
	err := s.db.Conn(ctx).Raw(`
		select r.id, r.amount, r.reason, r.state, r.provider_id, a.intent_id
		from refund r join payment_attempt a on a.id = r.attempt_id where r.id = ?`, refundID).Scan(&rows).Error
	if err != nil {
		return fmt.Errorf("read refund: %w", err)
	}
	if len(rows) == 0 || rows[0].State != RefundPending {
		return nil
	}
	r := rows[0]
	var pr ProviderRefund
	if r.ProviderID != "" {
		pr, err = s.provider.GetRefund(ctx, r.ProviderID)
	} else {
		pr, err = s.provider.Refund(ctx, RefundRequest{RefundID: r.ID, IntentID: r.IntentID, Amount: r.Amount, Reason: r.Reason})
	}
	if err != nil {
		return err
	}
	s.at("refunded at provider")
	return s.bookRefund(ctx, refundID, pr)
}

// bookRefund writes the provider's word about a refund; only a pending one moves.
func (s *Service) bookRefund(ctx context.Context, refundID int64, pr ProviderRefund) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		var head []refundRow
		if err := tx.Raw(`select id, order_id, amount, actor, state from refund where id = ?`, refundID).Scan(&head).Error; err != nil {
			return fmt.Errorf("read refund: %w", err)
		}
		if len(head) == 0 {
			return nil
		}
		o, err := s.orders.Lock(ctx, tx, head[0].OrderID)
		if err != nil {
			return err
		}
		state := map[string]string{"succeeded": RefundSucceeded, "failed": RefundFailed}[pr.State]
		if state == "" {
			state = RefundPending
		}
		res := tx.Exec(`update refund set state = ?, provider_id = ?, updated_at = ? where id = ? and state = 'pending_refund'`,
			state, pr.ID, s.clock.Now(), refundID)
		if res.Error != nil {
			return fmt.Errorf("book refund: %w", res.Error)
		}
		if res.RowsAffected == 0 || state == RefundPending {
			return nil
		}
		if state == RefundFailed {
			s.log.ErrorContext(ctx, "refund failed at the provider", "refund", refundID, "order", o.OrderNo)
			return s.orders.Hold(ctx, tx, o, fmt.Sprintf("refund %d failed", refundID))
		}
		if o.Status != order.Cancelled {
			if err := s.orders.MarkRefunded(ctx, tx, o, head[0].Amount, head[0].Actor); err != nil {
				return err
			}
		} else if err := s.orders.Audit(tx, o, head[0].Actor, "refund", string(o.Status), string(o.Status),
			map[string]any{"amount": head[0].Amount}); err != nil {
			return err
		}
		return s.queue.Enqueue(ctx, tx, jobs.Job{Args: order.MailArgs{OrderID: o.ID, Template: order.MailRefunded, Subject: fmt.Sprint(refundID)}})
	})
}

func (s *Service) refundEvent(ctx context.Context, ev Event) (string, error) {
	pr, err := s.provider.GetRefund(ctx, ev.RefundID)
	if err != nil {
		return "", err
	}
	if pr.RefundID == 0 {
		s.log.ErrorContext(ctx, "refund that the shop did not ask for", "refund", ev.RefundID, "intent", ev.IntentID)
		return "foreign refund", nil
	}
	return OutcomeMoved, s.bookRefund(ctx, pr.RefundID, pr)
}

func (s *Service) pendingRefunds(ctx context.Context) ([]int64, error) {
	var ids []int64
	err := s.db.Conn(ctx).Raw(`select id from refund where state = 'pending_refund' and updated_at < ? order by id limit 100`,
		s.clock.Now().Add(-time.Minute)).Scan(&ids).Error
	if err != nil {
		return nil, fmt.Errorf("find pending refunds: %w", err)
	}
	return ids, nil
}

func isSnooze(err error) bool {
	var snooze *river.JobSnoozeError
	return errors.As(err, &snooze)
}
