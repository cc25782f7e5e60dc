package payment

import (
	"cmp"
	"context"
	"fmt"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// refunded records the provider's word about a refund, whoever asked for it.
func (s *Service) refunded(ctx context.Context, pr ProviderRefund) (string, error) {
	found, err := attempts(ctx, s.db.Conn(ctx), `intent_id = ?`, pr.IntentID)
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		return OutcomeUnknown, nil
	}
	if !found[0].settled() || found[0].Status == AttemptCancelled {
		// The refund's word is faster than the payment's.
		if _, err := s.check(ctx, found[0]); err != nil {
			return "", err
		}
		if found, err = attempts(ctx, s.db.Conn(ctx), `id = ?`, found[0].ID); err != nil {
			return "", err
		}
	}
	// The metadata are ours only together with the intent: another shop at the provider counts from 1, too.
	ours, err := s.refunds(ctx, s.db.Conn(ctx), `attempt_id = ? and provider_id in (?, '') order by provider_id desc, id`, found[0].ID, pr.ID)
	if err != nil {
		return "", err
	}
	for _, r := range ours {
		if r.ProviderID == pr.ID || r.ProviderID == "" && r.refund().given() && r.isMade(pr) {
			return OutcomeMoved, s.bookRefund(ctx, r, pr)
		}
	}
	if pr.State == "failed" {
		return OutcomeNothing, nil
	}
	return OutcomeMoved, s.bookOutside(ctx, found[0], pr)
}

// refundedAll does so for every refund of an intent.
func (s *Service) refundedAll(ctx context.Context, intentID string) (string, error) {
	list, err := s.provider.RefundsOf(ctx, intentID)
	if err != nil {
		return "", err
	}
	outcome := OutcomeNothing
	for _, pr := range list {
		if outcome, err = s.refunded(ctx, pr); err != nil {
			return "", err
		}
	}
	return outcome, nil
}

// bookOutside records a refund of which there is no row, so that the ledger agrees with what has happened: one that somebody made at the
// provider or, where it has a source that no other row has, the shop's own of a row that was lost.
func (s *Service) bookOutside(ctx context.Context, a Attempt, pr ProviderRefund) error {
	r := refundRow{
		TenantID: a.TenantID, OrderID: a.OrderID, AttemptID: a.ID, Source: "provider:" + pr.ID, Amount: pr.Amount, Currency: pr.Currency,
		Reason: ReasonOutside, Actor: "provider", State: RefundPending, ProviderID: pr.ID,
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		o, err := s.orders.Lock(ctx, tx, a.OrderID)
		if err != nil {
			return err
		}
		if pr.Source != "" {
			others, err := s.refunds(ctx, tx.DB, `tenant_id = ? and source = ?`, r.TenantID, pr.Source)
			if err != nil {
				return err
			}
			if len(others) == 0 {
				r.Source, r.Reason, r.Lines, r.Parts = pr.Source, cmp.Or(pr.Reason, ReasonOutside), pg.AsJSON(pr.Lines), pg.AsJSON(pr.Parts)
			}
		}
		if r.ID, err = s.insertPastRefund(ctx, tx, o, r); err != nil {
			return err
		}
		if r.ID == 0 {
			// One of ours is on its way to be refused in its favour, or the same word is being booked beside this one.
			return fmt.Errorf("refund %s of %d does not fit order %s yet", pr.ID, pr.Amount, o.OrderNo)
		}
		s.log.WarnContext(ctx, "refund of the provider is booked", "refund", pr.ID, "order", o.OrderNo, "amount", pr.Amount, "source", r.Source)
		return s.bookInserted(ctx, tx, o, a, r, pr)
	})
}

// bookInserted records a refund that was written a moment ago because it had happened already.
func (s *Service) bookInserted(ctx context.Context, tx *pg.Tx, o order.Locked, a Attempt, r refundRow, pr ProviderRefund) error {
	if a.Status == AttemptSucceeded {
		detail := map[string]any{"refund": r.ID, "amount": r.Amount, "reason": r.Reason}
		if err := s.orders.AwaitRefund(ctx, tx, o, r.Actor, detail); err != nil {
			return err
		}
	}
	return s.bookHeld(ctx, tx, o, r, pr)
}

// insertPastRefund writes a refund that has happened already. Where only requests that staff have not decided stand in its way,
// they end: what was asked for is gone. The shopper can ask for what is left.
func (s *Service) insertPastRefund(ctx context.Context, tx *pg.Tx, o order.Locked, r refundRow) (int64, error) {
	id, err := s.insertRefund(ctx, tx, &r)
	if err != nil || id != 0 {
		return id, err
	}
	now := s.clock.Now()
	res := tx.Exec(`
		update refund set state = 'refused', decided_by = 'provider', decided_at = ?, updated_at = ?
		where attempt_id = ? and state = 'requested'`, now, now, r.AttemptID)
	if res.Error != nil {
		return 0, fmt.Errorf("end refund requests: %w", res.Error)
	}
	if res.RowsAffected == 0 {
		return 0, nil
	}
	detail := map[string]any{"for": r.Source, "requests": res.RowsAffected}
	if err := s.orders.Audit(tx, o, "provider", "end refund request", string(o.Status), string(o.Status), detail); err != nil {
		return 0, err
	}
	return s.insertRefund(ctx, tx, &r)
}
