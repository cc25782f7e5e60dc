package payment

import (
	"context"
	"fmt"
	"time"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Dispute states.
const (
	DisputeOpen = "open"
	DisputeWon  = "won"
	DisputeLost = "lost"
)

// Dispute is what a payer's bank has called back of an order. Amount is in minor units of Currency.
type Dispute struct {
	ID       string
	Amount   int64
	Currency string
	// Reason is the provider's word for it.
	Reason   string
	State    string
	OpenedAt time.Time
}

// Open reports whether the bank has still to decide.
func (d Dispute) Open() bool { return d.State == DisputeOpen }

// Disputes lists an order's disputes, oldest first.
func (s *Service) Disputes(ctx context.Context, orderID int64) ([]Dispute, error) {
	return pg.List[Dispute](s.db.Conn(ctx), "read disputes",
		`select id, amount, currency, reason, state, opened_at from dispute where order_id = ? order by opened_at, id`, orderID)
}

const holdDispute = "dispute"

// disputed records where a dispute stands: opened, its order is held; won, the hold is lifted; lost, the money is gone as if
// it had been refunded.
func (s *Service) disputed(ctx context.Context, id string) (string, error) {
	d, err := s.provider.Dispute(ctx, id)
	if err != nil {
		return "", err
	}
	found, err := attempts(ctx, s.db.Conn(ctx), `intent_id = ?`, d.IntentID)
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		return OutcomeUnknown, nil
	}
	a := found[0]
	return OutcomeMoved, s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		o, err := s.orders.Lock(ctx, tx, a.OrderID)
		if err != nil {
			return err
		}
		moved, err := s.noteDispute(tx, a, d)
		if err != nil || !moved {
			return err
		}
		s.log.ErrorContext(ctx, "payment disputed", "dispute", d.ID, "state", d.State, "order", o.OrderNo, "amount", d.Amount)
		if d.State != DisputeWon {
			if err := s.orders.Hold(ctx, tx, o, holdDispute); err != nil {
				return err
			}
		}
		detail := map[string]any{"dispute": d.ID, "amount": d.Amount, "reason": d.Reason}
		if err := s.orders.Audit(tx, o, "provider", "dispute "+d.State, string(o.Status), string(o.Status), detail); err != nil {
			return err
		}
		switch d.State {
		case DisputeWon:
			return s.disputesOver(ctx, tx, o)
		case DisputeLost:
			return s.chargeBack(ctx, tx, o, a, d)
		}
		return nil
	})
}

// noteDispute writes the row; it reports false when that says nothing new. What is closed stays closed.
func (s *Service) noteDispute(tx *pg.Tx, a Attempt, d ProviderDispute) (bool, error) {
	now := s.clock.Now()
	return pg.Changed(tx, "note dispute", `
		insert into dispute (id, tenant_id, order_id, attempt_id, amount, currency, reason, state, opened_at, closed_at)
		values (@id, @tenant, @order, @attempt, @amount, @currency, @reason, @state, @opened,
		    case when @state = 'open' then null else cast(@now as timestamptz) end)
		on conflict (id) do update set state = excluded.state, closed_at = excluded.closed_at
		where dispute.state = 'open' and excluded.state <> 'open'`, map[string]any{
		"id": d.ID, "tenant": a.TenantID, "order": a.OrderID, "attempt": a.ID, "amount": d.Amount, "currency": d.Currency,
		"reason": d.Reason, "state": d.State, "opened": d.At, "now": now,
	})
}

// disputesOver ends what a dispute holds its order for, once the last one has been won. Whatever else it is held for stays: a refund that
// failed meanwhile, because a provider gives back nothing of what is disputed, still waits for staff to find another way.
func (s *Service) disputesOver(ctx context.Context, tx *pg.Tx, o order.Locked) error {
	var open bool
	if err := tx.Raw(`select exists (select 1 from dispute where order_id = ? and state = 'open')`, o.ID).Scan(&open).Error; err != nil {
		return fmt.Errorf("look for open disputes: %w", err)
	}
	if open {
		return nil
	}
	return s.orders.Release(ctx, tx, o, holdDispute, "provider")
}

// chargeBack records money lost to a dispute, as the refund it amounts to. A payer's bank may take more than the order still
// has, because something was refunded before or by its rate of exchange: the order gives what it has, the rest is between
// the shop and its provider.
func (s *Service) chargeBack(ctx context.Context, tx *pg.Tx, o order.Locked, a Attempt, d ProviderDispute) error {
	r := refundRow{
		TenantID: a.TenantID, OrderID: a.OrderID, AttemptID: a.ID, Source: "dispute:" + d.ID, Currency: a.Currency,
		Reason: ReasonDispute, Actor: "provider", State: RefundPending, ProviderID: d.ID,
	}
	err := tx.Raw(`
		select least(@amount, received - (select coalesce(sum(amount), 0) from refund where attempt_id = @attempt and state = 'succeeded'))
		from payment_attempt where id = @attempt`, map[string]any{"amount": d.Amount, "attempt": a.ID}).Scan(&r.Amount).Error
	if err != nil {
		return fmt.Errorf("weigh dispute: %w", err)
	}
	if r.Amount < d.Amount {
		s.log.ErrorContext(ctx, "dispute exceeds the remaining payment", "dispute", d.ID, "order", o.OrderNo, "amount", d.Amount, "had", r.Amount)
	}
	if r.Amount <= 0 {
		return nil
	}
	if r.ID, err = s.insertPastRefund(ctx, tx, o, r); err != nil {
		return err
	}
	if r.ID == 0 {
		return fmt.Errorf("dispute %s of %d does not fit order %s", d.ID, d.Amount, o.OrderNo)
	}
	return s.bookInserted(ctx, tx, o, a, r, ProviderRefund{ID: d.ID, State: "succeeded"})
}
