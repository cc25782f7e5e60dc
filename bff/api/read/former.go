package read

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// FormerOrder is what was filled in for a cancelled order that the caller may see; nil for any other.
func (r *Reader) FormerOrder(ctx context.Context, orderNo string) (*order.Order, error) {
	if orderNo == "" {
		return nil, nil
	}
	o, err := r.FindOrder(ctx, orderNo)
	if fault.Code(err) == "order_not_found" {
		return nil, nil
	}
	if err != nil || o.Status != order.Cancelled {
		return nil, err
	}
	return &o, nil
}

// ShowFormer shows what the form of a checkout begins with.
func ShowFormer(o order.Order) *gen.FormerOrder {
	c := o.Contact
	out := &gen.FormerOrder{Contact: gen.OrderContact{FirstName: c.FirstName, LastName: c.LastName, Email: c.Email, Phone: c.Phone}}
	if o.Address != nil {
		to := view.Address(*o.Address)
		out.Address = &to
	}
	return out
}

// FillFromFormer gives a selection what the former order chose, where the address of the checkout does not say.
func FillFromFormer(b *gen.DoBudgetBody, o order.Order) {
	if b.Destination == "" && o.Address != nil {
		b.Destination, b.State, b.ShippingMethod = o.Address.Country, o.Address.State, o.ShippingMethod
	}
	for _, d := range o.Amounts.Discounts {
		switch {
		case !d.Applied:
		case d.Kind == "promo" && b.Coupon == "":
			b.Coupon = d.Code
		case d.Kind == "referral" && b.Referral == "":
			b.Referral = d.Code
		case d.Kind == "points" && b.Points == nil:
			b.Points = new(d.Points)
		}
	}
}
