package app

import (
	"context"
	"fmt"

	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/reward"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

// orderMails writes an order's mails: the order knows what happened, notify knows how to say it.
type orderMails struct {
	clock     clock.Clock
	orders    *order.Service
	payments  *payment.Service
	goods     *catalog.Service
	notes     *notify.Service
	ownedSIMs *owned.Service
	sims      *sim.Service
	rewards   *reward.Service
	// at is called at named points of a mail's way.
	at func(point string)
}

// sendAll sends mails of an order, each once: a note's key names the event. One that cannot be sent now keeps none of the others back.
func (m orderMails) sendAll(ctx context.Context, orderID int64, list ...order.MailArgs) error {
	o, err := m.orders.ByID(ctx, orderID)
	if err != nil {
		return err
	}
	var notes []notify.Note
	last := map[string]bool{}
	for _, args := range list {
		n, err := m.note(ctx, o, args)
		switch {
		case err != nil:
			return err
		case n != nil:
			notes = append(notes, *n)
			last[n.Key] = args.Template == order.MailESIM
		case o.Contact.Email == "" && args.Template == order.MailESIM: // its owner has left; the page shows what the mail would say
			if err := m.orders.CompleteDigital(ctx, o.ID); err != nil {
				return err
			}
		}
	}
	if len(notes) == 0 {
		return nil
	}
	// Its owner may have left since it was read; then the next try finds no address.
	claimed, err := m.notes.ClaimAll(ctx, m.orders.NotErased(o), notes...)
	if err != nil {
		return err
	}
	m.at("mail noted")
	for i := range claimed {
		claimed[i].Last = last[claimed[i].Key]
	}
	// A digital order is complete when its eSIM mail has gone out.
	err = m.notes.DeliverAll(ctx, claimed, func(c pg.Conn, cte pg.Fragment) error { return m.orders.CompleteDigitalIn(c, o.ID, cte) })
	if err == nil {
		m.at("mail recorded")
	}
	return err
}

// orderNotices notifies customers of what staff did to an order.
type orderNotices struct {
	queue *jobs.Queue
	clock clock.Clock
}

// EmailChanged notifies the address that an order had until now. Mails that still wait go to the new one.
func (n orderNotices) EmailChanged(ctx context.Context, tx *pg.Tx, former order.Order, email string) error {
	if err := notify.Redirect(ctx, tx, former.TenantID, orderNote(former.ID), former.Contact.Email, email); err != nil {
		return err
	}
	return notify.Send(ctx, tx, n.queue, notify.Note{
		TenantID: former.TenantID, Key: orderNote(former.ID) + fmt.Sprintf("email_changed:%d", n.clock.Now().UnixNano()),
		To: former.Contact.Email, Locale: former.Locale, Data: notify.OrderEmailChanged{Order: mailOrder(former)},
	})
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
		if muted, err := m.orders.MailsSuppressed(ctx, o.ID); err != nil || muted {
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
	key := orderNote(o.ID) + args.Template
	if args.Subject != "" {
		key += ":" + args.Subject
	}
	return &notify.Note{TenantID: o.TenantID, Key: key, To: o.Contact.Email, Locale: o.Locale, Data: data}, nil
}

// unpaid reports whether an order waits for its payment, also by the provider's account: nobody who has paid a moment ago is asked
// to. A provider that does not answer keeps nobody from being asked.
func (m orderMails) unpaid(ctx context.Context, o order.Order) (bool, error) {
	if !m.stillWaits(o) {
		return false, nil
	}
	_ = m.payments.Refresh(ctx, o.ID)
	o, err := m.orders.ByID(ctx, o.ID)
	return m.stillWaits(o), err
}

func (m orderMails) stillWaits(o order.Order) bool {
	return o.Cancellable() && o.HoldReason == "" && m.clock.Now().Before(o.ExpiresAt)
}
