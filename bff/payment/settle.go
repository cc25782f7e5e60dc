package payment

import (
	"context"
	"fmt"
	"strings"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Ways to settle a refund that failed.
const (
	// SettleAgain asks the provider for it once more.
	SettleAgain = "again"
	// SettleElsewhere records that staff gave the money back another way.
	SettleElsewhere = "elsewhere"
	// SettleNothing notes that nothing is owed for it any more.
	SettleNothing = "nothing"
)

// SettleWays are all of them.
var SettleWays = []string{SettleAgain, SettleElsewhere, SettleNothing}

// Settlement is what staff do about a refund that failed.
type Settlement struct {
	RefundID int64
	// How is one of the ways above.
	How string
	// Reason is a text for the audit log; Actor who settles it.
	Reason string
	Actor  string
}

// SettleRefund deals, once, with a refund that the provider refused or the payer's bank returned, and ends the hold that it brought.
// Money that did not match is given back by GiveBackHeld, or elsewhere. Faults: refund_not_found, reason_required, refund_decided,
// refund_too_much, payment_review.
func (s *Service) SettleRefund(ctx context.Context, in Settlement) error {
	if strings.TrimSpace(in.Reason) == "" {
		return fault.New("reason_required")
	}
	list, err := s.refunds(ctx, s.db.Conn(ctx), `id = ?`, in.RefundID)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return fault.New("refund_not_found")
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		o, err := s.orders.Lock(ctx, tx, list[0].OrderID)
		if err != nil {
			return err
		}
		now := s.clock.Now()
		settled, err := pg.Changed(tx, "settle refund",
			`update refund set settled_at = ? where id = ? and state = 'failed' and settled_at is null`, now, in.RefundID)
		if err != nil {
			return err
		}
		if !settled {
			return fault.New("refund_decided")
		}
		detail := map[string]any{"refund": in.RefundID, "how": in.How, "note": in.Reason}
		if err := s.orders.Audit(tx, o, in.Actor, "settle refund", string(o.Status), string(o.Status), detail); err != nil {
			return err
		}
		if err := s.giveInstead(ctx, tx, o, list[0], in); err != nil {
			return err
		}
		return s.releaseRefund(ctx, tx, o, in)
	})
}

// giveInstead writes the refund that takes the place of one that failed, if any.
func (s *Service) giveInstead(ctx context.Context, tx *pg.Tx, o order.Locked, failed refundRow, in Settlement) error {
	paid, err := attempts(ctx, tx.DB, `id = ?`, failed.AttemptID)
	if err != nil {
		return err
	}
	a, r := paid[0], failed
	r.Source, r.State, r.Actor, r.ProviderID = fmt.Sprintf("%s:%d", in.How, failed.ID), RefundPending, in.Actor, ""
	switch {
	case in.How == SettleElsewhere:
		r.ProviderID, r.Reason, r.Notes = r.Source, ReasonElsewhere, in.Reason
	case a.Status == AttemptReview:
		return fault.New("payment_review")
	case in.How == SettleNothing:
		return nil
	case in.How != SettleAgain:
		return fmt.Errorf("no way to settle a refund: %q", in.How)
	}
	if r.ID, err = s.insertRefund(ctx, tx, &r); err != nil {
		return err
	}
	switch {
	case r.ID == 0:
		return fault.New("refund_too_much")
	case in.How == SettleElsewhere:
		return s.bookInserted(ctx, tx, o, a, r, ProviderRefund{ID: r.ProviderID, State: "succeeded"})
	case a.Status == AttemptSucceeded:
		return s.orders.AwaitRefund(ctx, tx, o, in.Actor, map[string]any{"refund": r.ID, "amount": r.Amount, "reason": r.Reason})
	}
	return nil
}

// releaseRefund ends the holds of a refund that was settled, unless money of the order still waits for somebody to look at it.
func (s *Service) releaseRefund(ctx context.Context, tx *pg.Tx, o order.Locked, in Settlement) error {
	held, err := heldMoney(tx, o.ID)
	if err != nil || held.Waits {
		return err
	}
	for _, reason := range []string{refundFailedHold(in.RefundID), refundReturnedHold(in.RefundID)} {
		if err := s.orders.Release(ctx, tx, o, reason, in.Actor); err != nil {
			return err
		}
	}
	return nil
}

// Settleable returns, by refund, the ways in which an order's refunds that failed can be settled; none for one whose money went back since.
func (s *Service) Settleable(ctx context.Context, orderID int64) (map[int64][]string, error) {
	type row struct {
		ID           int64
		Review, Fits bool
	}
	list, err := pg.List[row](s.db.Conn(ctx), "look for refunds to settle", `
		select f.id, a.status = 'review' as review, f.amount + (
		    select coalesce(sum(r.amount), 0) from refund r where r.attempt_id = a.id and r.state not in ('failed', 'refused')) <= a.received as fits
		from refund f join payment_attempt a on a.id = f.attempt_id
		where f.order_id = ? and f.state = 'failed' and f.settled_at is null`, orderID)
	if err != nil {
		return nil, err
	}
	ways := map[int64][]string{}
	for _, r := range list {
		switch {
		case r.Review && r.Fits:
			ways[r.ID] = []string{SettleElsewhere}
		case r.Fits:
			ways[r.ID] = SettleWays
		case !r.Review:
			ways[r.ID] = []string{SettleNothing}
		}
	}
	return ways, nil
}

// HeldMoney is money of an order that did not match.
type HeldMoney struct {
	// Waits says that some of it has not gone back, or that nobody knows what came in: the hold of the order cannot be lifted.
	Waits bool
	// Left is whether GiveBackHeld has something to give back.
	Left bool
}

// HeldMoney says what of an order's money that did not match waits for staff.
func (s *Service) HeldMoney(ctx context.Context, orderID int64) (HeldMoney, error) {
	return heldMoney(s.db.Conn(ctx), orderID)
}

func heldMoney(c pg.Conn, orderID int64) (HeldMoney, error) {
	list, err := pg.List[HeldMoney](c, "look for money that did not match", `
		select coalesce(bool_or(a.received = 0 or a.received > r.given), false) as waits, coalesce(bool_or(a.received > r.given), false) as "left"
		from payment_attempt a, lateral (
		    select coalesce(sum(amount), 0) as given from refund where attempt_id = a.id and order_id = a.order_id and state not in ('failed', 'refused')
		) r
		where a.order_id = ? and a.status = 'review'`, orderID)
	if err != nil {
		return HeldMoney{}, err
	}
	return list[0], nil
}
