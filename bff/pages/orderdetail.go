package pages

import (
	"context"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/order"
)

// OrderDetail is the page of an order.
const OrderDetail Kind = "order_detail"

var orderDetailPage = Page[gen.OrderDetailPage]{
	Row:  Row{Kind: OrderDetail, Pattern: "/my-order/{orderNo}", Private: true},
	Data: orderDetailData,
}

// orderDetailData gathers an order's page, with how its eSIMs stand.
func orderDetailData(ctx context.Context, s *Source, a PageContext) (gen.OrderDetailPage, error) {
	o, err := s.FindOrder(ctx, a.Params[ParamOrderNo])
	if err != nil {
		return gen.OrderDetailPage{}, asNotFound(err, "order_not_found")
	}
	sims, err := s.SIMsOf(ctx, o)
	if err != nil {
		return gen.OrderDetailPage{}, err
	}
	shown, err := s.ShowOrderWith(ctx, o, sims)
	if err != nil {
		return gen.OrderDetailPage{}, err
	}
	offer, err := s.Payments.RefundOffer(ctx, o)
	if err != nil {
		return gen.OrderDetailPage{}, err
	}
	reviews, err := s.Reviews.Lines(ctx, o)
	if err != nil {
		return gen.OrderDetailPage{}, err
	}
	kits, err := s.InstallsWith(ctx, o, sims)
	can := reviewable(reviews)
	return gen.OrderDetailPage{
		Reviewable: &can, InstallAdvice: view.InstallAdvice(shown.Items, o.Contact.Email, a.Locale),
		Order: shown, Install: view.InstallStates(kits, shown.Items), RefundOffer: view.RefundOffer(o, offer, a.Locale), CanPay: o.Status == order.WaitingPayment && o.HoldReason == "" && s.Clock.Now().Before(o.ExpiresAt),
	}, err
}
