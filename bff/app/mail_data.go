package app

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/shared"
)

// data is what a mail says; nil when there is nothing to say.
func (m orderMails) data(ctx context.Context, o order.Order, args order.MailArgs) (notify.Data, error) {
	summary := mailOrder(o)
	switch args.Template {
	case order.MailPlaced:
		return notify.OrderPlaced{Order: summary, PayBefore: o.ExpiresAt, PaymentMethod: o.PaymentMethod}, nil
	case order.MailReminder:
		return notify.OrderReminder{Order: summary, PayBefore: o.ExpiresAt, PaymentMethod: o.PaymentMethod}, nil
	case order.MailPaid:
		return notify.OrderPaid{Order: summary, PaidAt: at(o.PaidAt), PaymentMethod: o.PaymentMethod}, nil
	case order.MailESIM:
		toRegister, err := m.ownedSIMs.ToRegister(ctx, o.ID)
		return notify.ESIMDelivered{Order: summary, Register: len(toRegister) > 0}, err
	case order.MailReissued:
		return m.reissued(ctx, summary, args)
	case order.MailNotReissued:
		return notify.ESIMNotReissued{Order: summary}, nil
	case order.MailDelayed:
		late, waits := o.Delay()
		if !waits {
			return nil, nil // it came while the mail waited
		}
		return notify.OrderDelayed{Order: summary, RefundAt: late.RefundAt}, nil
	case order.MailShipped:
		method, err := m.orders.ChosenMethod(ctx, o)
		if err != nil {
			return nil, err
		}
		address, err := m.address(ctx, o)
		if err != nil {
			return nil, err
		}
		toRegister, err := m.ownedSIMs.ToRegister(ctx, o.ID)
		return notify.OrderShipped{
			Order: summary, Method: method.Name(o.Locale), TrackingNumber: o.TrackingNumber, Address: address, Register: len(toRegister) > 0,
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
		return notify.OrderCancelled{Order: summary, Reason: reason, CancelledAt: at(o.CancelledAt)}, nil
	case order.MailRefunded, order.MailRefundAsked, order.MailRefundRefused:
		return m.refund(ctx, o, summary, args)
	case order.MailGivenBack:
		return m.givenBack(ctx, o, summary, args)
	}
	return nil, fmt.Errorf("no mail %q for an order", args.Template)
}

// reissued says that an eSIM has a new code, unless that is not so any more.
func (m orderMails) reissued(ctx context.Context, summary notify.Order, args order.MailArgs) (notify.Data, error) {
	id, err := strconv.ParseInt(args.Subject, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("mail about new eSIM %q: %w", args.Subject, err)
	}
	lineID, unit, ok, err := m.sims.Reissued(ctx, id)
	if err != nil || !ok {
		return nil, err
	}
	return notify.ESIMReissued{Order: summary, LineID: lineID, Unit: unit}, nil
}

func (m orderMails) refund(ctx context.Context, o order.Order, summary notify.Order, args order.MailArgs) (notify.Data, error) {
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
		return notify.RefundAsked{Order: summary, Amount: r.Amount}, nil
	case order.MailRefundRefused:
		return notify.RefundRefused{Order: summary, Amount: r.Amount}, nil
	}
	reason := notify.RefundRequested
	switch r.Reason {
	case payment.ReasonDispute, payment.ReasonElsewhere:
		// The payer's bank has notified them, or staff.
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
	return notify.OrderRefunded{Order: summary, Amount: r.Amount, Reason: reason, PaymentMethod: o.PaymentMethod, RefundedAt: r.UpdatedAt}, nil
}

// givenBack lists what has ended without a refund of money, and which means of payment can be used again.
func (m orderMails) givenBack(ctx context.Context, o order.Order, summary notify.Order, args order.MailArgs) (notify.Data, error) {
	end, err := order.FreeEndOf(args.Subject)
	if err != nil {
		return nil, err
	}
	out := notify.OrderGivenBack{Order: summary, Reason: notify.RefundByUs}
	if end.Reason == order.FreeUndelivered {
		out.Reason = notify.RefundUndeliverable
	}
	for _, l := range o.Lines {
		switch {
		case slices.Contains(end.LineIDs, l.ID):
			out.Goods = append(out.Goods, l.Name(o.Locale))
		case slices.Contains(end.PartIDs, l.ID):
			out.Parts = append(out.Parts, l.Name(o.Locale))
		}
	}
	free := o.Amounts.OrderTotal == 0
	if free {
		out.Points, err = m.rewards.Restored(ctx, o.ID)
	}
	out.Code = free && o.Status == order.Refunded && slices.ContainsFunc(o.Amounts.Discounts, func(d order.Discount) bool {
		return d.Kind == "promo" && d.Applied
	})
	return out, err
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
