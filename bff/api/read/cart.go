package read

import (
	"context"
	"slices"

	"github.com/roamcart/roamcart/bff/api/caller"
	"github.com/roamcart/roamcart/bff/api/gen"
	"github.com/roamcart/roamcart/bff/api/view"
	"github.com/roamcart/roamcart/bff/cart"
	"github.com/roamcart/roamcart/bff/offer"
)

// Cart shows the caller's cart: an empty one to a browser that has none yet, which gets no cookie.
func (r *Reader) Cart(ctx context.Context) (gen.Cart, error) {
	call := caller.Of(ctx)
	owner, known := call.KnownOwner()
	if !known {
		return view.Cart(cart.Cart{}, call.Locale, call.Tenant.Currency, nil, nil, r.Clock.Now()), nil
	}
	c, err := r.Carts.Get(ctx, call.Tenant.ID, owner)
	if err != nil {
		return gen.Cart{}, err
	}
	if err := r.warnOfDevice(ctx, &c); err != nil {
		return gen.Cart{}, err
	}
	return r.ShowCart(ctx, c)
}

// warnOfDevice shows the result of the check of a device with the eSIMs that came into the cart before.
func (r *Reader) warnOfDevice(ctx context.Context, c *cart.Cart) error {
	unasked := func(i cart.Item) bool { return i.SimType == offer.ESIM && i.Device == nil }
	if !slices.ContainsFunc(c.Items, unasked) {
		return nil
	}
	check, err := r.DeviceFor(ctx, offer.ESIM)
	if err != nil || !check.Refuses() {
		return err
	}
	for i := range c.Items {
		if unasked(c.Items[i]) {
			c.Items[i].Device = check
		}
	}
	return nil
}

// ShowCart shows a cart as its plans are today.
func (r *Reader) ShowCart(ctx context.Context, c cart.Cart) (gen.Cart, error) {
	call := caller.Of(ctx)
	ids := make([]string, len(c.Items))
	for n, i := range c.Items {
		ids[n] = i.GoodsID
	}
	goods, err := r.Catalog.Named(ctx, call.Tenant.ID, call.Locale, ids...)
	if err != nil {
		return gen.Cart{}, err
	}
	names, err := r.Catalog.PlaceNames(ctx, call.Tenant.ID, call.Locale)
	if err != nil {
		return gen.Cart{}, err
	}
	shown := view.Cart(c, call.Locale, call.Tenant.Currency, goods, names, r.Clock.Now())
	notes, err := r.Registrations(ctx, call.Locale, goods)
	for i, item := range shown.Items {
		shown.Items[i].Registration = notes[item.GoodsId]
	}
	return shown, err
}
