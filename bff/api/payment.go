package api

import (
	"context"
	"errors"
	"io"

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
	o, err := s.FindOrder(ctx, r.Body.OrderNo)
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
	o, err := s.FindOrder(ctx, r.Body.OrderNo)
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
		if l.SIMID == nil {
			continue
		}
		if err := s.OwnedSIMs.Usable(ctx, *l.SIMID); err != nil {
			return err
		}
	}
	return nil
}

// urls are the payment page itself: whoever comes back sees the state of now.
func (s *Server) urls(ctx context.Context, o order.Order) payment.URLs {
	call := caller.Of(ctx)
	// The order's language, not the call's: a repeated call has to say the same to the provider.
	page := call.Origin + pages.Path(pages.Payment, o.Locale, map[string]string{pages.ParamOrderNo: o.OrderNo})
	return payment.URLs{Return: page, Cancel: page}
}

// PaymentStatus says how an order's payment stands. While the attempt is unsettled the provider is asked, so that a
// shopper need not wait for a webhook.
func (s *Server) PaymentStatus(ctx context.Context, r gen.PaymentStatusRequestObject) (gen.PaymentStatusResponseObject, error) {
	o, err := s.FindOrder(ctx, r.Params.OrderNo)
	if err != nil {
		return nil, err
	}
	o, a, err := s.Refreshed(ctx, o)
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
