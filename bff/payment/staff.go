package payment

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment/refundable"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// StaffRefund is a refund that staff give.
type StaffRefund struct {
	OrderID int64
	// LineIDs end with the refund: their eSIMs are revoked, what was not handed over goes back into stock.
	LineIDs []int64
	// Amount in minor units; 0 means what the lines cost or, without lines, all that is left. Of an order that cost no money these
	// end, and what paid for them is given back.
	Amount int64
	// Left is what whoever decided saw to be left of the payment, in minor units: when it is not, nothing is given, so that what is sent
	// twice is given once. Nil asks for no such check.
	Left *int64
	// Reason is a text for the audit log; Actor who gives it.
	Reason string
	Actor  string
}

// GiveRefund opens a refund that staff decided on, whatever the goods' policy. Of an order that cost no money it ends lines at once;
// the refund that it returns then has no number. Faults: order_not_found, reason_required,
// refund_not_paid, refund_overtaken, refund_nothing_paid, refund_line_unknown, refund_too_much, refund_done.
func (s *Service) GiveRefund(ctx context.Context, in StaffRefund) (Refund, error) {
	if strings.TrimSpace(in.Reason) == "" {
		return Refund{}, fault.New("reason_required")
	}
	var out Refund
	err := s.refunding(ctx, in.OrderID, func(ctx context.Context, tx *pg.Tx, u refunding) error {
		free := u.order.PaidAt != nil && u.locked.OrderTotal == 0
		if u.attempt.ID == 0 && !free {
			return fault.New("refund_not_paid")
		}
		if in.Left != nil && *in.Left != u.offer.Left {
			return fault.New("refund_overtaken")
		}
		if free {
			ended, err := s.giveFree(ctx, tx, u, in)
			out = ended
			return err
		}
		amount, err := u.staffAmount(in)
		if err != nil {
			return err
		}
		r, err := s.openRefund(ctx, tx, u, refundRow{
			Source: fmt.Sprintf("staff:%d:%d", u.order.ID, len(u.refunds)+1), Amount: amount, Reason: ReasonStaff, Notes: in.Reason,
			Actor: in.Actor, Lines: pg.AsJSON(in.LineIDs), State: RefundPending,
		})
		if err == nil {
			out = *r
		}
		return err
	})
	return out, err
}

// heldForWantOfMoney is why an order is held that was not delivered and whose payment nobody finds, and why versions before held one
// that cost nothing.
const heldForWantOfMoney = "not delivered, and nothing was paid"

// giveFree ends lines of an order that cost no money: those that are named, or all that are left.
func (s *Service) giveFree(ctx context.Context, tx *pg.Tx, u refunding, in StaffRefund) (Refund, error) {
	if in.Amount != 0 {
		return Refund{}, fault.New("refund_too_much")
	}
	if err := u.namesLines(in); err != nil {
		return Refund{}, err
	}
	end := order.FreeEnd{LineIDs: in.LineIDs, Reason: order.FreeByStaff, Note: in.Reason, Actor: in.Actor}
	if len(in.LineIDs) == 0 {
		for _, l := range u.order.Lines {
			end.LineIDs = append(end.LineIDs, l.ID)
		}
	}
	ended, err := s.endFree(ctx, tx, u.locked, end)
	if err == nil && !ended {
		err = fault.New(refundable.Done)
	}
	if err == nil {
		err = s.orders.Release(ctx, tx, u.locked, heldForWantOfMoney, in.Actor)
	}
	return Refund{
		OrderID: u.order.ID, Currency: u.locked.Currency, State: RefundSucceeded, Reason: ReasonStaff, Notes: in.Reason, Actor: in.Actor,
		LineIDs: end.LineIDs, CreatedAt: s.clock.Now(), UpdatedAt: s.clock.Now(),
	}, err
}

// namesLines refuses lines that are not the order's, or came back before.
func (u refunding) namesLines(in StaffRefund) error {
	for _, l := range u.offer.Lines {
		if slices.Contains(in.LineIDs, l.LineID) && l.IsReturned() {
			return fault.New(l.Why)
		}
	}
	for _, id := range in.LineIDs {
		if !slices.ContainsFunc(u.order.Lines, func(l order.Line) bool { return l.ID == id }) {
			return fault.New("refund_line_unknown")
		}
	}
	return nil
}

func (u refunding) staffAmount(in StaffRefund) (int64, error) {
	if err := u.namesLines(in); err != nil {
		return 0, err
	}
	sum := u.offer.FreightWith(in.LineIDs)
	for _, l := range u.offer.Lines {
		if slices.Contains(in.LineIDs, l.LineID) {
			sum += l.Amount
		}
	}
	switch {
	case u.offer.Left <= 0:
		return 0, fault.New(refundable.Done)
	case in.Amount < 0 || in.Amount > u.offer.Left:
		return 0, fault.New("refund_too_much")
	case in.Amount > 0:
		return in.Amount, nil
	case len(in.LineIDs) == 0:
		return u.offer.Left, nil
	}
	if sum == 0 {
		return 0, fault.New("refund_nothing_paid")
	}
	return min(sum, u.offer.Left), nil
}

// DecideRefund says yes or no to a refund that a shopper asked for; note is for the audit log. A decision that was made
// before stays. Faults: refund_not_found, refund_decided, reason_required.
func (s *Service) DecideRefund(ctx context.Context, refundID int64, approve bool, actor, note string) (Refund, error) {
	if strings.TrimSpace(note) == "" {
		return Refund{}, fault.New("reason_required")
	}
	list, err := s.refunds(ctx, s.db.Conn(ctx), `id = ?`, refundID)
	if err != nil {
		return Refund{}, err
	}
	if len(list) == 0 {
		return Refund{}, fault.New("refund_not_found")
	}
	r := list[0]
	err = s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		o, err := s.orders.Lock(ctx, tx, r.OrderID)
		if err != nil {
			return err
		}
		r.State = RefundRefused
		if approve {
			r.State = RefundPending
		}
		changed, err := pg.Changed(tx, "decide refund", `
			update refund set state = ?, decided_by = ?, decided_at = ?, updated_at = ?, alerted_at = null
			where id = ? and state = 'requested'`, r.State, actor, s.clock.Now(), s.clock.Now(), r.ID)
		if err != nil {
			return err
		}
		if !changed {
			return fault.New("refund_decided")
		}
		detail := map[string]any{"refund": r.ID, "note": note}
		if approve {
			if err := s.orders.Audit(tx, o, actor, "approve refund", string(o.Status), string(o.Status), detail); err != nil {
				return err
			}
			return s.queue.Enqueue(ctx, tx, jobs.Job{Args: RefundArgs{r.ID}})
		}
		if err := s.undoRefund(ctx, tx, o, r, 0, actor, detail); err != nil {
			return err
		}
		return s.queue.Enqueue(ctx, tx, jobs.Job{
			Args: order.MailArgs{OrderID: o.ID, Template: order.MailRefundRefused, Subject: fmt.Sprint(r.ID)},
		})
	})
	return r.refund(), err
}

// GiveBackHeld gives back what is left of an order's money that did not match, and ends the holds that it brought. An order that waits for
// its payment is cancelled. Faults: order_not_found, reason_required, refund_not_paid.
func (s *Service) GiveBackHeld(ctx context.Context, orderID int64, actor, note string) error {
	if strings.TrimSpace(note) == "" {
		return fault.New("reason_required")
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		o, err := s.orders.Lock(ctx, tx, orderID)
		if err != nil {
			return err
		}
		held, err := attempts(ctx, tx.DB, `order_id = ? and status = 'review' order by id`, orderID)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(held, func(a Attempt) bool { return a.Received > 0 }) {
			return fault.New("refund_not_paid")
		}
		ends, stays := []string{}, false
		for _, a := range held {
			if a.Received == 0 { // nothing came in, and staff have to find out why
				stays = true
				continue
			}
			ended, err := s.giveBackRest(ctx, tx, o, a, actor, note)
			if err != nil {
				return err
			}
			ends = append(ends, ended...)
		}
		cancelled, err := s.orders.MarkCancelled(ctx, tx, o, order.ReasonPayment, actor)
		if err != nil {
			return err
		}
		if cancelled {
			o.Status = order.Cancelled
		}
		for _, reason := range o.HoldReasons() {
			if !slices.Contains(ends, reason) && (stays || !strings.HasPrefix(reason, mismatchHold)) {
				continue
			}
			if err := s.orders.Release(ctx, tx, o, reason, actor); err != nil {
				return err
			}
		}
		return nil
	})
}

// giveBackRest opens a refund of what is left of an attempt's money, and returns the holds of those that failed before.
func (s *Service) giveBackRest(ctx context.Context, tx *pg.Tx, o order.Locked, a Attempt, actor, note string) (holds []string, err error) {
	list, err := s.refunds(ctx, tx.DB, `attempt_id = ?`, a.ID)
	if err != nil {
		return nil, err
	}
	source, left := fmt.Sprintf("mismatch:%d", a.ID), a.Received
	for _, r := range list {
		if r.refund().given() {
			left -= r.Amount
		} else {
			holds = append(holds, refundFailedHold(r.ID), refundReturnedHold(r.ID))
		}
	}
	if left <= 0 {
		return holds, nil
	}
	if len(list) > 0 {
		source = fmt.Sprintf("%s:%d", source, len(list)+1)
	}
	_, err = s.insertRefund(ctx, tx, &refundRow{
		TenantID: o.TenantID, OrderID: o.ID, AttemptID: a.ID, Source: source, Amount: left,
		Currency: a.ReceivedCurrency, Reason: ReasonMismatch, Notes: note, Actor: actor, State: RefundPending,
	})
	return holds, err
}

// How long staff and the provider may take before somebody is notified, and how often they are notified again.
const (
	staffSLA    = 24 * time.Hour
	providerSLA = 24 * time.Hour
)

// WaitingRefund is a refund that has not ended.
type WaitingRefund struct {
	Refund
	OrderNo  string
	TenantID int64
	// Late says that staff or the provider have taken longer than they may.
	Late bool
}

// WaitingRefunds lists the refunds that staff have to decide or the provider has to confirm, oldest first.
func (s *Service) WaitingRefunds(ctx context.Context) ([]WaitingRefund, error) {
	var rows []struct {
		Row       refundRow `gorm:"embedded"`
		OrderNo   string
		DecidedAt *time.Time
	}
	err := s.db.Conn(ctx).Raw(`
		select r.id, r.tenant_id, r.order_id, r.attempt_id, r.source, r.amount, r.currency, r.reason, r.notes, r.actor, r.lines,
		       r.state, r.provider_id, r.created_at, r.updated_at, r.decided_at, o.order_no
		from refund r join orders o on o.id = r.order_id where r.state in ('requested', 'pending_refund') order by r.created_at`).
		Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("list waiting refunds: %w", err)
	}
	list := make([]WaitingRefund, len(rows))
	for n, r := range rows {
		since, sla := r.Row.CreatedAt, staffSLA
		if r.Row.State == RefundPending {
			if sla = providerSLA; r.DecidedAt != nil {
				since = *r.DecidedAt
			}
		}
		list[n] = WaitingRefund{Refund: r.Row.refund(), OrderNo: r.OrderNo, TenantID: r.Row.TenantID, Late: !s.clock.Now().Before(since.Add(sla))}
	}
	return list, nil
}

// alertLate reports once a day refunds that have waited too long.
func (s *Service) alertLate(ctx context.Context) error {
	list, err := s.WaitingRefunds(ctx)
	if err != nil {
		return err
	}
	for _, r := range list {
		if !r.Late {
			continue
		}
		now := s.clock.Now()
		due, err := pg.Changed(s.db.Conn(ctx), "note alert",
			`update refund set alerted_at = ? where id = ? and (alerted_at is null or alerted_at < ?)`, now, r.ID, now.Add(-24*time.Hour))
		if err != nil {
			return err
		}
		if due {
			s.log.ErrorContext(ctx, "refund waits too long", "refund", r.ID, "order", r.OrderNo, "state", r.State, "since", r.CreatedAt)
		}
	}
	return nil
}
