package order

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/roamcart/roamcart/bff/platform/pg"
)

// HandedOver reports whether the line has left the shop: the eSIM's code was shown, or the parcel is on its way.
func (l Line) HandedOver() bool {
	return l.State != LinePreparing && l.State != LineRefunded && l.State != LinePacked
}

// AwaitRefund moves a paid order to pending_refund while money is on its way back or staff think about it; delivery
// waits. An order that waits already stays.
func (s *Service) AwaitRefund(ctx context.Context, tx *pg.Tx, o Locked, actor string, detail map[string]any) error {
	changed, err := pg.Changed(tx, "await refund", `
		update orders set status = 'pending_refund'
		where id = ? and status in ('processing', 'shipped', 'completed', 'partially_refunded', 'pending_refund')`, o.ID)
	if err != nil {
		return err
	}
	if !changed {
		return fmt.Errorf("order %s is %s: nothing of it can be refunded", o.OrderNo, o.Status)
	}
	return s.Audit(tx, o, actor, "ask refund", string(o.Status), string(PendingRefund), detail)
}

// BookRefund adds amount to what was given back of a paid order: nothing when a refund was refused or has failed, less
// than nothing when one came back. waits says that another refund is under way. The order leaves pending_refund for
// refunded, partially_refunded or, with nothing given back, for where its times say it stood; what of it has not been
// delivered goes on. The promo code of one that is given back whole can be used again, unless a bank has taken some of it.
func (s *Service) BookRefund(ctx context.Context, tx *pg.Tx, o Locked, amount int64, waits bool, actor string, detail map[string]any) error {
	to, err := pg.List[Status](tx, "book refund", `
		update orders set refunded_amount = refunded_amount + @amount, status = case
		    when refunded_amount + @amount >= order_total then 'refunded'
		    when @waits then 'pending_refund'
		    when refunded_amount + @amount > 0 then 'partially_refunded'
		    when completed_at is not null then 'completed'
		    when shipped_at is not null then 'shipped'
		    else 'processing' end
		where id = @order and status not in ('waiting_payment', 'cancelled')
		  and refunded_amount + @amount between 0 and order_total
		returning status`, map[string]any{"order": o.ID, "amount": amount, "waits": waits})
	if err != nil {
		return err
	}
	if len(to) == 0 {
		return fmt.Errorf("a refund of %d does not fit order %s", amount, o.OrderNo)
	}
	if amount > 0 {
		now, err := rewarded(tx, o.ID)
		if err != nil {
			return err
		}
		// Before the points, as when an order is placed or cancelled: whoever has the one waits for the other.
		if to[0] == Refunded && now.Lost == 0 {
			if err := s.releaseCode(tx, o, "used"); err != nil {
				return err
			}
		}
		if err := s.earnings.Refunded(ctx, tx, now); err != nil {
			return err
		}
	}
	if amount != 0 {
		s.count(tx, o, StepRefunded, amount)
	}
	action := "refund"
	if amount <= 0 {
		action = "refuse refund"
	}
	if err := s.Audit(tx, o, actor, action, string(o.Status), string(to[0]), detail); err != nil {
		return err
	}
	if to[0] != Processing && to[0] != PartiallyRefunded {
		return nil
	}
	o.Status = to[0]
	return s.resume(ctx, tx, o)
}

//go:embed takeback.sql
var takeBackSQL string

// TakeBack ends lines with a refund of amount: those that it names, and all that are left with the last of what the order cost.
// Where it names some, others that were handed over and cost nothing stay. What had not been handed over goes back into stock. It
// comes before BookRefund and returns the lines that have ended.
func (s *Service) TakeBack(tx *pg.Tx, o Locked, amount int64, lineIDs []int64) ([]int64, error) {
	return pg.List[int64](tx, "take lines back", takeBackSQL,
		map[string]any{"order": o.ID, "amount": amount, "lines": pg.Array(lineIDs)})
}
