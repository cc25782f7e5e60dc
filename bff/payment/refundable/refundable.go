// Package refundable holds the rules of what a shopper gets back: which lines of an order, how much of what was paid, and whether
// staff have to look first. It reads nothing and writes nothing; package payment brings it an order and what was given back so far.
//
// Amounts are in minor units of the order's currency.
//
// Invariants:
//   - The amounts of all lines and the freight are what the order cost, to the cent.
//   - Freight comes back once, with the last of the cards, as long as no parcel has left; eSIMs do not wait for it or bring it.
package refundable

import (
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/money"
)

// faultReasons are those where the goods did not do what they were sold for: staff look at them whatever the goods'
// refund policy says.
var faultReasons = []string{
	"INSTALLATION_FAILURE", "NO_COVERAGE", "APN_FAILURE", "INTERMITTENT", "EARLY_EXPIRY", "HOTSPOT_NOT_WORKING", "SLOW_SPEED",
	"TOPUP_FAILURE", "OVERCHARGED", "QR_ISSUE",
}

// Reasons are the reasons a shopper can give; OTHERS needs notes.
var Reasons = append([]string{
	"WRONG_PURCHASE", "TRIP_CANCELLATION", reasonDevice, "LOCKED_DEVICE", "DELETED_ESIM",
}, append(slices.Clone(faultReasons), ReasonOthers)...)

const (
	// ReasonOthers is any reason that the list lacks.
	ReasonOthers = "OTHERS"
	reasonDevice = "INCOMPATIBLE_DEVICE"
)

// Keys of the errors for lines that came back before, or will.
const (
	Done      = "refund_done"
	Requested = "refund_requested"
)

// PriorRefund is a refund that stands for money that has left or may leave.
type PriorRefund struct {
	Amount int64
	// LineIDs end with the refund. Parts is what comes back of lines that do not, by line id.
	LineIDs []int64
	Parts   map[int64]int64
	// Succeeded says that the provider has confirmed it.
	Succeeded bool
}

// Line says what of a line can come back.
type Line struct {
	LineID int64
	// Amount is the line's price less its share of the discounts, plus its number, deposit and share of tax, less what came
	// back of it before, in minor units.
	Amount int64
	// Why is why it cannot be asked for: a key of the errors; "" when it can.
	Why string
	// Review says that staff decide, because the line has been handed over. FaultOnly says that they look at it only when
	// something was wrong with it.
	Review    bool
	FaultOnly bool
	// Promised says that the shop called the shopper's device compatible: if it is not, that is a fault too.
	Promised bool
	// Card says that it is sent by post.
	Card bool
}

// IsReturned reports whether the line came back before, or will.
func (l Line) IsReturned() bool { return l.Why == Done || l.Why == Requested }

// Offer says what of an order can come back now.
type Offer struct {
	Lines []Line
	// Freight comes back with the last of the cards; 0 once a parcel has left, or when no card is left to be sent.
	Freight int64
	// Left is what of the payment has not been given back or promised.
	Left int64
}

// Open reports whether anything can be asked for.
func (o Offer) Open() bool {
	return o.Left > 0 && slices.ContainsFunc(o.Lines, func(l Line) bool { return l.Why == "" || l.FaultOnly })
}

// FreightWith is the freight that comes back when these lines end: all of it with the last of the cards.
func (o Offer) FreightWith(lineIDs []int64) int64 {
	card := false
	for _, l := range o.Lines {
		ends := slices.Contains(lineIDs, l.LineID)
		if l.Card && !ends && !l.IsReturned() {
			return 0
		}
		card = card || (l.Card && ends)
	}
	if !card {
		return 0
	}
	return o.Freight
}

// Of works out what can be asked for, from the order, what was received for it, in minor units, and what was given back so far.
func Of(o order.Order, received int64, given []PriorRefund, now time.Time) Offer {
	out, gone, part := Offer{Lines: make([]Line, len(o.Lines)), Left: received}, map[int64]string{}, map[int64]int64{}
	for _, g := range given {
		out.Left -= g.Amount
		for _, id := range g.LineIDs {
			if gone[id] = Requested; g.Succeeded {
				gone[id] = Done
			}
		}
		for id, amount := range g.Parts {
			part[id] += amount
		}
	}
	shipped, cards := false, false
	amounts := lineAmounts(o)
	for n, l := range o.Lines {
		offered := Line{
			LineID: l.ID, Amount: max(amounts[n]-part[l.ID], 0), Review: l.HandedOver(), Why: gone[l.ID], Promised: l.Device().Promises(),
			Card: l.SimType == "physical",
		}
		if offered.Why == "" && l.State == order.LineRefunded {
			offered.Why = Done
		}
		if offered.Why == "" {
			offered.Why, offered.FaultOnly = refusal(o, l, now)
		}
		if offered.Why == "" && out.Left <= 0 {
			offered.Why = Done
		}
		out.Lines[n] = offered
		shipped, cards = shipped || (offered.Card && l.HandedOver()), cards || (offered.Card && !offered.IsReturned())
	}
	if cards && !shipped {
		out.Freight = o.Amounts.FreightAmount
	}
	return out
}

// refusal says why a line that was not refunded before cannot be asked for, and whether a fault would change that.
func refusal(o order.Order, l order.Line, now time.Time) (why string, faultOnly bool) {
	switch {
	case o.PaidAt == nil || o.Status == order.Cancelled || o.Status == order.WaitingPayment:
		return "refund_not_paid", false
	case o.Amounts.OrderTotal == 0:
		return "refund_nothing_paid", false
	case o.Status == order.Refunded:
		return Done, false
	case o.HoldReason != "":
		return "payment_review", false
	case !l.HandedOver():
		return "", false
	}
	days, open := policyDays(l.RefundPolicy)
	switch {
	case !open:
		return "refund_not_eligible", true
	case !now.Before(o.PaidAt.AddDate(0, 0, days)):
		return "refund_window_over", true
	case l.StartAt != nil && !now.Before(*l.StartAt):
		// It runs, whether anybody has connected or not.
		return "refund_plan_begun", true
	}
	return "", false
}

var unusedDays = regexp.MustCompile(`^unused_(\d+)_days$`)

// policyDays reads a product's refund policy; any but unused_{n}_days is final.
func policyDays(policy string) (days int, open bool) {
	m := unusedDays.FindStringSubmatch(policy)
	if m == nil {
		return 0, false
	}
	days, err := strconv.Atoi(m[1])
	return days, err == nil
}

// lineAmounts splits what the order cost without freight over its lines: each its price, number and deposit less its
// discounts, and a share of everything else (tax) by that. The sum is exact.
func lineAmounts(o order.Order) []int64 {
	net := make([]int64, len(o.Lines))
	rest := o.Amounts.OrderTotal - o.Amounts.FreightAmount
	for n, l := range o.Lines {
		net[n] = l.Total() + l.NumberFee + l.Deposit*int64(l.Quantity) - l.DiscountShare
		rest -= net[n]
	}
	for n, share := range money.Split(rest, net) {
		net[n] += share
	}
	return net
}

// Evaluate is what a request comes to: the lines and the amount, whether staff have to look, or why not. No lines means all.
func (o Offer) Evaluate(lineIDs []int64, reason string) (picked []int64, amount int64, review bool, why string) {
	fault := slices.Contains(faultReasons, reason)
	for _, l := range o.Lines {
		can := l.Why == "" || (l.FaultOnly && (fault || (l.Promised && reason == reasonDevice)))
		requested := len(lineIDs) == 0 || slices.Contains(lineIDs, l.LineID)
		switch {
		case requested && can:
			picked, amount, review = append(picked, l.LineID), amount+l.Amount, review || l.Review
		case requested && (len(lineIDs) > 0 || why == ""):
			why = l.Why
		}
	}
	if (len(lineIDs) > 0 && why != "") || len(picked) == 0 {
		return nil, 0, false, why
	}
	switch amount = min(amount+o.FreightWith(picked), o.Left); {
	case o.Left <= 0:
		return nil, 0, false, Done
	case amount == 0:
		return nil, 0, false, "refund_nothing_paid"
	}
	return picked, amount, review, ""
}
