package orders

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/payment/refundable"
	"github.com/roamcart/roamcart/bff/studio"
	"github.com/roamcart/roamcart/bff/tenant"
	"github.com/roamcart/roamcart/shared"
)

// document is all that staff see of an order. Amounts are minor units.
type document struct {
	Site         studio.Site  `json:"site"`
	Zone         string       `json:"zone"`
	OrderNo      string       `json:"orderNo"`
	Status       order.Status `json:"status"`
	CancelReason string       `json:"cancelReason"`
	Hold         string       `json:"hold"`
	PlacedAt     time.Time    `json:"placedAt"`
	// PayBefore matters while the order waits for its payment.
	PayBefore time.Time `json:"payBefore"`
	Currency  string    `json:"currency"`
	Total     int64     `json:"total"`
	Freight   int64     `json:"freight"`
	Discount  int64     `json:"discount"`
	Refunded  int64     `json:"refunded"`
	// Left is what of the payment has not been given back or promised.
	Left int64 `json:"left"`
	// Name, Email, Phone and Address are empty once they were erased.
	Name   string `json:"name"`
	Email  string `json:"email"`
	Phone  string `json:"phone"`
	Locale string `json:"locale"`
	// Customer is the number of the customer in whose account it is, "" for a guest's.
	Customer string         `json:"customer"`
	Address  *order.Address `json:"address"`
	// Country is the name of the address's, and Method how the parcel is sent, in the caller's language; both are "" without an address.
	Country  string   `json:"country"`
	Method   string   `json:"method"`
	Tracking string   `json:"tracking"`
	Lines    []line   `json:"lines"`
	Payment  *attempt `json:"payment"`
	Refunds  []refund `json:"refunds"`
	// Disputes are what buyers' banks have called back, whatever became of it.
	Disputes []dispute `json:"disputes"`
	// EmailRevision and AddressRevision are those of what support can correct.
	EmailRevision   int64 `json:"emailRevision,string"`
	AddressRevision int64 `json:"addressRevision,string"`
	// History is what was done to it, the oldest first.
	History []order.Entry `json:"history"`
	// Can are what may be done now: hold, lift, ship, complete, cancel, refund, giveBack, mails, email, address.
	Can []string `json:"can"`
}

type line struct {
	ID       int64  `json:"id,string"`
	No       int    `json:"no"`
	Name     string `json:"name"`
	GoodsID  string `json:"goodsId"`
	SimType  string `json:"simType"`
	TopUp    bool   `json:"topUp"`
	Quantity int    `json:"quantity"`
	// Total is what was charged for the line before discounts.
	Total int64  `json:"total"`
	State string `json:"state"`
	// Cards are the last digits of the cards that were sent, Number is a phone number; both may be "".
	Cards     string `json:"cards"`
	Number    string `json:"number"`
	StartDate string `json:"startDate"`
	// ToSend says that its cards are to be put into a parcel.
	ToSend bool `json:"toSend"`
	// Refundable is what of the line can be given back; Gone says that it came back before, or will.
	Refundable int64 `json:"refundable"`
	Gone       bool  `json:"gone"`
}

type attempt struct {
	Method string    `json:"method"`
	Status string    `json:"status"`
	Amount int64     `json:"amount"`
	Error  string    `json:"error"`
	At     time.Time `json:"at"`
	// Received is what came in where it is not what was asked for, in minor units of ReceivedCurrency; 0 otherwise.
	Received         int64  `json:"received"`
	ReceivedCurrency string `json:"receivedCurrency"`
}

type refund struct {
	ID     int64     `json:"id,string"`
	Amount int64     `json:"amount"`
	State  string    `json:"state"`
	Reason string    `json:"reason"`
	Notes  string    `json:"notes"`
	At     time.Time `json:"at"`
	// Lines are the names of the lines that end with it.
	Lines []string `json:"lines"`
	// Settle are the ways in which one that failed can be settled: again, elsewhere, nothing.
	Settle []string `json:"settle"`
}

type dispute struct {
	Amount   int64  `json:"amount"`
	Currency string `json:"currency"`
	// Reason is the provider's word for it.
	Reason string    `json:"reason"`
	State  string    `json:"state"`
	At     time.Time `json:"at"`
}

// show answers with all that there is about an order.
func (a *Area) show(c echo.Context) error {
	o, of, err := a.namedAt(c)
	if err != nil {
		return err
	}
	ctx, locale := c.Request().Context(), studio.Locale(c)
	r, err := a.records(ctx, o)
	if err != nil {
		return err
	}
	out := r.document(o, of, locale)
	if r.to.Address != nil {
		method, err := a.Orders.ChosenMethod(ctx, o)
		if err != nil {
			return err
		}
		out.Method = method.Name(locale)
		if out.Country, err = a.Places.PlaceName(ctx, o.TenantID, locale, r.to.Address.Country); err != nil {
			return err
		}
	}
	return c.JSON(http.StatusOK, out)
}

// records are what the modules know about an order.
type records struct {
	to       order.Delivery
	offer    refundable.Offer
	latest   *payment.Attempt
	refunds  []payment.Refund
	disputes []payment.Dispute
	history  []order.Entry
	// held is money that did not match, settle the ways to settle refunds that failed.
	held   payment.HeldMoney
	settle map[int64][]string
}

// records reads what the modules know about an order.
func (a *Area) records(ctx context.Context, o order.Order) (r records, err error) {
	if r.to, err = a.Orders.Delivery(ctx, o); err != nil {
		return r, err
	}
	if r.offer, err = a.Payments.RefundOffer(ctx, o); err != nil {
		return r, err
	}
	if r.latest, err = a.Payments.Latest(ctx, o.ID); err != nil {
		return r, err
	}
	if r.refunds, err = a.Payments.Refunds(ctx, o.ID); err != nil {
		return r, err
	}
	if r.disputes, err = a.Payments.Disputes(ctx, o.ID); err != nil {
		return r, err
	}
	if o.HoldReason != "" {
		if r.held, err = a.Payments.HeldMoney(ctx, o.ID); err != nil {
			return r, err
		}
	}
	if slices.ContainsFunc(r.refunds, payment.Refund.Unsettled) {
		if r.settle, err = a.Payments.Settleable(ctx, o.ID); err != nil {
			return r, err
		}
	}
	r.history, err = a.Orders.History(ctx, o.ID)
	return r, err
}

// document writes what is known about an order of a site, but for how and to which country it is sent.
func (r records) document(o order.Order, of tenant.Tenant, locale string) document {
	out := document{
		Site: studio.Site{ID: of.ID, Name: of.Name.In(locale)}, Zone: of.TimeZone, OrderNo: o.OrderNo, Status: o.Status, CancelReason: o.CancelReason,
		Hold: o.HoldReason, PlacedAt: o.CreatedAt, PayBefore: o.ExpiresAt, Currency: o.Amounts.Currency, Total: o.Amounts.OrderTotal,
		Freight: o.Amounts.FreightAmount, Discount: o.Amounts.DiscountAmount, Refunded: o.RefundedAmount, Left: max(r.offer.Left, 0),
		Name: shared.FullName(o.Locale, r.to.FirstName, r.to.LastName), Email: o.Contact.Email, Phone: r.to.Phone, Locale: o.Locale,
		Address: r.to.Address, Tracking: o.TrackingNumber,
		Lines: []line{}, Refunds: []refund{}, Disputes: []dispute{}, History: r.history, Can: r.possible(o),
	}
	out.EmailRevision, out.AddressRevision = order.Revisions(r.history)
	if o.UserID != nil {
		out.Customer = strconv.FormatInt(*o.UserID, 10)
	}
	names := map[int64]string{}
	for _, l := range o.Lines {
		names[l.ID] = shared.In(locale, l.NameEn, l.NameZh)
		of := offerFor(r.offer, l.ID)
		out.Lines = append(out.Lines, line{
			ID: l.ID, No: l.LineNo, Name: names[l.ID], GoodsID: l.GoodsID, SimType: l.SimType, TopUp: l.TopUp(), Quantity: l.Quantity,
			Total: l.Total(), State: l.State, Cards: l.SimCardNumber, Number: l.Number, StartDate: l.StartDate, ToSend: l.ToSend(),
			Refundable: of.Amount, Gone: of.IsReturned(),
		})
	}
	if latest := r.latest; latest != nil {
		out.Payment = &attempt{Method: latest.Method, Status: latest.Status, Amount: latest.Amount, Error: latest.LastError, At: latest.CreatedAt}
		if latest.Received != 0 && (latest.Received != latest.Amount || latest.ReceivedCurrency != latest.Currency) {
			out.Payment.Received, out.Payment.ReceivedCurrency = latest.Received, latest.ReceivedCurrency
		}
	}
	for _, f := range r.refunds {
		one := refund{f.ID, f.Amount, f.State, f.Reason, f.Notes, f.CreatedAt, []string{}, append([]string{}, r.settle[f.ID]...)}
		for _, id := range f.LineIDs {
			one.Lines = append(one.Lines, cmp.Or(names[id], "?"))
		}
		out.Refunds = append(out.Refunds, one)
	}
	for _, d := range r.disputes {
		out.Disputes = append(out.Disputes, dispute{d.Amount, d.Currency, d.Reason, d.State, d.OpenedAt})
	}
	return out
}

func offerFor(o refundable.Offer, lineID int64) refundable.Line {
	at := slices.IndexFunc(o.Lines, func(l refundable.Line) bool { return l.LineID == lineID })
	if at < 0 {
		return refundable.Line{}
	}
	return o.Lines[at]
}

// possible names what the modules would not refuse for an order as it is.
func (r records) possible(o order.Order) []string {
	held, can := o.HoldReason != "", []string{}
	open := slices.ContainsFunc(r.offer.Lines, func(l refundable.Line) bool { return !l.IsReturned() })
	disputed := slices.ContainsFunc(r.disputes, payment.Dispute.Open)
	over := slices.Contains([]order.Status{order.Completed, order.Cancelled, order.Refunded}, o.Status)
	sendable := o.Status == order.Processing || o.Status == order.PartiallyRefunded
	for _, one := range []struct {
		name string
		may  bool
	}{
		{"ship", !held && !disputed && sendable && slices.ContainsFunc(o.Lines, order.Line.ToSend)},
		{"complete", o.Completable()},
		{"refund", o.PaidAt != nil && (r.offer.Left > 0 || o.Amounts.OrderTotal == 0 && open)},
		{"hold", !held && !over},
		{"lift", held && !r.held.Waits && !disputed},
		{"giveBack", r.held.Left},
		{"cancel", !held && o.Status == order.WaitingPayment},
		{"mails", o.MailableAgain()},
		{"email", o.Contact.Email != ""},
		{"address", o.Redirectable()},
	} {
		if one.may {
			can = append(can, one.name)
		}
	}
	return can
}
