package pages

import (
	"context"
	"net/url"
	"time"

	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/order"
)

// Payment is the page on which an order is paid.
const Payment Kind = "payment"

// ParamOrderNo is the parameter of paths with the number of an order.
const ParamOrderNo = "orderNo"

// Names of the parameters that the payment provider adds to the address a shopper comes back to.
const (
	// ParamRedirectStatus says what a bank or wallet answered: succeeded, failed.
	ParamRedirectStatus = "redirect_status"
	// ParamSessionID names the provider's own page that took the payment.
	ParamSessionID = "session_id"
)

var paymentPage = Page[gen.PaymentPage]{
	Row: Row{
		Kind: Payment, Pattern: "/payment/{orderNo}", Private: true, Query: []Param{{Name: ParamRedirectStatus}, {Name: ParamSessionID}},
	},
	Data: paymentData,
}

// paymentData gathers the payment page, up to date with the provider.
func paymentData(ctx context.Context, s *Source, a PageContext) (gen.PaymentPage, error) {
	o, err := s.FindOrder(ctx, a.Params[ParamOrderNo])
	if err != nil {
		return gen.PaymentPage{}, asNotFound(err, "order_not_found")
	}
	o, confirming, err := s.confirm(ctx, o, a.Query)
	if err != nil {
		return gen.PaymentPage{}, err
	}
	o, attempt, err := s.Refreshed(ctx, o)
	if err != nil {
		return gen.PaymentPage{}, err
	}
	shown, err := s.ShowOrder(ctx, o)
	if err != nil {
		return gen.PaymentPage{}, err
	}
	out := gen.PaymentPage{
		Order: shown, Hosted: true, Methods: []gen.PaymentMethod{o.PaymentMethod}, OtherMethods: len(a.Tenant.PaymentMethods) > 1,
		Pk: s.PublishableKey, StripeJs: s.StripeJS,
		Confirming: confirming && o.Status == order.WaitingPayment, After: view.AfterPayment(o, shown, a.Locale),
	}
	if attempt != nil {
		out.Attempt, err = view.Attempt(*attempt, a.Locale)
	}
	return out, err
}

// confirmFor is how long the page that a shopper comes back to from paying waits for the provider's answer.
const confirmFor = 3 * time.Second

// confirm waits for the provider's answer when the address says that the shopper comes back from paying. It returns the order as
// it is then, and whether the answer is missing. The address is no proof of a payment, only a reason to ask at once.
func (s *Source) confirm(ctx context.Context, o order.Order, query url.Values) (order.Order, bool, error) {
	returned := query.Has(ParamSessionID) || query.Get(ParamRedirectStatus) == "succeeded"
	if !returned || o.Status != order.WaitingPayment {
		return o, false, nil
	}
	unknown, err := s.Payments.Await(ctx, o.ID, confirmFor)
	if err != nil {
		s.Log.WarnContext(ctx, "payment not confirmed", "order", o.OrderNo, "error", err)
	}
	o, err = s.Orders.ByID(ctx, o.ID)
	return o, unknown, err
}
