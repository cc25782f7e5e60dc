package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/clock"
	"github.com/roamcart/roamcart/bff/platform/pg"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/bff/sim/lines"
	"github.com/roamcart/roamcart/bff/tenant"
	"github.com/roamcart/roamcart/shared"
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

// data is what a mail says; nil when there is nothing to say.
func (m orderMails) data(ctx context.Context, o order.Order, args order.MailArgs) (notify.Data, error) {
	said := mailOrder(o)
	switch args.Template {
	case order.MailPlaced:
		return notify.OrderPlaced{Order: said, PayBefore: o.ExpiresAt, PaymentMethod: o.PaymentMethod}, nil
	case order.MailReminder:
		return notify.OrderReminder{Order: said, PayBefore: o.ExpiresAt, PaymentMethod: o.PaymentMethod}, nil
	case order.MailPaid:
		return notify.OrderPaid{Order: said, PaidAt: at(o.PaidAt), PaymentMethod: o.PaymentMethod}, nil
	case order.MailESIM:
		toRegister, err := m.lines.ToRegister(ctx, o.ID)
		return notify.ESIMDelivered{Order: said, Register: len(toRegister) > 0}, err
	case order.MailReissued:
		return m.reissued(ctx, o, said, args)
	case order.MailNotReissued:
		return notify.ESIMNotReissued{Order: said}, nil
	case order.MailDelayed:
		late, waits := o.Delay()
		if !waits {
			return nil, nil // it came while the mail waited
		}
		return notify.OrderDelayed{Order: said, RefundAt: late.RefundAt}, nil
	case order.MailShipped:
		method, err := m.orders.ChosenMethod(ctx, o)
		if err != nil {
			return nil, err
		}
		address, err := m.address(ctx, o)
		if err != nil {
			return nil, err
		}
		toRegister, err := m.lines.ToRegister(ctx, o.ID)
		return notify.OrderShipped{
			Order: said, Method: method.Name(o.Locale), TrackingNumber: o.TrackingNumber, Address: address, Register: len(toRegister) > 0,
		}, err
	case order.MailCancelled:
		reason := notify.CancelExpired
		switch o.CancelReason {
		case order.ReasonPayment:
			// The mail about the money that goes back says it all.
			return nil, nil
		case order.ReasonCustomer:
			reason = notify.CancelByCustomer
		case order.ReasonStaff:
			reason = notify.CancelByShop
		}
		return notify.OrderCancelled{Order: said, Reason: reason, CancelledAt: at(o.CancelledAt)}, nil
	case order.MailRefunded, order.MailRefundAsked, order.MailRefundRefused:
		return m.refund(ctx, o, said, args)
	}
	return nil, fmt.Errorf("no mail %q for an order", args.Template)
}

// reissued says that an eSIM has a new code, unless that is not so any more.
func (m orderMails) reissued(ctx context.Context, o order.Order, said notify.Order, args order.MailArgs) (notify.Data, error) {
	id, err := strconv.ParseInt(args.Subject, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("mail about new eSIM %q: %w", args.Subject, err)
	}
	lineID, unit, ok, err := m.sims.Reissued(ctx, id)
	if err != nil || !ok {
		return nil, err
	}
	return notify.ESIMReissued{Order: said, LineID: lineID, Unit: unit}, nil
}

func (m orderMails) refund(ctx context.Context, o order.Order, said notify.Order, args order.MailArgs) (notify.Data, error) {
	id, err := strconv.ParseInt(args.Subject, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("refund mail about %q: %w", args.Subject, err)
	}
	r, err := m.payments.RefundByID(ctx, id)
	if err != nil {
		return nil, err
	}
	switch args.Template {
	case order.MailRefundAsked:
		return notify.RefundAsked{Order: said, Amount: r.Amount}, nil
	case order.MailRefundRefused:
		return notify.RefundRefused{Order: said, Amount: r.Amount}, nil
	}
	reason := notify.RefundRequested
	switch r.Reason {
	case payment.ReasonDispute:
		// The payer's bank has told them.
		return nil, nil
	case payment.ReasonLate:
		reason = notify.RefundLatePayment
	case payment.ReasonUndelivered:
		reason = notify.RefundUndeliverable
	case payment.ReasonMismatch:
		reason = notify.RefundMismatch
	case payment.ReasonOutside, payment.ReasonStaff:
		reason = notify.RefundByUs
	}
	return notify.OrderRefunded{Order: said, Amount: r.Amount, Reason: reason, PaymentMethod: o.PaymentMethod, RefundedAt: r.UpdatedAt}, nil
}

// receipt draws the receipt of a paid order in the reader's language.
func (m orderMails) receipt(ctx context.Context, o order.Order, locale string) (string, error) {
	refunds, err := m.payments.Refunds(ctx, o.ID)
	if err != nil {
		return "", err
	}
	o.Locale = locale
	r := notify.Receipt{
		Order: mailOrder(o), OrderedAt: o.CreatedAt, PaidAt: at(o.PaidAt), PaymentMethod: o.PaymentMethod,
		BillTo: shared.FullName(locale, o.Contact.FirstName, o.Contact.LastName),
	}
	for _, f := range refunds {
		if f.State == payment.RefundSucceeded && f.Reason != payment.ReasonLate {
			r.Refunds = append(r.Refunds, notify.ReceiptRefund{Amount: f.Amount, At: f.UpdatedAt})
		}
	}
	return m.notes.ReceiptHTML(ctx, o.TenantID, locale, r)
}

func mailOrder(o order.Order) notify.Order {
	out := notify.Order{
		OrderNo: o.OrderNo, FirstName: o.Contact.FirstName, Currency: o.Amounts.Currency,
		Amounts: notify.Amounts{
			Subtotal: o.Amounts.Subtotal, Shipping: o.Amounts.FreightAmount, Tax: o.Amounts.Tax,
			NumberSelectionFee: o.Amounts.NumberSelectionFee, Prepaid: o.Amounts.PrepaidAmount, Total: o.Amounts.OrderTotal,
		},
	}
	for _, d := range o.Amounts.Discounts {
		if d.Applied {
			out.Amounts.Discounts = append(out.Amounts.Discounts, notify.Discount{Kind: d.Kind, Amount: d.Amount})
		}
	}
	for _, l := range o.Lines {
		kind := l.SimType
		if l.TopUp() {
			kind = notify.TopUp
		}
		out.Lines = append(out.Lines, notify.Line{
			Name: l.Name(o.Locale), SimType: kind, Quantity: l.Quantity, Amount: l.UnitPrice * int64(l.Quantity), Starts: l.StartDate,
		})
	}
	return out
}

// address writes an order's address as it stands on a parcel, and as the order's page does.
func (m orderMails) address(ctx context.Context, o order.Order) ([]string, error) {
	a := o.Address
	if a == nil {
		return nil, nil
	}
	country, err := m.goods.PlaceName(ctx, o.TenantID, o.Locale, a.Country)
	if err != nil {
		return nil, err
	}
	place := strings.Join(slices.DeleteFunc([]string{a.City, a.State, a.ZipCode}, empty), " ")
	return slices.DeleteFunc([]string{a.FullName, a.AddressLine1, a.AddressLine2, place, country}, empty), nil
}

func empty(s string) bool { return s == "" }

func at(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}

// mailSites tells mails which shop they speak for.
type mailSites struct {
	registry *tenant.Registry
	// proto and host are where a site without an address of its own is found.
	proto, host string
}

// Site returns the shop of a mail.
func (m mailSites) Site(_ context.Context, tenantID int64, locale string) (notify.Site, error) {
	t, ok := m.registry.ByID(tenantID)
	if !ok {
		return notify.Site{}, fmt.Errorf("no site %d", tenantID)
	}
	out := notify.Site{Brand: t.Brand, SupportEmail: t.SupportEmail, Hotline: t.Hotline, Zone: t.Location}
	for _, s := range m.registry.Sites(locale, m.proto, m.host) {
		if s.TenantID == tenantID {
			out.URL = strings.TrimSuffix(s.WebSite, "/")
		}
	}
	return out, nil
}

// mailSecrets draws the codes of a delivery mail at the moment it is sent.
type mailSecrets struct{ sims *sim.Service }

// Attachments returns one picture per eSIM that the note is about: all of its order, or the one that was issued again. A code that
// is about to be replaced is in none.
func (m mailSecrets) Attachments(ctx context.Context, n notify.Note) ([]notify.Attachment, error) {
	one, again := n.Data.(notify.ESIMReissued)
	if n.Data.Template() != order.MailESIM && !again {
		return nil, nil
	}
	var id int64
	if _, err := fmt.Sscanf(n.Key, "order:%d:", &id); err != nil {
		return nil, fmt.Errorf("note %s names no order: %w", n.Key, err)
	}
	kits, err := m.sims.Installs(ctx, id)
	if err != nil {
		return nil, err
	}
	var out []notify.Attachment
	for _, k := range kits {
		if k.ErasedAt != nil || k.Reissuing || (again && (k.LineID != one.LineID || k.Unit != one.Unit)) {
			continue
		}
		picture, err := notify.QRAttachment(len(out)+1, shared.In(n.Locale, k.NameEn, k.NameZh), k.ICCIDLast4, k.LPA)
		if err != nil {
			return nil, err
		}
		out = append(out, picture)
	}
	return out, nil
}
