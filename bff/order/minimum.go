package order

import (
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/money"
	"github.com/roamcart/roamcart/shared"
)

// chargeable makes an order something a payment provider takes: nothing, or at least its smallest charge. Where discounts
// leave less than that, the last of them gives so much less and says so; an order that is too small by itself is refused.
// Fault: amount_too_small.
func (b *Budget) chargeable() error {
	least := shared.Constants().MinimumCharge[b.Currency]
	for b.OrderTotal > 0 && b.OrderTotal < least {
		short := least - b.OrderTotal
		at := -1
		for i, d := range b.Discounts {
			if d.Applied && d.Amount > 0 {
				at = i
			}
		}
		switch {
		case at < 0 && len(b.Missing) > 0:
			return nil // what is missing is what stands in the way
		case at < 0:
			return fault.New("amount_too_small")
		}
		b.reduceDiscount(&b.Discounts[at], short)
		if err := b.tax(); err != nil {
			return err
		}
	}
	return nil
}

// reduceDiscount takes up to cut back from a discount and from the lines that it was spread over. One of which nothing is left does
// not apply any more, and nothing is redeemed for it.
func (b *Budget) reduceDiscount(d *Discount, cut int64) {
	cut = min(cut, d.Amount)
	d.Amount, d.Applied, d.Reason = d.Amount-cut, d.Amount > cut, "discount_capped"
	switch {
	case d.Kind == "points":
		d.Points = pointsFor(d.Amount, b.Currency)
		b.points = d.Points
	case d.Kind == "promo" && !d.Applied:
		b.promo = nil
	case d.Kind == "referral" && !d.Applied:
		b.referred = false
	}
	b.DiscountAmount -= cut
	shares := make([]int64, len(b.Lines))
	for i, l := range b.Lines {
		shares[i] = l.DiscountShare
	}
	for i, share := range money.Split(cut, shares) {
		b.Lines[i].DiscountShare -= share
	}
}

// tax counts the tax on what is left to pay for the goods, and the total.
func (b *Budget) tax() error {
	b.Tax = money.Rate(b.Subtotal-b.DiscountAmount, b.taxPpm)
	return b.total()
}
