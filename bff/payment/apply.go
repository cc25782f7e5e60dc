package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

// Outcomes of Apply, as they stand in the event log.
const (
	OutcomeUnknown = "unknown"
	OutcomeNothing = "nothing"
	OutcomePaid    = "paid"
	OutcomeLate    = "late_paid"
	OutcomeReview  = "review"
	OutcomeMoved   = "moved"
	// outcomeStored is of an event that nothing is done about.
	outcomeStored = "stored"
)

// Apply records what the provider reports about an intent, which the caller has just retrieved. It is idempotent and safe in any
// order.
func (s *Service) Apply(ctx context.Context, in Intent) (outcome string, err error) {
	outcome, _, err = s.apply(ctx, in, "")
	return outcome, err
}

// apply is Apply that notes the outcome with the event that reports it, "" for none, in its transaction; one that is unknown is not noted.
func (s *Service) apply(ctx context.Context, in Intent, eventID string) (outcome string, noted bool, err error) {
	ours := true
	s.at("before settle")
	err = s.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		o, err := s.orders.LockOf(
			ctx,
			tx,
			`select order_id from payment_attempt where intent_id = ? or (id = ? and intent_id is null) order by intent_id nulls last limit 1`,
			in.ID,
			in.AttemptID,
		)
		if ours = fault.Code(err) != "order_not_found"; !ours {
			return nil
		}
		if err != nil {
			return err
		}
		list, err := attempts(ctx, tx.DB, `order_id = ? order by id for no key update`, o.ID)
		if err != nil {
			return err
		}
		n := slices.IndexFunc(list, func(a Attempt) bool { return a.IntentID != nil && *a.IntentID == in.ID })
		if n < 0 {
			n = slices.IndexFunc(list, func(a Attempt) bool { return a.IntentID == nil && a.ID == in.AttemptID })
		}
		if ours = n >= 0; !ours { // it was given to another intent meanwhile
			return nil
		}
		a := list[n]
		others := slices.Delete(list, n, n+1)
		if a.IntentID == nil {
			// The attempt is known from the intent's own words alone; another shop at the same provider counts from 1, too.
			if ours = in.OrderNo == o.OrderNo; !ours {
				return nil
			}
			if err := pg.Exec(tx, "note intent", `update payment_attempt set intent_id = ? where id = ?`, in.ID, a.ID); err != nil {
				return err
			}
		}
		if outcome, err = s.transition(ctx, tx, o, a, others, in, eventID); err != nil {
			return err
		}
		if noted = eventID != ""; noted && outcome != OutcomePaid { // that is noted with what came in
			err = s.note(tx, eventID, outcome)
		}
		s.at("before commit")
		return err
	})
	if err == nil {
		s.at("after commit")
	}
	if !ours {
		return OutcomeUnknown, false, err
	}
	return outcome, noted, err
}

// transition is the transition table. What is not in it is nothing.
func (s *Service) transition(
	ctx context.Context, tx *pg.Tx, o order.Locked, a Attempt, others []Attempt, in Intent, eventID string,
) (string, error) {
	switch in.Status {
	case IntentSucceeded:
		return s.succeeded(ctx, tx, o, a, others, in, eventID)
	case IntentProcessing:
		if a.Status == AttemptOpen || a.Status == AttemptFailed {
			return OutcomeMoved, s.setStatus(tx, a, AttemptProcessing, "")
		}
	case IntentCanceled:
		if !a.settled() {
			return OutcomeMoved, s.setStatus(tx, a, AttemptCancelled, a.LastError)
		}
	case IntentOpen:
		if in.LastError != "" && (a.Status == AttemptOpen || a.Status == AttemptProcessing) {
			if s.refused != nil {
				tx.AfterCommit(func() { s.refused(o.TenantID, a.Method) })
			}
			return OutcomeMoved, s.setStatus(tx, a, AttemptFailed, in.LastError)
		}
	}
	return OutcomeNothing, nil
}

func (s *Service) succeeded(
	ctx context.Context, tx *pg.Tx, o order.Locked, a Attempt, others []Attempt, in Intent, eventID string,
) (string, error) {
	if a.Status == AttemptSucceeded || a.Status == AttemptLatePaid || a.Status == AttemptReview {
		return OutcomeNothing, nil
	}
	if wrong := s.mismatch(o, a, in); wrong != "" {
		s.log.ErrorContext(ctx, "payment does not match its attempt; held for review", "order", o.OrderNo, "attempt", a.ID, "what", wrong)
		if err := s.receive(tx, a, AttemptReview, in, ""); err != nil {
			return "", err
		}
		return OutcomeReview, s.orders.Hold(ctx, tx, o, mismatchHold+wrong)
	}
	paid, err := s.orders.MarkPaid(ctx, tx, o, in.ID, s.sims.DeliverNow)
	if err != nil {
		return "", err
	}
	if paid {
		if err := s.receive(tx, a, AttemptSucceeded, in, eventID); err != nil {
			return "", err
		}
		return OutcomePaid, s.enqueueCancellation(ctx, tx, others)
	}
	// The order was cancelled, or another attempt paid it: the money goes back.
	if err := s.receive(tx, a, AttemptLatePaid, in, ""); err != nil {
		return "", err
	}
	if err := s.orders.Audit(tx, o, "provider", "late payment", string(o.Status), string(o.Status), map[string]any{"attempt": a.ID}); err != nil {
		return "", err
	}
	_, err = s.insertRefund(ctx, tx, &refundRow{
		TenantID: o.TenantID, OrderID: o.ID, AttemptID: a.ID, Source: fmt.Sprintf("late:%d", a.ID), Amount: in.AmountReceived,
		Currency: a.Currency, Reason: ReasonLate, Actor: "system", State: RefundPending,
	})
	return OutcomeLate, err
}

// enqueueCancellation ends what of the order's other attempts could still be paid: this one succeeded after it had been given up
// for them. The provider is asked by a job, because no call is made inside a transaction.
func (s *Service) enqueueCancellation(ctx context.Context, tx *pg.Tx, others []Attempt) error {
	var list []jobs.Job
	for _, a := range others {
		if !a.settled() {
			list = append(list, jobs.Job{Args: CancelAttemptArgs{a.ID}})
		}
	}
	return s.queue.Enqueue(ctx, tx, list...)
}

// mismatchHold begins the reason of a hold for money that did not match.
const mismatchHold = "payment mismatch: "

// mismatch names what about the money is not what the attempt asked for, "" when all is well.
func (s *Service) mismatch(o order.Locked, a Attempt, in Intent) string {
	switch {
	case in.AmountReceived != a.Amount:
		return fmt.Sprintf("amount %d instead of %d", in.AmountReceived, a.Amount)
	case in.Currency != a.Currency:
		return fmt.Sprintf("currency %s instead of %s", in.Currency, a.Currency)
	case in.Livemode != s.provider.Live():
		return "live mode"
	case in.OrderNo != o.OrderNo:
		return "order number " + in.OrderNo
	}
	return ""
}

// askEvery is how often at most the provider is asked about one attempt for those who wait, however many they are.
const askEvery = 3 * time.Second

// Refresh retrieves the order's unsettled attempts and applies what the provider says: what the browser's return and the
// status call do, so that a shopper does not wait for a webhook. An attempt that was asked about a moment ago is left alone.
func (s *Service) Refresh(ctx context.Context, orderID int64) error {
	list, err := s.unsettled(ctx, orderID)
	if err != nil {
		return err
	}
	for _, a := range list {
		due, err := s.claimCheck(ctx, a)
		if err != nil {
			return err
		}
		if !due {
			continue
		}
		if _, err := s.check(ctx, a); err != nil {
			return unavailable(err)
		}
	}
	return nil
}

// claimCheck reports whether the provider may be asked about the attempt again, and if so notes that it is asked now.
func (s *Service) claimCheck(ctx context.Context, a Attempt) (bool, error) {
	now := s.clock.Now()
	return pg.Changed(s.db.Conn(ctx), "note a look at the provider",
		`update payment_attempt set asked_at = ? where id = ? and (asked_at is null or asked_at <= ?)`,
		now, a.ID, now.Add(-askEvery))
}

// check retrieves one attempt at the provider and applies it; it returns the intent, zero when there is none yet.
func (s *Service) check(ctx context.Context, a Attempt) (Intent, error) {
	id := a.IntentID
	if id == nil && a.SessionID != nil {
		session, err := s.provider.Session(ctx, *a.SessionID)
		if err != nil {
			return Intent{}, err
		}
		switch {
		case session.IntentID != "":
			id = &session.IntentID
		case session.Expired:
			return Intent{}, s.close(ctx, a)
		}
	}
	if id == nil {
		return Intent{}, nil
	}
	in, err := s.provider.Intent(ctx, *id)
	if err != nil {
		return Intent{}, err
	}
	if in.AttemptID == 0 {
		in.AttemptID = a.ID
	}
	_, err = s.Apply(ctx, in)
	return in, err
}

func payable(o order.Locked, now time.Time) error {
	switch {
	case o.Status == order.Cancelled, o.Status == order.WaitingPayment && !now.Before(o.ExpiresAt):
		return fault.New("order_expired")
	case o.Status != order.WaitingPayment:
		return fault.New("already_paid")
	case o.HoldReason != "":
		return fault.New("payment_review")
	}
	return nil
}

// unavailable turns the provider's silence, also about a single attempt, into a fault that the page can explain; other errors stay what
// they are.
func unavailable(err error) error {
	if errors.Is(err, ErrUnavailable) || errors.Is(err, ErrUnknown) {
		return errors.Join(fault.New("payment_unavailable"), err)
	}
	return err
}
