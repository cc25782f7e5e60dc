package orders

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/bff/sim"
	"github.com/roamcart/roamcart/bff/studio"
)

type reasoned struct {
	Reason string `json:"reason"`
}

// withReason does something to the order of a call for the reason in its body. Fault: validation_failed (reason).
func (a *Area) withReason(c echo.Context, do func(o order.Order, actor, reason string) error) error {
	o, err := a.named(c)
	if err != nil {
		return err
	}
	in, err := studio.Decode[reasoned](c)
	if err != nil {
		return err
	}
	bad := fault.Form{}
	reason := studio.Reason(bad, in.Reason, true)
	if err := bad.Err(); err != nil {
		return err
	}
	return studio.Respond(c, do(o, studio.By(c).Actor, reason))
}

// hold keeps an order from being delivered and from expiring. Faults: order_held, order_over.
func (a *Area) hold(c echo.Context) error {
	return a.withReason(c, func(o order.Order, actor, reason string) error {
		return a.Orders.StaffHold(c.Request().Context(), o.ID, actor, reason)
	})
}

// lift ends a hold. Faults: order_not_held, order_disputed, payment_review.
func (a *Area) lift(c echo.Context) error {
	return a.withReason(c, func(o order.Order, actor, reason string) error {
		return a.Orders.Lift(c.Request().Context(), o.ID, actor, reason)
	})
}

// cancel ends an unpaid order, at the provider first. Faults: already_paid, payment_processing, in_progress, order_cancel_failed.
func (a *Area) cancel(c echo.Context) error {
	o, err := a.named(c)
	if err != nil {
		return err
	}
	return studio.Respond(c, a.Payments.StaffCancel(c.Request().Context(), o, studio.By(c).Actor))
}

// complete notes that a parcel has arrived. Faults: order_held, order_not_shipped.
func (a *Area) complete(c echo.Context) error {
	o, err := a.named(c)
	if err != nil {
		return err
	}
	return studio.Respond(c, a.Orders.Complete(c.Request().Context(), o.ID, studio.By(c).Actor))
}

// ship sends the cards of an order. A line without numbers gets cards that were imported. Faults: validation_failed (tracking, cards.N
// where N is the line's number), order_held, order_disputed, order_not_shippable, nothing_to_ship, line_not_found.
func (a *Area) ship(c echo.Context) error {
	o, err := a.named(c)
	if err != nil {
		return err
	}
	in, err := studio.Decode[struct {
		Tracking string `json:"tracking"`
		// Cards are the numbers of the cards in the parcel by the number of their line, apart by commas or on lines of their own.
		Cards map[string]string `json:"cards"`
	}](c)
	if err != nil {
		return err
	}
	bad, cards := fault.Form{}, map[int][]string{}
	for _, l := range o.Lines {
		no := strconv.Itoa(l.LineNo)
		numbers := numbersIn(in.Cards[no])
		delete(in.Cards, no)
		if len(numbers) == 0 {
			continue
		}
		if cards[l.LineNo] = numbers; len(numbers) != l.Quantity {
			bad["cards."+no] = "cards_one_each"
		}
	}
	if len(in.Cards) > 0 {
		return fault.New("bad_request")
	}
	if err := bad.Err(); err != nil {
		return err
	}
	err = a.Parcels.Ship(c.Request().Context(), sim.Parcel{
		OrderID: o.ID, Tracking: input.Line(in.Tracking), Cards: cards, Actor: studio.By(c).Actor,
	})
	return studio.Respond(c, fieldFault(err))
}

// numbersIn reads the numbers of cards as people type or scan them.
func numbersIn(typed string) []string {
	parts := strings.FieldsFunc(typed, func(r rune) bool { return strings.ContainsRune("\r\n,;，；、", r) })
	return slices.DeleteFunc(parts, func(part string) bool { return strings.TrimSpace(part) == "" })
}

// fieldFault puts what is wrong with a parcel beside the field that it is about.
func fieldFault(err error) error {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return err
	}
	line, _ := f.Params["line"].(int)
	cards := "cards." + strconv.Itoa(line)
	switch f.Code {
	case "tracking_number_missing":
		return fault.Form{"tracking": "required"}.Err()
	case "too_long":
		return fault.Form{"tracking": f.Code}.Err()
	case "sim_number_missing":
		return fault.Form{cards: "cards_not_imported"}.Err()
	case "iccid_invalid", "sim_number_taken":
		return fault.Fields(fault.Form{cards: f.Code}).WithParams(f.Params)
	}
	return err
}

// refund gives money back of a paid order; of one that cost none it ends lines. Amount is as it was typed, in units of the order's
// currency; without one it is what the lines cost. Left is what the page showed to be left. Faults: validation_failed (amount, reason),
// refund_overtaken, refund_not_paid, refund_nothing_paid, refund_line_unknown, refund_done.
func (a *Area) refund(c echo.Context) error {
	o, err := a.named(c)
	if err != nil {
		return err
	}
	in, err := studio.Decode[struct {
		Lines  []string `json:"lines"`
		Amount string   `json:"amount"`
		Reason string   `json:"reason"`
		Left   int64    `json:"left"`
	}](c)
	if err != nil {
		return err
	}
	bad := fault.Form{}
	give := payment.StaffRefund{OrderID: o.ID, Left: &in.Left, Reason: studio.Reason(bad, in.Reason, true), Actor: studio.By(c).Actor}
	if typed := input.Line(in.Amount); typed != "" {
		if give.Amount, err = money.Parse(typed, o.Amounts.Currency); err != nil || give.Amount <= 0 {
			bad["amount"] = "invalid_value"
		}
	}
	if give.Amount == 0 && len(in.Lines) == 0 {
		// All that is left is never meant by leaving fields empty.
		bad["amount"] = cmp.Or(bad["amount"], "required")
	}
	for _, line := range in.Lines {
		id, err := strconv.ParseInt(line, 10, 64)
		if err != nil {
			return fault.New("refund_line_unknown")
		}
		give.LineIDs = append(give.LineIDs, id)
	}
	if err := bad.Err(); err != nil {
		return err
	}
	_, err = a.Payments.GiveRefund(c.Request().Context(), give)
	if fault.Code(err) == "refund_too_much" {
		err = fault.Form{"amount": "refund_too_much"}.Err()
	}
	return studio.Respond(c, err)
}

// decide says yes or no to a refund that a buyer asked for. Faults: validation_failed (reason), refund_not_found, refund_decided.
func (a *Area) decide(c echo.Context) error {
	id, err := a.namedRefund(c)
	if err != nil {
		return err
	}
	in, err := studio.DecodeDecision(c, true)
	if err != nil {
		return err
	}
	_, err = a.Payments.DecideRefund(c.Request().Context(), id, in.Approve, studio.By(c).Actor, in.Reason)
	return studio.Respond(c, err)
}

// settle deals with a refund that failed. Faults: validation_failed (reason), refund_not_found, refund_decided, refund_too_much,
// payment_review.
func (a *Area) settle(c echo.Context) error {
	id, err := a.namedRefund(c)
	if err != nil {
		return err
	}
	in, err := studio.Decode[struct {
		reasoned
		How string `json:"how"`
	}](c)
	if err != nil {
		return err
	}
	if !slices.Contains(payment.SettleWays, in.How) {
		return fault.New("bad_request")
	}
	bad := fault.Form{}
	reason := studio.Reason(bad, in.Reason, true)
	if err := bad.Err(); err != nil {
		return err
	}
	return studio.Respond(c, a.Payments.SettleRefund(c.Request().Context(), payment.Settlement{
		RefundID: id, How: in.How, Reason: reason, Actor: studio.By(c).Actor,
	}))
}

// namedRefund returns the number of the refund that the path names, which is the order's. Fault: refund_not_found.
func (a *Area) namedRefund(c echo.Context) (int64, error) {
	o, err := a.named(c)
	if err != nil {
		return 0, err
	}
	id, err := studio.ID(c, "id")
	if err != nil {
		return 0, err
	}
	refunds, err := a.Payments.Refunds(c.Request().Context(), o.ID)
	if err != nil {
		return 0, err
	}
	if !slices.ContainsFunc(refunds, func(r payment.Refund) bool { return r.ID == id }) {
		return 0, fault.New("refund_not_found")
	}
	return id, nil
}

// giveBack gives back the money of an order that did not match, and cancels the order if nothing else paid for it. Fault: refund_not_paid.
func (a *Area) giveBack(c echo.Context) error {
	return a.withReason(c, func(o order.Order, actor, reason string) error {
		return a.Payments.GiveBackHeld(c.Request().Context(), o.ID, actor, reason)
	})
}
