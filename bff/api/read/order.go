package read

import (
	"context"
	"slices"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/catalog"
	"github.com/roamcart/roamcart/bff/order"
	"github.com/roamcart/roamcart/bff/sim/owned"
)

// CustomerOrders lists the customer's orders.
func (r *Reader) CustomerOrders(ctx context.Context, q order.ListQuery) (gen.AccountOrdersPage, error) {
	call := caller.Of(ctx)
	list, err := r.Orders.List(ctx, call.Tenant.ID, call.UserID(), q)
	if err != nil {
		return gen.AccountOrdersPage{}, err
	}
	goods, err := r.GoodsOf(ctx, call.Tenant.ID, list.Orders...)
	if err != nil {
		return gen.AccountOrdersPage{}, err
	}
	var paid []int64
	for _, o := range list.Orders {
		if o.PaidAt != nil {
			paid = append(paid, o.ID)
		}
	}
	extras := view.OrderExtras{Now: r.Clock.Now(), Goods: goods}
	if extras.ToRegister, err = r.OwnedSIMs.ToRegister(ctx, paid...); err != nil {
		return gen.AccountOrdersPage{}, err
	}
	if extras.SIMs, err = r.OwnedSIMs.OfOrders(ctx, paid...); err != nil {
		return gen.AccountOrdersPage{}, err
	}
	return view.Orders(list, extras, call.Locale), nil
}

// FindOrder reads an order that the caller may see.
func (r *Reader) FindOrder(ctx context.Context, orderNo string) (order.Order, error) {
	call := caller.Of(ctx)
	return r.Orders.Get(ctx, call.Tenant.ID, orderNo, call.Viewer())
}

// ShowOrder shows an order as it stands now.
func (r *Reader) ShowOrder(ctx context.Context, o order.Order) (gen.Order, error) {
	sims, err := r.SIMsOf(ctx, o)
	if err != nil {
		return gen.Order{}, err
	}
	return r.ShowOrderWith(ctx, o, sims)
}

// SIMsOf returns the SIMs that were bought with an order; there are none before it is paid.
func (r *Reader) SIMsOf(ctx context.Context, o order.Order) ([]owned.SIM, error) {
	if o.PaidAt == nil {
		return nil, nil
	}
	return r.OwnedSIMs.OfOrders(ctx, o.ID)
}

// ShowOrderWith is ShowOrder where the order's SIMs are known.
func (r *Reader) ShowOrderWith(ctx context.Context, o order.Order, sims []owned.SIM) (gen.Order, error) {
	locale := caller.Of(ctx).Locale
	extras := view.OrderExtras{Now: r.Clock.Now(), SIMs: sims, Zone: caller.Of(ctx).Tenant.Location}
	var err error
	if slices.ContainsFunc(o.Lines, order.Line.TopUp) {
		if extras.ToppedUp, err = r.OwnedSIMs.ToppedUp(ctx, o.ID); err != nil {
			return gen.Order{}, err
		}
	}
	if extras.Refunds, err = r.Payments.Refunds(ctx, o.ID); err != nil {
		return gen.Order{}, err
	}
	offer, err := r.Payments.RefundOffer(ctx, o)
	if err != nil {
		return gen.Order{}, err
	}
	extras.Refundable = offer.Open()
	if extras.ToRegister, err = r.OwnedSIMs.ToRegister(ctx, o.ID); err != nil {
		return gen.Order{}, err
	}
	if extras.Goods, err = r.GoodsOf(ctx, o.TenantID, o); err != nil {
		return gen.Order{}, err
	}
	if extras.Places, err = r.Catalog.PlaceNames(ctx, o.TenantID, locale); err != nil {
		return gen.Order{}, err
	}
	if o.Address != nil {
		method, err := r.Orders.ChosenMethod(ctx, o)
		if err != nil {
			return gen.Order{}, err
		}
		extras.Method, extras.TrackingPage = method.Name(locale), method.TrackingPage(o.TrackingNumber)
		if from, by, ok := o.Arrival(method, extras.Now, caller.Of(ctx).Tenant.Location); ok {
			extras.ArrivesFrom, extras.ArrivesBy = &from, &by
		}
		extras.Country = catalog.CountryName(extras.Places, o.Address.Country, locale)
	}
	return view.Order(o, extras, locale), nil
}

// GoodsOf returns what orders are of, as the catalogue has it today, by id.
func (r *Reader) GoodsOf(ctx context.Context, tenantID int64, orders ...order.Order) (map[string]catalog.Goods, error) {
	var ids []string
	for _, o := range orders {
		for _, l := range o.Lines {
			ids = append(ids, l.GoodsID)
		}
	}
	return r.Catalog.Named(ctx, tenantID, caller.Of(ctx).Locale, ids...)
}
