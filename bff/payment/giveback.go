package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Refund brings a refund to the provider and records its answer. It may run any number of times.
func (s *Service) Refund(ctx context.Context, refundID int64) error {
	list, err := s.refunds(ctx, s.db.Conn(ctx), `id = ?`, refundID)
	if err != nil || len(list) == 0 || list[0].State != RefundPending {
		return err
	}
	r := list[0]
	paid, err := attempts(ctx, s.db.Conn(ctx), `id = ?`, r.AttemptID)
	if err != nil {
		return err
	}
	var pr ProviderRefund
	if r.ProviderID != "" {
		pr, err = s.provider.GetRefund(ctx, r.ProviderID)
	} else {
		pr, err = s.refundAtProvider(ctx, r, *paid[0].IntentID)
	}
	if errors.Is(err, ErrRefused) {
		s.log.ErrorContext(ctx, "the provider refuses a refund", "refund", r.ID, "error", err)
		pr, err = ProviderRefund{State: "failed"}, nil
	}
	if err != nil {
		return err
	}
	s.at("refunded at provider")
	err = s.bookRefund(ctx, r, pr)
	s.at("refund booked")
	return err
}

// refundAtProvider asks the provider for a refund, unless it was made before without an answer that reached us. The provider is asked
// for that each time: it forgets idempotency keys after a day, and no row says whether it is the first try. After a failure of the
// provider's own the next try has another key.
func (s *Service) refundAtProvider(ctx context.Context, r refundRow, intentID string) (ProviderRefund, error) {
	if made, found, err := s.findRefund(ctx, r, intentID); found || err != nil {
		return made, err
	}
	pr, err := s.provider.Refund(ctx, RefundRequest{
		RefundID: r.ID, Key: r.KeyNo, IntentID: intentID, Amount: r.Amount, Reason: r.Reason, Source: r.Source, Lines: r.Lines.V, Parts: r.Parts.V,
	})
	if errors.Is(err, ErrKeyTaken) {
		s.log.WarnContext(ctx, "the provider knows a refund's key from another call", "refund", r.ID, "error", err)
	}
	if errors.Is(err, ErrKeySpent) {
		if e := s.db.Conn(ctx).Exec(`update refund set key_no = key_no + 1 where id = ? and key_no = ?`, r.ID, r.KeyNo).Error; e != nil {
			return ProviderRefund{}, errors.Join(err, fmt.Errorf("note a spent key: %w", e))
		}
	}
	return pr, err
}

// findRefund returns the refund that the provider has made for a row, if any, but for one that another row stands for.
func (s *Service) findRefund(ctx context.Context, r refundRow, intentID string) (made ProviderRefund, found bool, err error) {
	list, err := s.provider.RefundsOf(ctx, intentID)
	if errors.Is(err, ErrUnknown) {
		return ProviderRefund{}, false, nil
	}
	if err != nil {
		return ProviderRefund{}, false, err
	}
	list = slices.DeleteFunc(list, func(p ProviderRefund) bool { return !r.isMade(p) })
	if len(list) == 0 {
		return ProviderRefund{}, false, nil
	}
	others, err := s.refunds(ctx, s.db.Conn(ctx), `attempt_id = ? and id <> ? and provider_id <> ''`, r.AttemptID, r.ID)
	if err != nil {
		return ProviderRefund{}, false, err
	}
	for _, p := range list {
		if !slices.ContainsFunc(others, func(o refundRow) bool { return o.ProviderID == p.ID }) {
			return p, true, nil
		}
	}
	return ProviderRefund{}, false, nil
}

// bookRefund writes the provider's word about a refund. One that still waits for staff and was made is one that they approved before the
// database was restored.
func (s *Service) bookRefund(ctx context.Context, r refundRow, pr ProviderRefund) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		o, err := s.orders.Lock(ctx, tx, r.OrderID)
		if err != nil {
			return err
		}
		if r.State == RefundRequested && pr.State != "failed" {
			approved, err := s.moveRefund(tx, r.ID, RefundRequested, RefundPending, pr.ID)
			if err != nil {
				return err
			}
			if !approved {
				return fmt.Errorf("refund %d was decided meanwhile", r.ID)
			}
			if err := s.orders.Audit(tx, o, "provider", "find refund", string(o.Status), string(o.Status), map[string]any{"refund": r.ID}); err != nil {
				return err
			}
		}
		return s.bookHeld(ctx, tx, o, r, pr)
	})
}

// bookHeld does so while the order's row is held. A pending refund succeeds or fails; one that had succeeded can still
// come back, because the payer's bank did not take it.
func (s *Service) bookHeld(ctx context.Context, tx *pg.Tx, o order.Locked, r refundRow, pr ProviderRefund) error {
	to := RefundPending
	switch pr.State {
	case "succeeded":
		to = RefundSucceeded
	case "failed":
		to = RefundFailed
	}
	moved, err := s.moveRefund(tx, r.ID, RefundPending, to, pr.ID)
	switch {
	case err != nil || (moved && to == RefundPending):
		return err
	case moved && to == RefundSucceeded:
		return s.refundSucceeded(ctx, tx, o, r)
	case moved:
		return s.refundFailed(ctx, tx, o, r)
	case to != RefundFailed:
		return nil
	}
	if moved, err = s.moveRefund(tx, r.ID, RefundSucceeded, to, pr.ID); err != nil || !moved {
		return err
	}
	return s.refundReturned(ctx, tx, o, r)
}

// moveRefund reports false when the refund was not in that state.
func (s *Service) moveRefund(tx *pg.Tx, id int64, from, to, providerID string) (bool, error) {
	return pg.Changed(tx, "move refund to "+to, `
		update refund set state = ?, provider_id = case when ? = '' then provider_id else ? end, updated_at = ?
		where id = ? and state = ?`, to, providerID, providerID, s.clock.Now(), id, from)
}

// refundSucceeded records money that has gone back: the order, its lines, what was delivered on them, and who else keeps
// count. Money that an order never took, because it came too late or was wrong, is only noted.
func (s *Service) refundSucceeded(ctx context.Context, tx *pg.Tx, o order.Locked, r refundRow) error {
	detail := map[string]any{"refund": r.ID, "amount": r.Amount, "reason": r.Reason}
	own, err := s.ordersMoney(ctx, tx, r)
	if err != nil {
		return err
	}
	if !own {
		if err := s.orders.Audit(tx, o, r.Actor, "refund", string(o.Status), string(o.Status), detail); err != nil {
			return err
		}
	} else {
		waits, err := s.underWay(ctx, tx, r)
		if err != nil {
			return err
		}
		ended, err := s.orders.TakeBack(tx, o, r.Amount, r.Lines.V)
		if err != nil {
			return err
		}
		if err := s.sims.Revoke(ctx, tx, ended); err != nil {
			return err
		}
		if err := s.orders.BookRefund(ctx, tx, o, r.Amount, waits, r.Actor, detail); err != nil {
			return err
		}
	}
	return s.queue.Enqueue(ctx, tx, jobs.Job{Args: order.MailArgs{OrderID: o.ID, Template: order.MailRefunded, Subject: fmt.Sprint(r.ID)}})
}

// ordersMoney reports whether the refund is of the payment that paid the order.
func (s *Service) ordersMoney(ctx context.Context, tx *pg.Tx, r refundRow) (bool, error) {
	list, err := attempts(ctx, tx.DB, `id = ?`, r.AttemptID)
	return len(list) == 1 && list[0].Status == AttemptSucceeded, err
}

// refundFailedHold is why an order is held whose refund failed.
func refundFailedHold(id int64) string { return fmt.Sprintf("refund %d failed", id) }

// refundReturnedHold is why an order is held whose refund the payer's bank returned.
func refundReturnedHold(id int64) string { return fmt.Sprintf("refund %d came back", id) }

func (s *Service) refundFailed(ctx context.Context, tx *pg.Tx, o order.Locked, r refundRow) error {
	s.log.ErrorContext(ctx, "refund failed at the provider", "refund", r.ID, "order", o.OrderNo)
	if err := s.orders.Hold(ctx, tx, o, refundFailedHold(r.ID)); err != nil {
		return err
	}
	return s.undoRefund(ctx, tx, o, r, 0, "provider", map[string]any{"refund": r.ID, "failed": true})
}

// refundReturned records that the payer's bank has returned a refund that had succeeded. Staff find another way; lines that were
// taken back and points that were reversed stay so until they do.
func (s *Service) refundReturned(ctx context.Context, tx *pg.Tx, o order.Locked, r refundRow) error {
	s.log.ErrorContext(ctx, "refund came back from the payer's bank", "refund", r.ID, "order", o.OrderNo)
	if err := s.orders.Hold(ctx, tx, o, refundReturnedHold(r.ID)); err != nil {
		return err
	}
	return s.undoRefund(ctx, tx, o, r, -r.Amount, "provider", map[string]any{"refund": r.ID, "came back": r.Amount})
}

// undoRefund brings the order back to where it stood without this refund.
func (s *Service) undoRefund(
	ctx context.Context, tx *pg.Tx, o order.Locked, r refundRow, amount int64, actor string, detail map[string]any,
) error {
	own, err := s.ordersMoney(ctx, tx, r)
	if err != nil || !own {
		return err
	}
	waits, err := s.underWay(ctx, tx, r)
	if err != nil {
		return err
	}
	return s.orders.BookRefund(ctx, tx, o, amount, waits, actor, detail)
}

// underWay reports whether another refund of the same payment may still end either way.
func (s *Service) underWay(ctx context.Context, tx *pg.Tx, r refundRow) (bool, error) {
	list, err := s.refunds(ctx, tx.DB, `attempt_id = ? and id <> ? and state in ('requested', 'pending_refund')`, r.AttemptID, r.ID)
	return len(list) > 0, err
}

func (s *Service) pendingRefunds(ctx context.Context) ([]int64, error) {
	return pg.List[int64](s.db.Conn(ctx), "find pending refunds",
		`select id from refund where state = 'pending_refund' and updated_at < ? order by updated_at, id limit ?`,
		s.clock.Now().Add(-time.Minute), sweptAtOnce)
}
