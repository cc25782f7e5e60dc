package ops

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/roamcart/roamcart/bff/device"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/jobs"
	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/shared"
)

// short is an order in a list. Amounts are minor units.
type short struct {
	OrderNo    string       `json:"orderNo"`
	Tenant     int64        `json:"tenant"`
	Status     order.Status `json:"status"`
	OrderTime  time.Time    `json:"orderTime"`
	PayBefore  time.Time    `json:"payBefore"`
	OrderTotal int64        `json:"orderTotal"`
	Refunded   int64        `json:"refunded"`
	Currency   string       `json:"currency"`
	Hold       string       `json:"hold,omitempty"`
	Email      string       `json:"email"`
}

type shorts []short

func shortened(list []order.Order) shorts {
	out := make(shorts, len(list))
	for i, o := range list {
		out[i] = short{
			OrderNo: o.OrderNo, Tenant: o.TenantID, Status: o.Status, OrderTime: o.CreatedAt, PayBefore: o.ExpiresAt,
			OrderTotal: o.Amounts.OrderTotal, Refunded: o.RefundedAmount, Currency: o.Amounts.Currency, Hold: o.HoldReason,
			Email: o.Contact.Email,
		}
	}
	return out
}

// Text is a table of orders.
func (l shorts) Text(w io.Writer) {
	fmt.Fprint(w, "ORDER\tSITE\tSTATUS\tPLACED\tTOTAL\tHELD FOR\n")
	for _, o := range l {
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\n", o.OrderNo, o.Tenant, o.Status, stamp(o.OrderTime), amount(o.OrderTotal, o.Currency), o.Hold)
	}
}

// waiting is what a person has to look at.
type waiting struct {
	Held     shorts                   `json:"held"`
	Payments []payment.OpenCase       `json:"payments"`
	Carriers []sim.Case               `json:"carriers"`
	Mails    []notify.UndeliveredNote `json:"mails"`
	Jobs     []jobs.GivenUp           `json:"jobs"`
}

// Text is five tables.
func (a waiting) Text(w io.Writer) {
	a.Held.Text(w)
	fmt.Fprint(w, "\nPAYMENTS\tORDER\tSINCE\tWHAT\n")
	for _, c := range a.Payments {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", c.Kind, c.OrderNo, stamp(c.Since), c.What)
	}
	fmt.Fprint(w, "\nCARRIERS\tNUMBER\tORDER\tSINCE\tWHAT\n")
	for _, c := range a.Carriers {
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\n", c.Kind, c.ID, orNone(c.OrderNo), stamp(c.Since), c.What)
	}
	fmt.Fprint(w, "\nMAILS\tABOUT\tSINCE\tWHY\n")
	for _, m := range a.Mails {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", m.Template, m.Key, stamp(m.Since), m.Why)
	}
	fmt.Fprint(w, "\nJOBS\tNUMBER\tABOUT\tSINCE\tWHY\n")
	for _, j := range a.Jobs {
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\n", j.Kind, j.ID, j.Args, stamp(j.Since), j.Why)
	}
}

type line struct {
	Line          int    `json:"line"`
	LineID        int64  `json:"lineId,string"`
	SKU           string `json:"sku"`
	Name          string `json:"name"`
	Quantity      int    `json:"quantity"`
	UnitPrice     int64  `json:"unitPrice"`
	State         string `json:"state"`
	SimCardNumber string `json:"simCardNumber,omitempty"`
	// Device is the result of a device check.
	Device *device.Check `json:"device,omitempty"`
}

type refund struct {
	Amount    int64     `json:"amount"`
	State     string    `json:"state"`
	Reason    string    `json:"reason"`
	CreatedAt time.Time `json:"createdAt"`
}

type dispute struct {
	Amount   int64     `json:"amount"`
	Currency string    `json:"currency"`
	Reason   string    `json:"reason"`
	State    string    `json:"state"`
	OpenedAt time.Time `json:"openedAt"`
}

type attempt struct {
	Method    string    `json:"method"`
	Status    string    `json:"status"`
	Amount    int64     `json:"amount"`
	Intent    string    `json:"intent,omitempty"`
	LastError string    `json:"lastError,omitempty"`
	CreatedAt time.Time `json:"createdAt"`
}

// long is all that the back office knows of an order.
type long struct {
	short
	Name         string         `json:"name"`
	Phone        string         `json:"phone,omitempty"`
	Address      *order.Address `json:"address,omitempty"`
	Method       string         `json:"shippingMethod,omitempty"`
	Tracking     string         `json:"trackingNumber,omitempty"`
	CancelReason string         `json:"cancelReason,omitempty"`
	Lines        []line         `json:"lines"`
	Attempt      *attempt       `json:"attempt,omitempty"`
	Refunds      []refund       `json:"refunds"`
	Disputes     []dispute      `json:"disputes"`
	History      []order.Entry  `json:"history"`
}

// answer gathers what the back office knows of an order.
func (d *CLI) answer(ctx context.Context, o order.Order) (Answer, error) {
	to, err := d.Orders.Delivery(ctx, o)
	if err != nil {
		return nil, err
	}
	out := long{
		short: shortened([]order.Order{o})[0], Name: shared.FullName(o.Locale, to.FirstName, to.LastName), Phone: to.Phone,
		Address: to.Address, Method: o.ShippingMethod, Tracking: o.TrackingNumber, CancelReason: o.CancelReason,
		Lines: make([]line, len(o.Lines)), Refunds: []refund{}, Disputes: []dispute{},
	}
	for i, l := range o.Lines {
		out.Lines[i] = line{
			Line: l.LineNo, LineID: l.ID, SKU: l.SKU, Name: l.NameEn, Quantity: l.Quantity, UnitPrice: l.UnitPrice, State: l.State,
			SimCardNumber: l.SimCardNumber, Device: l.Device(),
		}
	}
	refunds, err := d.Payments.Refunds(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	for _, r := range refunds {
		out.Refunds = append(out.Refunds, refund{r.Amount, r.State, r.Reason, r.CreatedAt})
	}
	disputes, err := d.Payments.Disputes(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	for _, x := range disputes {
		out.Disputes = append(out.Disputes, dispute{x.Amount, x.Currency, x.Reason, x.State, x.OpenedAt})
	}
	a, err := d.Payments.Latest(ctx, o.ID)
	if err != nil {
		return nil, err
	}
	if a != nil {
		out.Attempt = &attempt{Method: a.Method, Status: a.Status, Amount: a.Amount, LastError: a.LastError, CreatedAt: a.CreatedAt}
		if a.IntentID != nil {
			out.Attempt.Intent = *a.IntentID
		}
	}
	out.History, err = d.Orders.History(ctx, o.ID)
	return out, err
}

// Text is a page about the order.
func (o long) Text(w io.Writer) {
	fmt.Fprintf(w, "order\t%s (site %d)\nstatus\t%s\n", o.OrderNo, o.Tenant, o.Status)
	if o.CancelReason != "" {
		fmt.Fprintf(w, "cancelled by\t%s\n", o.CancelReason)
	}
	if o.Hold != "" {
		fmt.Fprintf(w, "held for\t%s\n", o.Hold)
	}
	fmt.Fprintf(w, "placed\t%s, to be paid before %s\n", stamp(o.OrderTime), stamp(o.PayBefore))
	fmt.Fprintf(w, "total\t%s, refunded %s\n", amount(o.OrderTotal, o.Currency), amount(o.Refunded, o.Currency))
	fmt.Fprintf(w, "customer\t%s <%s> %s\n", o.Name, o.Email, o.Phone)
	if a := o.Address; a != nil {
		fmt.Fprintf(w, "ship to\t%s, %s %s, %s %s %s, %s\n", a.FullName, a.AddressLine1, a.AddressLine2, a.City, a.State, a.ZipCode, a.Country)
		fmt.Fprintf(w, "receiver\t%s %s\n", orNone(a.Phone), orNone(a.Email))
		fmt.Fprintf(w, "parcel\t%s, tracking number %s\n", o.Method, orNone(o.Tracking))
	}
	for _, l := range o.Lines {
		fmt.Fprintf(w, "line %d\t%d x %s  %s  %s  %s\n", l.Line, l.Quantity, l.SKU, amount(l.UnitPrice, o.Currency), l.State, l.SimCardNumber)
		if d := l.Device; d != nil {
			fmt.Fprintf(w, "\tdevice %s, sold in %s: result %s (%s)\n", orNone(d.Model), orNone(d.SoldIn), d.Verdict, d.Reason)
		}
	}
	if a := o.Attempt; a != nil {
		fmt.Fprintf(w, "payment\t%s %s %s %s %s\n", a.Method, a.Status, amount(a.Amount, o.Currency), a.Intent, a.LastError)
	}
	for _, r := range o.Refunds {
		fmt.Fprintf(w, "refund\t%s %s (%s) %s\n", amount(r.Amount, o.Currency), r.State, r.Reason, stamp(r.CreatedAt))
	}
	for _, d := range o.Disputes {
		fmt.Fprintf(w, "dispute\t%s %s (%s) %s\n", amount(d.Amount, d.Currency), d.State, d.Reason, stamp(d.OpenedAt))
	}
	for _, e := range o.History {
		fmt.Fprintf(w, "%s\t%s  %s -> %s  %s  %s\n", stamp(e.At), e.Action, orNone(e.FromState), orNone(e.ToState), e.Actor, e.Detail)
	}
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02 15:04Z") }

// amount writes minor units with the currency, "12.50 USD".
func amount(minor int64, currency string) string {
	return money.Decimal(minor, currency) + " " + currency
}

func orNone(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
