package read

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/payment"
)

// refreshAfter is how old an unsettled attempt is before a status call asks the provider, and not only the database.
const refreshAfter = 2 * time.Second

// Refreshed brings an order and its newest attempt up to date with the provider, as far as the provider answers.
func (r *Reader) Refreshed(ctx context.Context, o order.Order) (order.Order, *payment.Attempt, error) {
	a, err := r.Payments.Latest(ctx, o.ID)
	if err != nil || a == nil || o.Status != order.WaitingPayment {
		return o, a, err
	}
	// An attempt that has succeeded was settled between the two reads.
	if a.Status != payment.AttemptSucceeded {
		if r.Clock.Now().Sub(a.CreatedAt) < refreshAfter {
			return o, a, nil
		}
		if err := r.Payments.Refresh(ctx, o.ID); err != nil {
			r.Log.WarnContext(ctx, "payment not refreshed", "order", o.OrderNo, "error", err)
			return o, a, nil
		}
	}
	if o, err = r.Orders.ByID(ctx, o.ID); err != nil {
		return o, nil, err
	}
	a, err = r.Payments.Latest(ctx, o.ID)
	return o, a, err
}
