package api

import (
	"context"
	"errors"
	"io"
	"net/url"
	"time"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/pages"
	"github.com/roamcart/roamcart/bff/payment"
	"github.com/roamcart/roamcart/bff/platform/fault"
)

// PaymentPk returns the publishable key.
func (s *Server) PaymentPk(ctx context.Context, _ gen.PaymentPkRequestObject) (gen.PaymentPkResponseObject, error) {
	return gen.PaymentPk200JSONResponse{Envelope: ok(ctx), Data: s.PublishableKey}, nil
}

// PaymentCreate opens the attempt to pay an order, or returns the open one.
func (s *Server) PaymentCreate(ctx context.Context, r gen.PaymentCreateRequestObject) (gen.PaymentCreateResponseObject, error) {
	o, err := s.seen(ctx, r.Body.OrderNo)
	if err != nil {
		return nil, err
	}
	if err := s.topUpsUsable(ctx, o); err != nil {
		return nil, err
	}
	urls := s.urls(ctx, o)
	p, err := s.Payments.Create(ctx, o, urls)
	if err != nil {
		return nil, err
	}
	out := gen.PaymentCreated{
		Method: o.PaymentMethod, ClientSecret: p.ClientSecret, ReturnUrl: urls.Return, PayBefore: o.ExpiresAt,
		Amount: p.Attempt.Amount, Currency: p.Attempt.Currency,
	}
	shown, err := view.Attempt(p.Attempt, caller.Of(ctx).Locale)
	if err != nil {
		return nil, err
	}
	out.Qr = shown.Qr
	return gen.PaymentCreate200JSONResponse{Envelope: ok(ctx), Data: out}, nil
}

// PaymentHosted opens a page of the provider for a browser without JavaScript.
func (s *Server) PaymentHosted(ctx context.Context, r gen.PaymentHostedRequestObject) (gen.PaymentHostedResponseObject, error) {
	o, err := s.seen(ctx, r.Body.OrderNo)
	if err != nil {
		return nil, err
	}
	if err := s.topUpsUsable(ctx, o); err != nil {
		return nil, err
	}
	p, err := s.Payments.Hosted(ctx, o, s.urls(ctx, o))
	if err != nil {
		return nil, err
	}
	if p.HostedURL == "" {
		return nil, fault.New("payment_processing")
	}
	return gen.PaymentHosted200JSONResponse{Envelope: ok(ctx), Data: gen.PaymentHosted{Url: p.HostedURL}}, nil
}

// topUpsUsable keeps money from being taken for plans on SIMs that were deleted or retired since the order was placed. What cannot
// be found out now does not stop the payment: the delivery looks again, and what cannot be used is refunded.
func (s *Server) topUpsUsable(ctx context.Context, o order.Order) error {
	if o.Status != order.WaitingPayment {
		return nil
	}
	for _, l := range o.Lines {
		if l.SIMLineID == nil {
			continue
		}
		if err := s.Lines.Usable(ctx, *l.SIMLineID); err != nil {
			return err
		}
	}
	return nil
}

// urls are the payment page itself: whoever comes back sees the state of now.
func (s *Server) urls(ctx context.Context, o order.Order) payment.URLs {
	call := caller.Of(ctx)
	// The order's language, not the call's: a repeated call has to say the same to the provider.
	page := call.Origin + s.PagePath("payment", o.Locale, o.OrderNo)
	return payment.URLs{Return: page, Cancel: page}
}

// refreshAfter is how old an unsettled attempt is before a status call asks the provider, and not only the database.
const refreshAfter = 2 * time.Second

// PaymentStatus says how an order's payment stands. While the attempt is unsettled the provider is asked, so that a
// shopper need not wait for a webhook.
func (s *Server) PaymentStatus(ctx context.Context, r gen.PaymentStatusRequestObject) (gen.PaymentStatusResponseObject, error) {
	o, err := s.seen(ctx, r.Params.OrderNo)
	if err != nil {
		return nil, err
	}
	o, a, err := s.settled(ctx, o)
	if err != nil {
		return nil, err
	}
	locale := caller.Of(ctx).Locale
	out := gen.PaymentState{OrderNo: o.OrderNo, OrderStatus: string(o.Status), AttemptStatus: "none", PayBefore: o.ExpiresAt}
	if a != nil {
		late := a.Status == payment.AttemptLatePaid
		out.AttemptStatus, out.LastError, out.LateRefund = a.Status, view.PaymentError(a.LastError, locale), &late
	}
	return gen.PaymentStatus200JSONResponse{Envelope: ok(ctx), Data: out}, nil
}

// confirmFor is how long the page that a shopper comes back to from paying waits for the provider's answer.
const confirmFor = 3 * time.Second

// confirm waits for the provider's answer when the address says that the shopper comes back from paying. It returns the order as
// it is then, and whether the answer is missing. The address is no proof of a payment, only a reason to ask at once.
func (s *Server) confirm(ctx context.Context, o order.Order, query url.Values) (order.Order, bool, error) {
	returned := query.Has(pages.ParamSessionID) || query.Get(pages.ParamRedirectStatus) == "succeeded"
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

// settled brings an order and its newest attempt up to date with the provider, as far as the provider answers.
func (s *Server) settled(ctx context.Context, o order.Order) (order.Order, *payment.Attempt, error) {
	a, err := s.Payments.Latest(ctx, o.ID)
	if err != nil || a == nil || o.Status != order.WaitingPayment {
		return o, a, err
	}
	// An attempt that has succeeded was settled between the two reads.
	if a.Status != payment.AttemptSucceeded {
		if s.Clock.Now().Sub(a.CreatedAt) < refreshAfter {
			return o, a, nil
		}
		if err := s.Payments.Refresh(ctx, o.ID); err != nil {
			s.Log.WarnContext(ctx, "payment not refreshed", "order", o.OrderNo, "error", err)
			return o, a, nil
		}
	}
	if o, err = s.Orders.ByID(ctx, o.ID); err != nil {
		return o, nil, err
	}
	a, err = s.Payments.Latest(ctx, o.ID)
	return o, a, err
}

// PaymentWebhook stores the provider's signed event.
func (s *Server) PaymentWebhook(ctx context.Context, r gen.PaymentWebhookRequestObject) (gen.PaymentWebhookResponseObject, error) {
	payload, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, fault.New("bad_request")
	}
	err = s.Payments.Receive(ctx, payload, r.Params.StripeSignature)
	if errors.Is(err, payment.ErrSignature) {
		return nil, fault.New("signature_invalid")
	}
	return gen.PaymentWebhook200JSONResponse{Envelope: ok(ctx)}, err
}
