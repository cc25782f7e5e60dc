package api

import (
	"context"
	"time"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/read"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
)

// OrderDoBudget says what an order would cost.
func (s *Server) OrderDoBudget(ctx context.Context, r gen.OrderDoBudgetRequestObject) (gen.OrderDoBudgetResponseObject, error) {
	call := caller.Of(ctx)
	sel, err := read.Selection(call, *r.Body)
	if err != nil {
		return nil, err
	}
	if r.Body.ForOtherDevice != nil {
		if err := s.AddDevice(ctx, &sel, r.Body.ForOtherDevice); err != nil {
			return nil, err
		}
	}
	b, err := s.Orders.Budget(ctx, sel)
	if err != nil {
		return nil, err
	}
	shown, err := s.AddRegistrations(ctx, call.Tenant.ID, call.Locale, view.Budget(b, call.Locale))
	return gen.OrderDoBudget200JSONResponse{Envelope: ok(ctx), Data: shown}, err
}

// OrderEncryptSubmit places an order.
func (s *Server) OrderEncryptSubmit(ctx context.Context, r gen.OrderEncryptSubmitRequestObject) (gen.OrderEncryptSubmitResponseObject, error) {
	call := caller.Of(ctx)
	b, hash, err := open[gen.SubmitOrderBody](ctx, s, "OrderEncryptSubmit", r.Body)
	if err != nil {
		return nil, err
	}
	sel, err := read.Selection(call, gen.DoBudgetBody{
		Source: b.Source, Item: b.Item, ShippingMethod: b.ShippingMethod, Destination: b.Destination, State: b.State,
		Coupon: b.Coupon, Referral: b.Referral, Points: b.Points, Customer: b.Customer,
	})
	if err != nil {
		return nil, err
	}
	if err := s.AddDevice(ctx, &sel, b.ForOtherDevice); err != nil {
		return nil, err
	}
	country := ""
	if b.Address != nil {
		country = b.Address.Country
	}
	in := order.Submission{
		Selection: sel, Locale: call.Locale, ExpectedTotal: b.ExpectedTotal, IdempotencyKey: r.Params.IdempotencyKey,
		RequestHash: hash, RequestID: call.RequestID,
		Form: order.Form{
			Contact: order.Contact{
				FirstName: b.Contact.FirstName,
				LastName:  b.Contact.LastName,
				Email:     b.Contact.Email,
				Phone:     call.Phone(b.Contact.Phone, country),
			},
			PaymentMethod: b.PaymentMethod, Declined: b.Agree != nil && !*b.Agree,
		},
		Rules: order.Rules{
			Email:   account.Email,
			Methods: call.Tenant.PaymentMethods,
		},
	}
	if b.Address != nil {
		to := shippingAddress(call, *b.Address)
		in.Form.Address = &to
	}
	if who := call.User(); who != nil {
		in.SignupCode = who.Customer.Referral
	}
	placed, err := s.Orders.Submit(ctx, in)
	if err != nil {
		return nil, err
	}
	return gen.OrderEncryptSubmit200JSONResponse{Envelope: ok(ctx), Data: gen.OrderSubmitted{
		OrderNo: placed.OrderNo, Status: string(placed.Status), Total: placed.Total, Currency: placed.Currency, ExpiresAt: placed.ExpiresAt,
	}}, nil
}

// OrderList lists the customer's orders.
func (s *Server) OrderList(ctx context.Context, r gen.OrderListRequestObject) (gen.OrderListResponseObject, error) {
	p := r.Params
	list, err := s.CustomerOrders(ctx, order.ListQuery{Tab: p.Tab, Period: p.Period, Keyword: p.Keyword, Page: p.Page})
	return gen.OrderList200JSONResponse{Envelope: ok(ctx), Data: list.List}, err
}

// OrderDetail shows an order to those who may see it.
func (s *Server) OrderDetail(ctx context.Context, r gen.OrderDetailRequestObject) (gen.OrderDetailResponseObject, error) {
	o, err := s.FindOrder(ctx, r.Params.OrderNo)
	if err != nil {
		return nil, err
	}
	shown, err := s.ShowOrder(ctx, o)
	return gen.OrderDetail200JSONResponse{Envelope: ok(ctx), Data: shown}, err
}

// OrderMailAgain sends the mails again that say where an order stands.
func (s *Server) OrderMailAgain(ctx context.Context, r gen.OrderMailAgainRequestObject) (gen.OrderMailAgainResponseObject, error) {
	o, err := s.FindOrder(ctx, r.Body.OrderNo)
	if err != nil {
		return nil, err
	}
	return gen.OrderMailAgain200JSONResponse(ok(ctx)), s.Orders.MailBuyerAgain(ctx, o.ID, caller.Of(ctx).Owner())
}

// OrderCancel cancels an unpaid order.
func (s *Server) OrderCancel(ctx context.Context, r gen.OrderCancelRequestObject) (gen.OrderCancelResponseObject, error) {
	o, err := s.cancelled(ctx, r.Body)
	if err != nil {
		return nil, err
	}
	if o, err = s.Orders.ByID(ctx, o.ID); err != nil {
		return nil, err
	}
	shown, err := s.ShowOrder(ctx, o)
	return gen.OrderCancel200JSONResponse{Envelope: ok(ctx), Data: shown}, err
}

// cancelled cancels an unpaid order, and returns it as it was.
func (s *Server) cancelled(ctx context.Context, b *gen.OrderCancelBody) (order.Order, error) {
	if !b.Confirm {
		return order.Order{}, fault.Fields(map[string]string{"confirm": "confirm_required"})
	}
	o, err := s.FindOrder(ctx, b.OrderNo)
	if err != nil {
		return order.Order{}, err
	}
	return o, s.cancel(ctx, o)
}

// cancel gives a payment that is being opened in this very moment the time it takes: who leaves the payment page to cancel
// need not ask twice.
func (s *Server) cancel(ctx context.Context, o order.Order) error {
	const tries, pause = 10, 300 * time.Millisecond
	for try := 1; ; try++ {
		err := s.Payments.Cancel(ctx, o, string(caller.Of(ctx).Owner()))
		if fault.Code(err) != "in_progress" || try == tries {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
	}
}

// OrderTrack looks an order up for somebody who proves the mailbox, and lets this browser read it for a while.
func (s *Server) OrderTrack(ctx context.Context, r gen.OrderTrackRequestObject) (gen.OrderTrackResponseObject, error) {
	call, bad := caller.Of(ctx), fault.Form{}
	if input.Plain(r.Body.OrderNo) == "" {
		bad["orderNo"] = "order_no_required"
	}
	_, valid := account.NormalEmail(r.Body.Email)
	bad.Correct("email", r.Body.Email, "email", valid)
	if input.Joined(r.Body.Code) == "" {
		bad["code"] = "code_required"
	}
	if len(bad) > 0 {
		return nil, fault.Fields(bad)
	}
	ask := account.CodeRequest{TenantID: call.Tenant.ID, Channel: notify.Email, Target: r.Body.Email, Purpose: "track", Network: call.Network}
	var o order.Order
	// A code is used up by finding the order: whoever mistyped the number may try again with the same one.
	err := s.Codes.CheckFor(ctx, ask, r.Body.Code, func() (err error) {
		o, err = s.Orders.ByEmail(ctx, call.Tenant.ID, r.Body.OrderNo, r.Body.Email)
		if err != nil && fault.Code(err) == "" {
			s.Log.ErrorContext(ctx, "order look-up failed", "request", call.RequestID, "error", err)
			err = fault.New("order_query_failed")
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	call.Track(o.OrderNo, s.TrackFor)
	shown, err := s.ShowOrder(ctx, o)
	return gen.OrderTrack200JSONResponse{Envelope: ok(ctx), Data: shown}, err
}
