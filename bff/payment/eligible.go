package payment

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

// RefundReasons are the reasons a shopper can give; OTHERS needs notes.
var RefundReasons = append([]string{
	"WRONG_PURCHASE", "TRIP_CANCELLATION", reasonDevice, "LOCKED_DEVICE", "DELETED_ESIM",
}, append(slices.Clone(faultReasons), reasonOthers)...)

const (
	reasonOthers = "OTHERS"
	reasonDevice = "INCOMPATIBLE_DEVICE"
)

// LineOffer says what of a line can come back.
type LineOffer struct {
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
}

// RefundOffer says what of an order can come back now.
type RefundOffer struct {
	Lines []LineOffer
	// Freight comes back with the last of the lines, as long as no parcel has left.
	Freight int64
	// Left is what of the payment has not been given back or promised.
	Left int64
}

// Open reports whether anything can be asked for.
func (o RefundOffer) Open() bool {
	return o.Left > 0 && slices.ContainsFunc(o.Lines, func(l LineOffer) bool { return l.Why == "" || l.FaultOnly })
}

// offerOf works out what can be asked for, from the order, what paid it and its refunds so far.
func offerOf(o order.Order, paid []Attempt, refunds []refundRow, now time.Time) RefundOffer {
	out, gone, part := RefundOffer{Lines: make([]LineOffer, len(o.Lines))}, map[int64]string{}, map[int64]int64{}
	for _, a := range paid {
		out.Left += a.Received
	}
	for _, r := range refunds {
		if !r.refund().given() || !slices.ContainsFunc(paid, func(a Attempt) bool { return a.ID == r.AttemptID }) {
			continue
		}
		out.Left -= r.Amount
		for _, id := range r.Lines.V {
			if gone[id] = "refund_requested"; r.State == RefundSucceeded {
				gone[id] = "refund_done"
			}
		}
		for id, amount := range r.Parts.V {
			part[id] += amount
		}
	}
	shipped := false
	amounts := lineAmounts(o)
	for n, l := range o.Lines {
		shipped = shipped || (l.SimType == "physical" && l.HandedOver())
		offered := LineOffer{LineID: l.ID, Amount: max(amounts[n]-part[l.ID], 0), Review: l.HandedOver(), Why: gone[l.ID], Promised: l.Device().Promises()}
		if offered.Why == "" && l.State == order.LineRefunded {
			offered.Why = "refund_done"
		}
		if offered.Why == "" {
			offered.Why, offered.FaultOnly = refusal(o, l, now)
		}
		if offered.Why == "" && out.Left <= 0 {
			offered.Why = "refund_done"
		}
		out.Lines[n] = offered
	}
	if !shipped {
		out.Freight = o.Amounts.FreightAmount
	}
	return out
}

// refusal says why a line that was not refunded before cannot be asked for, and whether a fault would change that.
func refusal(o order.Order, l order.Line, now time.Time) (why string, faultOnly bool) {
	switch {
	case o.PaidAt == nil || o.Status == order.Cancelled || o.Status == order.WaitingPayment || o.Amounts.OrderTotal == 0:
		return "refund_not_paid", false
	case o.Status == order.Refunded:
		return "refund_done", false
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

// ask is what a request comes to: the lines and the amount, whether staff have to look, or why not.
func (o RefundOffer) ask(lineIDs []int64, reason string) (picked []int64, amount int64, review bool, why string) {
	fault := slices.Contains(faultReasons, reason)
	left := 0
	for _, l := range o.Lines {
		can := l.Why == "" || (l.FaultOnly && (fault || (l.Promised && reason == reasonDevice)))
		wanted := len(lineIDs) == 0 || slices.Contains(lineIDs, l.LineID)
		switch {
		case wanted && can:
			picked, amount, review = append(picked, l.LineID), amount+l.Amount, review || l.Review
		case wanted && (len(lineIDs) > 0 || why == ""):
			why = l.Why
		}
		if !(wanted && can) && l.Why != "refund_done" && l.Why != "refund_requested" {
			left++
		}
	}
	if (len(lineIDs) > 0 && why != "") || len(picked) == 0 {
		return nil, 0, false, why
	}
	if left == 0 {
		amount += o.Freight
	}
	switch amount = min(amount, o.Left); {
	case o.Left <= 0:
		return nil, 0, false, "refund_done"
	case amount == 0:
		return nil, 0, false, "refund_nothing_paid"
	}
	return picked, amount, review, ""
}
