package order

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/platform/audit"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/pg"
)

const (
	// mailAgainAfter is how long nobody can ask for the mails of an order again.
	mailAgainAfter = time.Minute
	// mailsAgainADay is how often those who may see an order can ask for its mails within a day; staff are not bound.
	mailsAgainADay = 5
)

// MailAgain sends the mails once more that say where an order stands: how to pay it, that it was paid, its eSIMs, its parcel. Faults:
// order_not_found, order_erased, nothing_to_mail, mail_too_soon.
func (s *Service) MailAgain(ctx context.Context, orderID int64, actor string) error {
	return s.mailAgainAtMost(ctx, orderID, actor, math.MaxInt64)
}

// MailBuyerAgain is MailAgain for who may see the order. Fault beside those of MailAgain: mail_too_often.
func (s *Service) MailBuyerAgain(ctx context.Context, orderID int64, owner cart.Owner) error {
	return s.mailAgainAtMost(ctx, orderID, string(owner), mailsAgainADay)
}

func (s *Service) mailAgainAtMost(ctx context.Context, orderID int64, actor string, most int64) error {
	return s.withLock(ctx, orderID, func(ctx context.Context, tx *pg.Tx, locked Locked) error {
		o, err := s.Read(ctx, tx, locked)
		if err != nil {
			return err
		}
		if o.Contact.Email == "" {
			return fault.New("order_erased")
		}
		var before struct{ JustNow, Today int64 }
		now := s.clock.Now()
		err = tx.Raw(`
			select count(*) filter (where at > ?) as just_now, count(*) filter (where actor not like 'staff:%') as today
			from audit_log where entity = 'order' and entity_id = ? and action = 'mail again' and at > ?`,
			now.Add(-mailAgainAfter), fmt.Sprint(o.ID), now.Add(-24*time.Hour)).Scan(&before).Error
		switch {
		case err != nil:
			return fmt.Errorf("find when mails were sent again: %w", err)
		case before.JustNow > 0:
			return fault.New("mail_too_soon")
		case before.Today >= most:
			return fault.New("mail_too_often")
		}
		sent, err := s.mailAgain(ctx, tx, o)
		if err == nil && !sent {
			err = fault.New("nothing_to_mail")
		}
		if err != nil {
			return err
		}
		return s.Audit(tx, locked, actor, "mail again", string(o.Status), string(o.Status), map[string]any{})
	})
}

// mailAgain asks for the mails that say where the order stands; false for one that is over without having been delivered.
func (s *Service) mailAgain(ctx context.Context, tx *pg.Tx, o Order) (bool, error) {
	templates := o.statusMails()
	if len(templates) == 0 {
		return false, nil
	}
	subject := fmt.Sprintf("again-%d", s.clock.Now().UnixNano())
	mails := make([]MailArgs, len(templates))
	for i, template := range templates {
		mails[i] = MailArgs{OrderID: o.ID, Template: template, Subject: subject}
	}
	return true, s.queue.Enqueue(ctx, tx, MailJob(mails...))
}

// MailableAgain reports whether MailAgain has anything to send.
func (o Order) MailableAgain() bool { return o.Contact.Email != "" && len(o.statusMails()) > 0 }

// statusMails are the mails that say where an order stands.
func (o Order) statusMails() []string {
	switch {
	case o.Status == WaitingPayment:
		return []string{MailPlaced}
	case o.Status == Cancelled || o.Status == Refunded || o.PaidAt == nil:
		return nil
	}
	var out []string
	if slices.ContainsFunc(o.Lines, func(l Line) bool { return l.SimType == "esim" && !l.TopUp() && l.State == LineReady }) {
		out = append(out, MailESIM)
	}
	if o.TrackingNumber != "" {
		out = append(out, MailShipped)
	}
	if len(out) == 0 {
		out = append(out, MailPaid)
	}
	return out
}

// Correction is what support puts right for a buyer.
type Correction struct {
	OrderID       int64
	Actor, Reason string
	// Revision is that of what is corrected, as the author has seen it.
	Revision int64
}

const correctedEmail, correctedAddress = "correct email", "correct address"

// Revisions count how often support has put right the email and the address of an order that has this history.
func Revisions(history []Entry) (email, address int64) {
	for _, e := range history {
		switch e.Action {
		case correctedEmail:
			email++
		case correctedAddress:
			address++
		}
	}
	return email, address
}

// seen refuses a correction whose author has not seen the newest one of its kind. The order is locked. Fault: correction_overtaken.
func (c Correction) seen(tx *pg.Tx, action string) error {
	times, author, err := audit.Changes(tx, "order", fmt.Sprint(c.OrderID), action)
	if err == nil && times != c.Revision {
		err = fault.New("correction_overtaken").WithParams(map[string]any{"author": author})
	}
	return err
}

// CorrectEmail lets an order's mails go to another address, which is valid, from now on, beginning with those that say where it stands.
// tell notifies the one that it had, with the order as it was. Whoever has claimed the points of a guest's order as the owner of the former
// address loses them, and with them the right to take the order into an account. Faults: validation_failed (email), order_not_found,
// order_erased, correction_overtaken.
func (s *Service) CorrectEmail(ctx context.Context, c Correction, email string, tell func(ctx context.Context, tx *pg.Tx, former Order) error) error {
	return s.withLock(ctx, c.OrderID, func(ctx context.Context, tx *pg.Tx, locked Locked) error {
		o, err := s.Read(ctx, tx, locked)
		switch {
		case err != nil:
			return err
		case o.Contact.Email == "":
			return fault.New("order_erased")
		}
		if err := c.seen(tx, correctedEmail); err != nil {
			return err
		}
		if NormalEmail(o.Contact.Email) == NormalEmail(email) {
			return fault.Form{"email": "email_same"}.Err()
		}
		if err := tell(ctx, tx, o); err != nil {
			return err
		}
		if o.UserID == nil && locked.UserID != 0 {
			if err := s.earnings.Withdraw(ctx, tx, locked); err != nil {
				return err
			}
		}
		err = pg.Exec(
			tx,
			correctedEmail,
			`update orders set email = ?, email_normal = ?, earner_id = null where id = ?`,
			email,
			NormalEmail(email),
			o.ID,
		)
		if err != nil {
			return err
		}
		if _, err := s.mailAgain(ctx, tx, o); err != nil {
			return err
		}
		return s.Audit(tx, locked, c.Actor, correctedEmail, string(o.Status), string(o.Status), map[string]any{"reason": c.Reason})
	})
}

// CorrectAddress lets a parcel go to another address, which has no Problems, in the country that its freight was paid for. Faults:
// validation_failed (addressLine1), order_not_found, order_erased, parcel_left, correction_overtaken.
func (s *Service) CorrectAddress(ctx context.Context, c Correction, to Address) error {
	return s.withLock(ctx, c.OrderID, func(ctx context.Context, tx *pg.Tx, locked Locked) error {
		o, err := s.Read(ctx, tx, locked)
		switch {
		case err != nil:
			return err
		case o.Contact.Email == "":
			return fault.New("order_erased")
		case !o.Redirectable():
			return fault.New("parcel_left")
		}
		if err := c.seen(tx, correctedAddress); err != nil {
			return err
		}
		to.Country, to.Email = o.Address.Country, o.Address.Email
		if to == *o.Address {
			return fault.Form{"addressLine1": "address_same"}.Err()
		}
		err = pg.Exec(tx, correctedAddress, `update orders set address = cast(? as jsonb) where id = ?`, pg.AsJSON(to), o.ID)
		if err != nil {
			return err
		}
		return s.Audit(tx, locked, c.Actor, correctedAddress, string(o.Status), string(o.Status), map[string]any{"reason": c.Reason})
	})
}

// Redirectable reports whether a parcel of the order has still to leave, so that its address can be put right.
func (o Order) Redirectable() bool {
	return o.Address != nil && slices.Contains(open, o.Status) && slices.ContainsFunc(o.Lines, Line.ToSend)
}
