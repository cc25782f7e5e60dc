package order

import (
	"fmt"

	"github.com/roamcart/roamcart/bff/offer"
	"github.com/roamcart/roamcart/bff/platform/money"
)

// sum adds up the lines. The first month of a contract and its deposit are the prepaid amount.
func (b *Budget) sum() error {
	for _, l := range b.Lines {
		t, err := money.Mul(l.UnitPrice, int64(l.Quantity))
		if err != nil {
			return err
		}
		if b.Subtotal, err = money.Add(b.Subtotal, t); err != nil {
			return err
		}
		b.PlansOrder = b.PlansOrder || l.ContractPeriod != ""
		b.PrepaidAmount += l.Prepaid()
		if b.NumberSelectionFee, err = money.Add(b.NumberSelectionFee, l.NumberFee); err != nil {
			return err
		}
		b.NeedsAddress = b.NeedsAddress || l.SimType == offer.Physical
	}
	return nil
}

func (b *Budget) deposits() int64 {
	var sum int64
	for _, l := range b.Lines {
		sum += l.deposit * int64(l.Quantity)
	}
	return sum
}

func (b *Budget) total() error {
	t, err := money.Add(b.Subtotal, -b.DiscountAmount, b.FreightAmount, b.Tax, b.NumberSelectionFee, b.deposits())
	if err != nil {
		return err
	}
	if t < 0 {
		return fmt.Errorf("order total %d is negative", t)
	}
	b.OrderTotal = t
	return nil
}
