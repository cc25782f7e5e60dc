package view

import (
	"slices"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/payment/refundable"
	"github.com/roamcart/roamcart/shared"
)

// RefundResult returns the refund that was opened, or why there is none.
func RefundResult(a payment.RefundOutcome, locale string) gen.RefundResult {
	if a.Refund == nil {
		return gen.RefundResult{Reason: a.Why, Message: message(locale, a.Why)}
	}
	r := refund(*a.Refund)
	return gen.RefundResult{Eligible: true, Refund: &r}
}

// RefundOffer returns what of the order can be asked back now.
func RefundOffer(o order.Order, offer refundable.Offer, locale string) gen.RefundOffer {
	out := gen.RefundOffer{Lines: []gen.RefundLine{}, Reasons: []string{}}
	if !offer.Open() {
		return out
	}
	out.Open, out.Freight, out.Left, out.Reasons = true, offer.Freight, offer.Left, refundable.Reasons
	for n, l := range offer.Lines {
		line := gen.RefundLine{
			LineId: id(l.LineID), Name: o.Lines[n].Name(locale), Amount: l.Amount, Eligible: l.Why == "" || l.FaultOnly, Review: l.Review,
		}
		switch {
		case l.FaultOnly:
			line.Message = message(locale, "refund_fault_only")
		case l.Why != "":
			line.Message = message(locale, l.Why)
		case l.Review:
			line.Message = shared.Text(locale, "server", "refund.review", nil)
		default:
			line.Message = shared.Text(locale, "server", "refund.atOnce", nil)
		}
		out.Lines = append(out.Lines, line)
	}
	return out
}

func refund(r payment.Refund) gen.Refund {
	out := gen.Refund{RefundId: id(r.ID), Amount: r.Amount, Currency: r.Currency, State: r.State, Reason: r.Reason, CreatedAt: &r.CreatedAt}
	switch r.State {
	case payment.RefundSucceeded:
		out.State = "refunded"
	case payment.RefundRequested:
		out.State, out.Review = payment.RefundPending, new(true)
	}
	return out
}

func lateRefund(o order.Order, refunds []payment.Refund) bool {
	return o.Status == order.Cancelled && slices.ContainsFunc(refunds, func(r payment.Refund) bool { return r.Reason == payment.ReasonLate })
}
