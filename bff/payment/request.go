package payment

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment/refundable"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// maxNotes bounds what somebody writes about a refund, in characters.
const maxNotes = 1000

// ShopperRefund is a shopper's request for money back.
type ShopperRefund struct {
	OrderID int64
	// LineIDs are whole lines of the order; none means all that can be asked for.
	LineIDs []int64
	Reason  string
	Notes   string
	Actor   string
}

// RefundOutcome is the refund that was opened or, without one, why there is none: a key of the errors.
type RefundOutcome struct {
	Refund *Refund
	Why    string
}

// offerOf works out what can be asked for from what paid the order and its refunds so far.
func offerOf(o order.Order, paid []Attempt, refunds []refundRow, now time.Time) refundable.Offer {
	var received int64
	for _, a := range paid {
		received += a.Received
	}
	var given []refundable.PriorRefund
	for _, r := range refunds {
		if r.refund().given() && slices.ContainsFunc(paid, func(a Attempt) bool { return a.ID == r.AttemptID }) {
			given = append(given, refundable.PriorRefund{
				Amount: r.Amount, LineIDs: r.Lines.V, Parts: r.Parts.V, Succeeded: r.State == RefundSucceeded,
			})
		}
	}
	return refundable.Of(o, received, given, now)
}

// RefundOffer says what of an order can be asked for now.
func (s *Service) RefundOffer(ctx context.Context, o order.Order) (refundable.Offer, error) {
	rows, err := s.refunds(ctx, s.db.Conn(ctx), `order_id = ? order by id`, o.ID)
	if err != nil {
		return refundable.Offer{}, err
	}
	paid, err := attempts(ctx, s.db.Conn(ctx), `order_id = ? and status = 'succeeded'`, o.ID)
	if err != nil {
		return refundable.Offer{}, err
	}
	return offerOf(o, paid, rows, s.clock.Now()), nil
}

// RequestRefund opens a refund on a shopper's request. What was not handed over goes back at once; anything else waits
// for staff. Faults: validation_failed, order_not_found.
func (s *Service) RequestRefund(ctx context.Context, ask ShopperRefund) (RefundOutcome, error) {
	if err := checkReason(ask.Reason, &ask.Notes); err != nil {
		return RefundOutcome{}, err
	}
	var out RefundOutcome
	err := s.refunding(ctx, ask.OrderID, func(ctx context.Context, tx *pg.Tx, u refunding) error {
		for _, id := range ask.LineIDs {
			if !slices.ContainsFunc(u.order.Lines, func(l order.Line) bool { return l.ID == id }) {
				out.Why = "refund_line_unknown"
				return nil
			}
		}
		lines, amount, review, why := u.offer.Evaluate(ask.LineIDs, ask.Reason)
		if why != "" {
			out.Why = why
			return nil
		}
		state := RefundPending
		if review {
			state = RefundRequested
		}
		r, err := s.openRefund(ctx, tx, u, refundRow{
			Source: fmt.Sprintf("request:%d:%d", u.order.ID, len(u.refunds)+1), Amount: amount, Reason: ask.Reason, Notes: ask.Notes,
			Actor: ask.Actor, Lines: pg.AsJSON(lines), State: state,
		})
		out = RefundOutcome{Refund: r}
		return err
	})
	return out, err
}

func checkReason(reason string, notes *string) error {
	*notes = strings.TrimSpace(*notes)
	switch {
	case !slices.Contains(refundable.Reasons, reason):
		return fault.Fields(map[string]string{"reason": "reason_required"})
	case reason == refundable.ReasonOthers && *notes == "":
		return fault.Fields(map[string]string{"notes": "notes_required"})
	case utf8.RuneCountInString(*notes) > maxNotes:
		return fault.Fields(map[string]string{"notes": "too_long"})
	}
	return nil
}

// refunding is an order whose row is held while one of its refunds is opened.
type refunding struct {
	locked  order.Locked
	order   order.Order
	attempt Attempt
	refunds []refundRow
	offer   refundable.Offer
}

// refunding runs fn with the order held and everything about its refunds read under that lock.
func (s *Service) refunding(ctx context.Context, orderID int64, fn func(ctx context.Context, tx *pg.Tx, u refunding) error) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		locked, err := s.orders.Lock(ctx, tx, orderID)
		if err != nil {
			return err
		}
		u, err := s.weigh(ctx, tx, locked)
		if err != nil {
			return err
		}
		s.at("refund weighed")
		return fn(ctx, tx, u)
	})
}

// weigh reads everything about the refunds of an order that the transaction holds.
func (s *Service) weigh(ctx context.Context, tx *pg.Tx, locked order.Locked) (refunding, error) {
	u := refunding{locked: locked}
	var err error
	if u.order, err = s.orders.Read(ctx, tx, locked); err != nil {
		return u, err
	}
	if u.refunds, err = s.refunds(ctx, tx.DB, `order_id = ? order by id`, locked.ID); err != nil {
		return u, err
	}
	paid, err := attempts(ctx, tx.DB, `order_id = ? and status = 'succeeded'`, locked.ID)
	if err != nil {
		return u, err
	}
	if len(paid) > 0 {
		u.attempt = paid[0]
	}
	u.offer = offerOf(u.order, paid, u.refunds, s.clock.Now())
	return u, nil
}

// openRefund writes the refund and moves its order to pending_refund.
func (s *Service) openRefund(ctx context.Context, tx *pg.Tx, u refunding, r refundRow) (*Refund, error) {
	r.TenantID, r.OrderID, r.AttemptID, r.Currency = u.locked.TenantID, u.order.ID, u.attempt.ID, u.attempt.Currency
	id, err := s.insertRefund(ctx, tx, &r)
	if err == nil && id == 0 {
		err = fmt.Errorf("refund %s of %d does not fit order %s", r.Source, r.Amount, u.locked.OrderNo)
	}
	if err != nil {
		return nil, err
	}
	detail := map[string]any{"refund": id, "amount": r.Amount, "reason": r.Reason, "state": r.State}
	if r.Reason == ReasonStaff {
		detail["note"] = r.Notes
	}
	if err := s.orders.AwaitRefund(ctx, tx, u.locked, r.Actor, detail); err != nil {
		return nil, err
	}
	if r.State == RefundRequested {
		mail := order.MailArgs{OrderID: u.order.ID, Template: order.MailRefundAsked, Subject: fmt.Sprint(id)}
		if err := s.queue.Enqueue(ctx, tx, jobs.Job{Args: mail}); err != nil {
			return nil, err
		}
	}
	r.ID = id
	out := r.refund()
	return &out, nil
}
