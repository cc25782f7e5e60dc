package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/bff/sim/lines"
)

// orderMails writes an order's mails: the order knows what happened, notify knows how to say it.
type orderMails struct {
	clock    clock.Clock
	db       *pg.DB
	orders   *order.Service
	payments *payment.Service
	goods    *catalog.Service
	notes    *notify.Service
	lines    *lines.Service
	sims     *sim.Service
	// at is called at named points of a mail's way.
	at func(point string)
}

// work sends mails of an order, each once: a note's key names the event. One that cannot be sent now keeps none of the others back.
func (m orderMails) work(ctx context.Context, orderID int64, list ...order.MailArgs) error {
	o, err := m.orders.ByID(ctx, orderID)
	if err != nil {
		return err
	}
	var due []order.MailArgs
	var notes []notify.Note
	for _, args := range list {
		n, err := m.note(ctx, o, args)
		switch {
		case err != nil:
			return err
		case n != nil:
			due, notes = append(due, args), append(notes, *n)
		case o.Contact.Email == "" && args.Template == order.MailESIM: // its owner has left; the page shows what the mail would say
			if err := m.orders.CompleteDigital(ctx, o.ID); err != nil {
				return err
			}
		}
	}
	if len(notes) == 0 {
		return nil
	}
	claimed := make([]notify.Claimed, len(notes))
	err = m.db.InTx(ctx, func(ctx context.Context, tx *pg.Tx) error {
		// Its owner may have left since it was read; then the next try finds no address.
		if err := m.orders.Addressed(tx, o); err != nil {
			return err
		}
		for i, n := range notes {
			if claimed[i], err = m.notes.Claim(ctx, tx, n); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	m.at("mail noted")
	var errs []error
	for i, c := range claimed {
		err := m.notes.DeliverClaimed(ctx, c, m.after(o, due[i]))
		errs = append(errs, err)
		if err == nil {
			m.at("mail recorded")
		}
	}
	return errors.Join(errs...)
}

// note is what a mail says, nil when it says nothing: what it is about has passed, or nobody is there to read it.
func (m orderMails) note(ctx context.Context, o order.Order, args order.MailArgs) (*notify.Note, error) {
	if args.Template == order.MailPlaced || args.Template == order.MailReminder {
		if unpaid, err := m.unpaid(ctx, o); err != nil || !unpaid {
			return nil, err
		}
	}
	switch args.Template {
	case order.MailPlaced, order.MailReminder, order.MailCancelled:
		if muted, err := m.orders.Muted(ctx, o.ID); err != nil || muted {
			return nil, err
		}
	}
	if o.Contact.Email == "" {
		return nil, nil
	}
	data, err := m.data(ctx, o, args)
	if err != nil || data == nil {
		return nil, err
	}
	key := fmt.Sprintf("order:%d:%s", o.ID, args.Template)
	if args.Subject != "" {
		key += ":" + args.Subject
	}
	return &notify.Note{TenantID: o.TenantID, Key: key, To: o.Contact.Email, Locale: o.Locale, Data: data}, nil
}

// after is what a mail that has gone out brings with it: a digital order is complete when its eSIM mail has.
func (m orderMails) after(o order.Order, args order.MailArgs) func(context.Context, *pg.Tx) error {
	if args.Template != order.MailESIM {
		return nil
	}
	return func(_ context.Context, tx *pg.Tx) error { return m.orders.CompleteDigitalIn(tx, o.ID) }
}

// unpaid reports whether an order waits for its payment, also by the provider's account: nobody who has paid a moment ago is asked
// to. A provider that does not answer keeps nobody from being asked.
func (m orderMails) unpaid(ctx context.Context, o order.Order) (bool, error) {
	if !m.waits(o) {
		return false, nil
	}
	_ = m.payments.Refresh(ctx, o.ID)
	o, err := m.orders.ByID(ctx, o.ID)
	return m.waits(o), err
}

func (m orderMails) waits(o order.Order) bool {
	return o.Cancellable() && o.HoldReason == "" && m.clock.Now().Before(o.ExpiresAt)
}
