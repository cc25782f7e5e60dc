package api

import (
	"context"
	"slices"
	"time"

	"github.com/roamcart/roamcart/bff/account"
	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/notify"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/platform/fault"
	"github.com/roamcart/roamcart/bff/platform/input"
	"github.com/roamcart/roamcart/bff/sim/lines"
)

// OrderDoBudget says what an order would cost.
func (s *Server) OrderDoBudget(ctx context.Context, r gen.OrderDoBudgetRequestObject) (gen.OrderDoBudgetResponseObject, error) {
	call := caller.Of(ctx)
	sel, err := selection(call, *r.Body)
	if err != nil {
		return nil, err
	}
	if r.Body.ForOtherDevice != nil {
		if err := s.aboutDevice(ctx, &sel, r.Body.ForOtherDevice); err != nil {
			return nil, err
		}
	}
	b, err := s.Orders.Budget(ctx, sel)
	if err != nil {
		return nil, err
	}
	shown, err := s.noteRegistrations(ctx, call.Tenant.ID, call.Locale, view.Budget(b, call.Locale))
	return gen.OrderDoBudget200JSONResponse{Envelope: ok(ctx), Data: shown}, err
}

func selection(call *caller.Call, b gen.DoBudgetBody) (order.Selection, error) {
	if b.Customer != nil && *b.Customer && call.User() == nil {
		return order.Selection{}, fault.New("login_required")
	}
	sel := order.Selection{
		TenantID: call.Tenant.ID, Currency: call.Tenant.Currency, Owner: call.Owner(), UserID: call.UserID(), Source: b.Source,
		ShippingMethod: b.ShippingMethod, Country: b.Destination, State: b.State, Coupon: b.Coupon, Referral: b.Referral,
		TrackedOrderNo: call.Viewer().TrackedOrderNo, Network: call.Network,
	}
	if b.Points != nil {
		sel.Points = *b.Points
	}
	if who := call.User(); who != nil {
		sel.AccountEmail = who.Customer.Email
		sel.Browser, _ = call.Browser()
	}
	if b.Item != nil {
		number, err := optionalID("item.numberId", b.Item.NumberId)
		if err != nil {
			return sel, err
		}
		sel.Item = &cart.Add{
			GoodsID: b.Item.GoodsId, SimType: b.Item.SimType, Quantity: b.Item.Quantity,
			CompatibilityConfirmed: b.Item.CompatibilityConfirmed, NumberID: number,
			TransferPhone: b.Item.TransferPhone, TransferNote: b.Item.TransferNote, StartDate: b.Item.StartDate, SIM: b.Item.SimId,
		}
	}
	return sel, nil
}

// OrderEncryptSubmit places an order.
func (s *Server) OrderEncryptSubmit(ctx context.Context, r gen.OrderEncryptSubmitRequestObject) (gen.OrderEncryptSubmitResponseObject, error) {
	call := caller.Of(ctx)
	b, hash, err := open[gen.SubmitOrderBody](ctx, s, "OrderEncryptSubmit", r.Body)
	if err != nil {
		return nil, err
	}
	sel, err := selection(call, gen.DoBudgetBody{
		Source: b.Source, Item: b.Item, ShippingMethod: b.ShippingMethod, Destination: b.Destination, State: b.State,
		Coupon: b.Coupon, Referral: b.Referral, Points: b.Points, Customer: b.Customer,
	})
	if err != nil {
		return nil, err
	}
	if err := s.aboutDevice(ctx, &sel, b.ForOtherDevice); err != nil {
		return nil, err
	}
	in := order.Submission{
		Selection: sel, Locale: call.Locale, ExpectedTotal: b.ExpectedTotal, IdempotencyKey: r.Params.IdempotencyKey,
		RequestHash: hash, RequestID: call.RequestID,
		Form: order.Form{
			Contact:       order.Contact{FirstName: b.Contact.FirstName, LastName: b.Contact.LastName, Email: b.Contact.Email, Phone: b.Contact.Phone},
			PaymentMethod: b.PaymentMethod, Declined: b.Agree != nil && !*b.Agree,
		},
		Rules: order.Rules{
			Email:   func(e string) bool { _, ok := account.NormalEmail(e); return ok },
			Phone:   account.Phone,
			Methods: call.Tenant.PaymentMethods,
		},
	}
	if b.Address != nil {
		to := shippingAddress(*b.Address)
		in.Form.Address = &to
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
	list, err := s.ordersOf(ctx, order.ListQuery{Tab: p.Tab, Period: p.Period, Keyword: p.Keyword, Page: p.Page})
	return gen.OrderList200JSONResponse{Envelope: ok(ctx), Data: list.List}, err
}

func (s *Server) ordersOf(ctx context.Context, q order.ListQuery) (gen.AccountOrdersPage, error) {
	call := caller.Of(ctx)
	list, err := s.Orders.List(ctx, call.Tenant.ID, call.UserID(), q)
	if err != nil {
		return gen.AccountOrdersPage{}, err
	}
	goods, err := s.goodsOf(ctx, call.Tenant.ID, list.Orders...)
	if err != nil {
		return gen.AccountOrdersPage{}, err
	}
	var paid []int64
	for _, o := range list.Orders {
		if o.PaidAt != nil {
			paid = append(paid, o.ID)
		}
	}
	beside := view.Beside{Now: s.Clock.Now(), Goods: goods}
	if beside.ToRegister, err = s.Lines.ToRegister(ctx, paid...); err != nil {
		return gen.AccountOrdersPage{}, err
	}
	if beside.SIMs, err = s.Lines.OfOrders(ctx, paid...); err != nil {
		return gen.AccountOrdersPage{}, err
	}
	return view.Orders(list, beside, call.Locale), nil
}

// OrderDetail shows an order to those who may see it.
func (s *Server) OrderDetail(ctx context.Context, r gen.OrderDetailRequestObject) (gen.OrderDetailResponseObject, error) {
	o, err := s.seen(ctx, r.Params.OrderNo)
	if err != nil {
		return nil, err
	}
	shown, err := s.showOrder(ctx, o)
	return gen.OrderDetail200JSONResponse{Envelope: ok(ctx), Data: shown}, err
}

// OrderCancel cancels an unpaid order.
func (s *Server) OrderCancel(ctx context.Context, r gen.OrderCancelRequestObject) (gen.OrderCancelResponseObject, error) {
	if !r.Body.Confirm {
		return nil, fault.Fields(map[string]string{"confirm": "confirm_required"})
	}
	o, err := s.seen(ctx, r.Body.OrderNo)
	if err != nil {
		return nil, err
	}
	if err := s.cancel(ctx, o); err != nil {
		return nil, err
	}
	if o, err = s.Orders.ByID(ctx, o.ID); err != nil {
		return nil, err
	}
	shown, err := s.showOrder(ctx, o)
	return gen.OrderCancel200JSONResponse{Envelope: ok(ctx), Data: shown}, err
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
	ask := account.Ask{TenantID: call.Tenant.ID, Channel: notify.Email, Target: r.Body.Email, Purpose: "track"}
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
	shown, err := s.showOrder(ctx, o)
	return gen.OrderTrack200JSONResponse{Envelope: ok(ctx), Data: shown}, err
}

// seen reads an order that the caller may see.
func (s *Server) seen(ctx context.Context, orderNo string) (order.Order, error) {
	call := caller.Of(ctx)
	return s.Orders.Get(ctx, call.Tenant.ID, orderNo, call.Viewer())
}

func (s *Server) showOrder(ctx context.Context, o order.Order) (gen.Order, error) {
	sims, err := s.simsOf(ctx, o)
	if err != nil {
		return gen.Order{}, err
	}
	return s.showOrderWith(ctx, o, sims)
}

// simsOf returns the SIMs that were bought with an order; there are none before it is paid.
func (s *Server) simsOf(ctx context.Context, o order.Order) ([]lines.Line, error) {
	if o.PaidAt == nil {
		return nil, nil
	}
	return s.Lines.OfOrders(ctx, o.ID)
}

// showOrderWith is showOrder where the order's SIMs are known.
func (s *Server) showOrderWith(ctx context.Context, o order.Order, sims []lines.Line) (gen.Order, error) {
	locale := caller.Of(ctx).Locale
	beside := view.Beside{Now: s.Clock.Now(), SIMs: sims, Zone: caller.Of(ctx).Tenant.Location}
	var err error
	if slices.ContainsFunc(o.Lines, order.Line.TopUp) {
		if beside.ToppedUp, err = s.Lines.ToppedUp(ctx, o.ID); err != nil {
			return gen.Order{}, err
		}
	}
	if beside.Refunds, err = s.Payments.Refunds(ctx, o.ID); err != nil {
		return gen.Order{}, err
	}
	offer, err := s.Payments.RefundOffer(ctx, o)
	if err != nil {
		return gen.Order{}, err
	}
	beside.Refundable = offer.Open()
	if beside.ToRegister, err = s.Lines.ToRegister(ctx, o.ID); err != nil {
		return gen.Order{}, err
	}
	if beside.Goods, err = s.goodsOf(ctx, o.TenantID, o); err != nil {
		return gen.Order{}, err
	}
	if beside.Places, err = s.Catalog.PlaceNames(ctx, o.TenantID, locale); err != nil {
		return gen.Order{}, err
	}
	if o.Address != nil {
		method, err := s.Orders.ChosenMethod(ctx, o)
		if err != nil {
			return gen.Order{}, err
		}
		beside.Method, beside.TrackingPage = method.Name(locale), method.TrackingPage(o.TrackingNumber)
		if from, by, ok := o.Arrival(method, beside.Now, caller.Of(ctx).Tenant.Location); ok {
			beside.ArrivesFrom, beside.ArrivesBy = &from, &by
		}
		beside.Country = catalog.CountryName(beside.Places, o.Address.Country, locale)
	}
	return view.Order(o, beside, locale), nil
}

func (s *Server) goodsOf(ctx context.Context, tenantID int64, orders ...order.Order) (map[string]catalog.Goods, error) {
	var ids []string
	for _, o := range orders {
		for _, l := range o.Lines {
			ids = append(ids, l.GoodsID)
		}
	}
	return s.Catalog.Named(ctx, tenantID, caller.Of(ctx).Locale, ids...)
}
